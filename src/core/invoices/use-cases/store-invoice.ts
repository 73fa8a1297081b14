import type { Actor } from '#core/shared/actor.ts';
import { invoiceAuditEntry } from '../audit-entries.ts';
import { invoiceChanged } from '../events.ts';
import type { Invoice } from '../invoice.ts';
import type { InvoicesTx } from '../ports.ts';

type Stored = Readonly<{
  before: Invoice;
  after: Invoice;
  step: string;
  /** Whether the version before was not stored. */
  isNew?: boolean;
}>;

/** Stores an invoice's next version, and writes its event and audit entry. */
export const storeInvoice = async (
  tx: InvoicesTx,
  actor: Actor,
  { before, after, step, isNew = false }: Stored,
): Promise<Invoice> => {
  await (isNew ? tx.invoices.add(after) : tx.invoices.save(after));
  await tx.events.append(actor, invoiceChanged(before, after));
  await tx.audit.append(invoiceAuditEntry(actor, step, { before, after }));
  return after;
};
