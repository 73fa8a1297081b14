import { Order, type OrderId } from '#core/orders/order.ts';
import { orderChanged } from '#core/orders/records.ts';
import type { Actor } from '#core/shared/actor.ts';
import { CreditNote } from '../credit-note.ts';
import { ERASED_CREDIT_NOTE, ERASED_INVOICE } from '../document-parts.ts';
import { Invoice } from '../invoice.ts';
import type { BuyerDocuments, DocumentId, InvoicesTx } from '../ports.ts';
import { removeDraft } from './store-invoice.ts';

/** `drafts`, `invoices` and `creditNotes`: how many were deleted or kept. */
type Retained = Readonly<{ ids: readonly DocumentId[]; drafts: number; invoices: number; creditNotes: number }>;

type Erasure = Readonly<{ actor: Actor; buyer: BuyerDocuments; retentionYears: number; at: Date }>;

/**
 * Deletes the drafts of a buyer whose user is erased, and keeps the issued invoices and credit notes for the retention
 * years. Their events lose the buyer's data at once. @returns the ids of all.
 */
export const retainInvoices = async (
  tx: InvoicesTx,
  { actor, buyer, retentionYears, at }: Erasure,
): Promise<Retained> => {
  const invoices = await tx.invoices.lockOf(buyer);
  const invoiceIds = invoices.map(({ id }) => id);
  const notes = await tx.invoices.lockCreditNotesOf(invoiceIds);
  const noteIds = notes.map(({ id }) => id);
  for (const draft of invoices.filter(({ status }) => status === 'draft')) {
    await removeDraft(tx, actor, { draft, at });
    if (draft.orderId !== null) await unbill(tx, actor, { orderId: draft.orderId, at });
  }
  const issued = invoices.filter(({ status }) => status !== 'draft');
  await Promise.all([
    ...issued.map((invoice) => tx.invoices.save(Invoice.retainBuyer(invoice, retentionYears, at))),
    ...notes.map((note) => tx.invoices.saveCreditNote(CreditNote.retainBuyer(note, retentionYears, at))),
  ]);
  await tx.events.erase(invoiceIds, ERASED_INVOICE);
  await tx.events.erase(noteIds, ERASED_CREDIT_NOTE);
  return {
    ids: [...invoiceIds, ...noteIds],
    drafts: invoices.length - issued.length,
    invoices: issued.length,
    creditNotes: notes.length,
  };
};

/** An erased order whose draft is deleted. */
const unbill = async (
  tx: InvoicesTx,
  actor: Actor,
  { orderId, at }: Readonly<{ orderId: OrderId; at: Date }>,
): Promise<void> => {
  const before = await tx.orders.get(orderId);
  const after = Order.bill(before, null, at);
  await tx.orders.save(after, []);
  await tx.events.append(actor, orderChanged(before, after));
};
