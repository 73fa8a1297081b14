import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { Work } from '#core/storage.ts';
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
    Invoice.require(before, 'delete');
    const at = clock.now();
    await tx.invoices.remove(id);
    await tx.events.append(actor, invoiceDeleted(before, at));
    await tx.audit.append(invoiceAuditEntry(actor, 'deleted', { before, after: null, at }));
  };
