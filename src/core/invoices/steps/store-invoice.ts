import type { Order } from '#core/orders/order.ts';
import type { Actor } from '#core/shared/actor.ts';
import { invalid } from '#core/shared/domain-error.ts';
import type { Participant } from '#core/shared/unit-of-work.ts';
import { Invoice, type InvoiceId } from '../invoice.ts';
import type { InvoicesTx } from '../ports.ts';
import { invoiceAuditEntry, invoiceDeleted, invoiceEvents } from '../records.ts';

type LockedInvoice = Readonly<{ invoice: Invoice; order: Order | undefined }>;

/** Locks the order that an invoice bills, if there is one, and then the invoice. @throws DomainError `not_found`. */
export const lockInvoice = async (tx: InvoicesTx, id: InvoiceId): Promise<LockedInvoice> => {
  const found = await tx.invoices.find(id);
  const orderId = found?.orderId ?? null;
  const order = orderId === null ? undefined : await tx.orders.get(orderId);
  return { order, invoice: await tx.invoices.get(id) };
};

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

/** @throws DomainError `validation_failed` for a total beyond the largest amount. */
export const requireCountable = (invoice: Invoice): void => {
  if (!Invoice.total(invoice).isTooLarge) return;
  throw invalid([{ path: ['lines'], code: 'number.max', message: 'must cost at most 999999999999.99 together' }]);
};

type Stored = Readonly<{
  before: Invoice;
  after: Invoice;
  step: string;
  /** Whether the version before was not stored. */
  isNew?: boolean;
}>;

/** Stores an invoice's next version, and writes its events and audit entry. */
export const storeInvoice = async (
  tx: InvoicesTx,
  actor: Actor,
  { before, after, step, isNew = false }: Stored,
): Promise<Invoice> => {
  await (isNew ? tx.invoices.add(after) : tx.invoices.save(after));
  await tx.events.append(actor, ...invoiceEvents(before, after));
  await tx.audit.append(invoiceAuditEntry(actor, step, { before, after }));
  return after;
};

/** Both are the same where a dispute of its payment was opened or won. */
type InvoiceChange = Readonly<{ before: Invoice; after: Invoice }>;

/**
 * Follows an invoice in the transaction that changes it: by a payment, a credit note, a step of the staff, or because it is
 * overdue.
 */
export type InvoiceListener = Participant<InvoicesTx, [actor: Actor, changed: InvoiceChange], void>;

/** Calls listeners one after the other, before the transaction takes a number that others wait for. */
export const callListeners =
  (listeners: readonly InvoiceListener[]): InvoiceListener =>
  async (tx, actor, changed) => {
    for (const listener of listeners) await listener(tx, actor, changed);
  };
