import type { Actor } from '#core/shared/actor.ts';
import type { Clock } from '#core/shared/clock.ts';
import { conflict } from '#core/shared/domain-error.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Transaction } from '#core/storage.ts';
import { Order } from '../order.ts';
import { restock } from './restock.ts';
import { storeOrder } from './store-order.ts';

type Deps = Readonly<{ actor: Actor; clock: Clock; ids: IdGenerator }>;

/** Whether a payment is captured, authorized or pending. */
export const holdsPayments = async (tx: Transaction, order: Order): Promise<boolean> => {
  if (Order.isPaidFor(order)) return true;
  const { isPending, authorized } = await tx.payments.paymentStateOf(order);
  return isPending || authorized.minor > 0n;
};

/** Cancels an order without payments and returns its stock. */
export const finishCancellation = async (
  tx: Transaction,
  { actor, clock, ids }: Deps,
  { before, reason }: Readonly<{ before: Order; reason: string | null }>,
): Promise<Order> => {
  Order.require(before, 'cancel');
  if (await holdsPayments(tx, before)) throw conflict('A payment arrived just now. Cancel the order again.');
  const at = clock.now();
  await restock(tx, before, at);
  const after = Order.cancel(before, reason, at);
  return storeOrder(tx, { actor, ids }, { before, after, what: 'cancelled', details: { reason } });
};
