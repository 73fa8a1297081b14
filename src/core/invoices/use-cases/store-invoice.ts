import type { Actor } from '#core/shared/actor.ts';
import type { Transaction } from '#core/storage.ts';
import { invoiceAuditEntry } from '../audit-entries.ts';
import { invoiceChanged } from '../events.ts';
import type { Invoice } from '../invoice.ts';

/** Stores an invoice's next version, and writes its event and audit entry. */
export const storeInvoice = async (
  tx: Transaction,
  actor: Actor,
  { before, after, step }: Readonly<{ before: Invoice; after: Invoice; step: string }>,
): Promise<Invoice> => {
  await tx.invoices.save(after);
  await tx.events.append(actor, invoiceChanged(before, after));
  await tx.audit.append(invoiceAuditEntry(actor, step, { before, after, at: after.updatedAt }));
  return after;
};
