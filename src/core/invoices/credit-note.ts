import { type OrderCharges, OrderSums } from '#core/orders/order-charges.ts';
import type { Currency } from '#core/shared/currency.ts';
import type { Id } from '#core/shared/id.ts';
import { describeList, idFilter, newestFirst } from '#core/shared/list.ts';
import type { Money } from '#core/shared/money.ts';
import { newResource, nextVersion, type Resource, type ResourceView, versionView } from '#core/shared/resource.ts';
import {
  type BuyerRetention,
  type InvoiceLine,
  NOT_ERASED,
  type Party,
  retentionEnd,
  withoutDescriptions,
} from './document-parts.ts';
import type { EInvoice } from './e-invoice.ts';
import type { InvoiceId } from './invoice.ts';
import { chargedOf } from './invoice-states.ts';
import {
  chargesOf,
  documentFilters,
  eInvoiceOf,
  type InvoiceChargesView,
  type InvoiceLineView,
  lineViews,
  type PartyView,
  partyView,
  requiredPartyView,
} from './invoice-view.ts';

export type CreditNoteId = Id<'cn'>;

export const CREDIT_NOTE_REASONS = ['refund', 'correction', 'goodwill'] as const;

export type CreditNoteReason = (typeof CREDIT_NOTE_REASONS)[number];

/** Takes an amount off an invoice. It never changes, until its buyer is erased. */
export type CreditNote = Resource<'cn'> &
  BuyerRetention &
  Readonly<{
    /** Such as CN-000001. */
    number: string;
    invoiceId: InvoiceId;
    invoiceNumber: string;
    /** The buyer; null for a guest's order. */
    userId: Id<'usr'> | null;
    /** The refund that it documents; null for one that the staff wrote. */
    refundId: Id | null;
    reason: CreditNoteReason;
    note: string | null;
    currency: Currency;
    /** One for each tax rate, with positive amounts. */
    lines: readonly InvoiceLine[];
    charges: OrderCharges;
    seller: Party;
    /** Null if it was erased. */
    buyer: Party | null;
    footer: string | null;
  }>;

type NewCreditNote = Omit<CreditNote, Exclude<keyof Resource, 'id'> | keyof BuyerRetention>;

export const CreditNote = {
  issue: ({ id, ...fields }: NewCreditNote, at: Date): CreditNote => ({
    ...newResource(id, at),
    ...NOT_ERASED,
    ...fields,
  }),

  /** Keeps the buyer of an erased user for some years after the credit note was issued. */
  retainBuyer: (note: CreditNote, years: number, at: Date): CreditNote =>
    nextVersion(note, { eraseBuyerAt: retentionEnd(note.createdAt, years) }, at),

  /** Erases the buyer and all texts; the amounts stay. */
  eraseBuyer: (note: CreditNote, at: Date): CreditNote => {
    const lines = withoutDescriptions(note.lines);
    const charges = { ...note.charges, taxId: null };
    return nextVersion(note, { lines, charges, buyer: null, note: null, footer: null, isBuyerErased: true }, at);
  },

  total: (note: Pick<CreditNote, 'lines' | 'charges' | 'currency'>): Money => OrderSums.of(chargedOf(note)).total,
};

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
    e_invoice: EInvoice | null;
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
  e_invoice: eInvoiceOf(note),
  ...versionView(note),
});

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
