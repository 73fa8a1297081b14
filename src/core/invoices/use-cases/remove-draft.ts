import type { Actor } from '#core/shared/actor.ts';
import type { Transaction } from '#core/storage.ts';
import { invoiceAuditEntry } from '../audit-entries.ts';
import { invoiceDeleted } from '../events.ts';
import type { Invoice } from '../invoice.ts';

/** Removes a draft, and writes its event and audit entry. */
export const removeDraft = async (
  tx: Transaction,
  actor: Actor,
  { draft, at }: Readonly<{ draft: Invoice; at: Date }>,
): Promise<void> => {
  await tx.invoices.remove(draft.id);
  await tx.events.append(actor, invoiceDeleted(draft, at));
  await tx.audit.append(invoiceAuditEntry(actor, 'deleted', { before: draft, after: null, at }));
};
