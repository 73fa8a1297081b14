import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { conflict } from '#core/shared/domain-error.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { Order } from '../order.ts';
import type { OrderInvoices, OrdersTx } from '../ports.ts';
import { releaseDiscounts, restock } from './reservations.ts';
import { storeOrder } from './store-order.ts';

type Deps = Readonly<{ actor: Actor; clock: BusinessClock; ids: IdGenerator; invoices: OrderInvoices }>;

/**
 * Whether the order has money to refund, or authorizations or pending payments to void. The order has the amounts of all
 * completed payments, also manual ones; only the payments themselves show what is pending or partially authorized.
 */
export const hasReversiblePayments = async (tx: OrdersTx, order: Order): Promise<boolean> => {
  if (Order.isPaidFor(order)) return true;
  const { isPending, authorized } = await tx.payments.paymentStateOf(order);
  return isPending || authorized.minor > 0n;
};

/** Cancels an order whose payments are reversed, and restocks its unfulfilled items. */
export const finishCancellation = async (
  tx: OrdersTx,
  { actor, clock, ids, invoices }: Deps,
  { before, reason }: Readonly<{ before: Order; reason: string | null }>,
): Promise<Order> => {
  Order.require(before, 'cancel');
  if (await hasReversiblePayments(tx, before)) throw conflict('The order has a new payment. Cancel the order again.');
  const at = clock.now();
  await restock(tx, actor, { order: before, at });
  await releaseDiscounts(tx, before);
  const released = await invoices.release(tx, actor, before);
  const after = Order.cancel(released, reason, at);
  return storeOrder(tx, { actor, ids, invoices }, { before, after, what: 'cancelled', details: { reason } });
};
