import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { Transaction, Work } from '#core/storage.ts';
import { invoiceAuditEntry } from '../audit-entries.ts';
import { invoiceDeleted } from '../events.ts';
import { Invoice, type InvoiceId } from '../invoice.ts';

/** Deletes a draft. A finalized invoice is voided instead. */
export type DeleteInvoice = (
  actor: Actor,
  command: Readonly<{ id: InvoiceId; expected: ExpectedVersions }>,
) => Work<void>;

export const makeDeleteInvoice =
  ({ clock }: Readonly<{ clock: BusinessClock }>): DeleteInvoice =>
  (actor, { id, expected }) =>
  async (tx) => {
    const before = await tx.invoices.get(id);
    await requireVersion(tx.events, before, expected);
    await removeDraft(tx, actor, { draft: before, at: clock.now() });
  };

/** Removes a locked draft. @throws DomainError `invalid_state` for a finalized invoice. */
export const removeDraft = async (
  tx: Transaction,
  actor: Actor,
  { draft, at }: Readonly<{ draft: Invoice; at: Date }>,
): Promise<void> => {
  Invoice.require(draft, 'delete');
  await tx.invoices.remove(draft.id);
  await tx.events.append(actor, invoiceDeleted(draft, at));
  await tx.audit.append(invoiceAuditEntry(actor, 'deleted', { before: draft, after: null, at }));
};
