import { Order } from '#core/orders/order.ts';
import { keptLines } from '#core/orders/order-amounts.ts';
import type { OrderStep } from '#core/orders/ports.ts';
import { writeOrder } from '#core/orders/steps/store-order.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { isUnchanged } from '#core/shared/resource.ts';
import { Invoice, type InvoiceId } from '../invoice.ts';
import { invoiceView } from '../invoice-view.ts';
import { amountsOf } from '../order-copy.ts';
import type { InvoicesTx } from '../ports.ts';
import { issueCreditNote } from './issue-credit-note.ts';
import { storeInvoice } from './store-invoice.ts';

type Deps = Readonly<{ actor: Actor; ids: IdGenerator; clock: BusinessClock }>;

/**
 * Applies a step of an order to its finalized invoice; a draft copies the order when it is finalized. The order is locked
 * or saved in this transaction: the lock order is the order, then its invoice, then numbers.
 */
export const followOrder = async (tx: InvoicesTx, deps: Deps, { order, refundId }: OrderStep): Promise<void> => {
  if (order.invoiceId === null) return;
  const before = await tx.invoices.get(order.invoiceId);
  if (before.status !== 'draft') await applyOrder(tx, deps, { before, order, refundId });
};

/** Applies what is paid, refunded and due of an order to its finalized invoice; a credit note is issued last. */
export const applyOrder = async (
  tx: InvoicesTx,
  { actor, ids, clock }: Deps,
  { before, order, refundId }: OrderStep & Readonly<{ before: Invoice }>,
): Promise<Invoice> => {
  const after = Invoice.followOrder(before, amountsOf(order), clock.now());
  if (isUnchanged(invoiceView(before), invoiceView(after))) return before;
  await storeInvoice(tx, actor, { before, after, step: stepOf(before, after) });
  const amount = after.amountCredited.subtract(before.amountCredited);
  if (amount.minor === 0n) return after;
  const reason = after.amountRefunded.compare(before.amountRefunded) > 0 ? 'refund' : 'correction';
  const credit = { invoice: after, amount, kept: keptLines(order), reason, note: null, refundId } as const;
  await issueCreditNote(tx, { actor, ids, shop: await tx.shop.read(), clock }, credit);
  return after;
};

const stepOf = (before: Invoice, after: Invoice): string => {
  const refunded = after.amountRefunded.compare(before.amountRefunded);
  if (refunded !== 0) return refunded > 0 ? 'refunded' : 'refund_failed';
  return after.amountPaid.compare(before.amountPaid) === 0 ? 'credited' : 'paid';
};

/** Stores with a locked order the invoice that bills it; null once it is void or deleted. */
export const billOrder = (
  tx: InvoicesTx,
  deps: Readonly<{ actor: Actor; ids: IdGenerator; clock: BusinessClock }>,
  { order, invoiceId }: Readonly<{ order: Order; invoiceId: InvoiceId | null }>,
): Promise<Order> =>
  writeOrder(tx, deps, {
    before: order,
    after: Order.bill(order, invoiceId, deps.clock.now()),
    what: 'updated',
    details: { fields: ['invoice_id'] },
  });
