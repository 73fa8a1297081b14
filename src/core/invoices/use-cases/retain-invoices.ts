import type { Actor } from '#core/shared/actor.ts';
import type { Transaction } from '#core/storage.ts';
import { invoiceAuditEntry } from '../audit-entries.ts';
import { ERASED_CREDIT_NOTE, ERASED_INVOICE } from '../buyer-retention.ts';
import { CreditNote } from '../credit-note.ts';
import { invoiceDeleted } from '../events.ts';
import { Invoice } from '../invoice.ts';
import type { BuyerDocuments, DocumentId } from '../invoice-repository.ts';

type Erasure = Readonly<{ actor: Actor; buyer: BuyerDocuments; retentionYears: number; at: Date }>;

/**
 * Deletes the drafts of a buyer whose user is erased, and keeps the issued invoices and credit notes for the retention
 * years. Their events lose the buyer's data at once. @returns the ids of all.
 */
export const retainInvoices = async (
  tx: Transaction,
  { actor, buyer, retentionYears, at }: Erasure,
): Promise<DocumentId[]> => {
  const invoices = await tx.invoices.lockOf(buyer);
  const invoiceIds = invoices.map(({ id }) => id);
  const notes = await tx.invoices.lockCreditNotesOf(invoiceIds);
  const noteIds = notes.map(({ id }) => id);
  for (const draft of invoices.filter(({ status }) => status === 'draft')) {
    await tx.invoices.remove(draft.id);
    await tx.events.append(actor, invoiceDeleted(draft, at));
    await tx.audit.append(invoiceAuditEntry(actor, 'deleted', { before: draft, after: null, at }));
  }
  const issued = invoices.filter(({ status }) => status !== 'draft');
  await Promise.all([
    ...issued.map((invoice) => tx.invoices.save(Invoice.retainBuyer(invoice, retentionYears, at))),
    ...notes.map((note) => tx.invoices.saveCreditNote(CreditNote.retainBuyer(note, retentionYears, at))),
  ]);
  await tx.events.erase(invoiceIds, ERASED_INVOICE);
  await tx.events.erase(noteIds, ERASED_CREDIT_NOTE);
  return [...invoiceIds, ...noteIds];
};
