import { describeList, idFilter, newestFirst } from '#core/shared/list.ts';
import { type ResourceView, versionView } from '#core/shared/resource.ts';
import { CREDIT_NOTE_REASONS, type CreditNote } from './credit-note.ts';
import {
  chargesOf,
  documentFilters,
  type InvoiceChargesView,
  type InvoiceLineView,
  lineViews,
  type PartyView,
  partyView,
  requiredPartyView,
} from './invoice-view.ts';

/** A credit note as the API shows it. */
export type CreditNoteView = ResourceView<CreditNote, 'credit_note'> &
  InvoiceChargesView &
  Readonly<{
    number: string;
    invoice_id: CreditNote['invoiceId'];
    invoice_number: string;
    user_id: CreditNote['userId'];
    refund_id: CreditNote['refundId'];
    reason: CreditNote['reason'];
    note: string | null;
    currency: string;
    lines: readonly InvoiceLineView[];
    seller: PartyView;
    buyer: PartyView | null;
    footer: string | null;
  }>;

export const creditNoteView = (note: CreditNote): CreditNoteView => ({
  id: note.id,
  object: 'credit_note',
  number: note.number,
  invoice_id: note.invoiceId,
  invoice_number: note.invoiceNumber,
  user_id: note.userId,
  refund_id: note.refundId,
  reason: note.reason,
  note: note.note,
  currency: note.currency,
  lines: lineViews(note),
  ...chargesOf(note),
  seller: requiredPartyView(note.seller),
  buyer: partyView(note.buyer),
  footer: note.footer,
  ...versionView(note),
});

/** The filters of the list of credit notes. */
export const creditNoteList = describeList<CreditNoteView>()({
  filters: {
    invoice_id: idFilter('invoice_id', 'inv', 'Credit notes of this invoice.'),
    reason: {
      kind: 'equals',
      field: 'reason',
      format: { type: 'choice', values: CREDIT_NOTE_REASONS },
      description: 'Credit notes with this reason.',
      example: 'refund',
    },
    ...documentFilters({ plural: 'Credit notes', singular: 'credit note', prefix: 'cn', example: 'CN-000001' }),
  },
  ...newestFirst,
});
