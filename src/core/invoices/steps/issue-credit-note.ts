import type { PricedLine } from '#core/pricing/priced-line.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import type { Id, IdGenerator } from '#core/shared/id.ts';
import type { Money } from '#core/shared/money.ts';
import type { Shop } from '#core/shop/shop.ts';
import { CreditNote, type CreditNoteReason } from '../credit-note.ts';
import { creditedLines } from '../credited-lines.ts';
import { retentionEnd } from '../document-parts.ts';
import { documentNumber, sellerOf } from '../finalization.ts';
import type { Invoice } from '../invoice.ts';
import { LINE_TEXTS } from '../line-texts.ts';
import type { InvoicesTx } from '../ports.ts';
import { creditNoteAuditEntry, creditNoteCreated } from '../records.ts';

type Deps = Readonly<{ actor: Actor; ids: IdGenerator; shop: Shop; clock: BusinessClock }>;

type Credit = Readonly<{
  /** Finalized and locked. */
  invoice: Invoice;
  amount: Money;
  /** What the buyer keeps of what the invoice bills; all of it if omitted. */
  kept?: readonly PricedLine[];
  reason: CreditNoteReason;
  note: string | null;
  refundId: Id | null;
}>;

/** Issues a credit note as the last step of a transaction: until it ends, others wait for the number. */
export const issueCreditNote = async (
  tx: InvoicesTx,
  { actor, ids, shop, clock }: Deps,
  { invoice, amount, kept, ...fields }: Credit,
): Promise<CreditNote> => {
  const { number: invoiceNumber, buyer } = invoice;
  if (invoiceNumber === null) throw new TypeError(`The invoice ${invoice.id} is a draft.`);
  const earlier = await tx.invoices.creditNotesOf(invoice.id);
  const { mail_language: language } = await tx.shopRules.read();
  const description = fields.note ?? LINE_TEXTS[language].credit[fields.reason](invoiceNumber);
  const lines = creditedLines({ invoice, earlier, amount, kept, description }, { ids });
  const number = documentNumber(shop.creditNotePrefix, await tx.invoices.nextNumber('credit_note'));
  // after the wait for the number, so that the times follow the numbers
  const at = clock.now();
  const note = CreditNote.issue(
    {
      ...fields,
      id: ids.next('cn'),
      invoiceId: invoice.id,
      invoiceNumber,
      userId: invoice.userId,
      currency: invoice.currency,
      lines,
      charges: { ...invoice.charges, discounts: [] },
      seller: sellerOf(shop),
      buyer,
      footer: shop.invoiceFooter,
      number,
    },
    at,
  );
  const isRetained = invoice.eraseBuyerAt !== null;
  const issued = isRetained ? { ...note, eraseBuyerAt: retentionEnd(at, shop.invoiceRetentionYears) } : note;
  await tx.invoices.addCreditNote(issued);
  await tx.invoices.requestFile(issued.id);
  await tx.events.append(actor, creditNoteCreated(issued));
  await tx.audit.append(creditNoteAuditEntry(actor, 'created', { before: null, after: issued }));
  return issued;
};
