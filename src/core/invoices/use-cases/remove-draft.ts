import type { Actor } from '#core/shared/actor.ts';
import { invoiceAuditEntry } from '../audit-entries.ts';
import { invoiceDeleted } from '../events.ts';
import { Invoice } from '../invoice.ts';
import type { InvoicesTx } from '../ports.ts';

/** Removes a locked draft. @throws DomainError `invalid_state` for a finalized invoice. */
export const removeDraft = async (
  tx: InvoicesTx,
  actor: Actor,
  { draft, at }: Readonly<{ draft: Invoice; at: Date }>,
): Promise<void> => {
  Invoice.require(draft, 'delete');
  await tx.invoices.remove(draft.id);
  await tx.events.append(actor, invoiceDeleted(draft, at));
  await tx.audit.append(invoiceAuditEntry(actor, 'deleted', { before: draft, after: null, at }));
};
