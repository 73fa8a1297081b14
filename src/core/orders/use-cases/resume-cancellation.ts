import { Actor } from '#core/shared/actor.ts';
import type { BusinessClock, Clocks } from '#core/shared/clock.ts';
import { conflict } from '#core/shared/domain-error.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import { Order, type OrderId } from '../order.ts';
import type { OrderInvoices, OrderPayments, OrdersTx } from '../ports.ts';
import { releaseDiscounts, restock } from '../steps/reservations.ts';
import { storeOrder } from '../steps/store-order.ts';

type Cancelling = Readonly<{ actor: Actor; clock: BusinessClock; ids: IdGenerator; invoices: OrderInvoices }>;

/**
 * Whether the order has money to refund, or authorizations or pending payments to void. The order has the amounts of all
 * completed payments, also manual ones; only the payments themselves show what is pending or partially authorized.
 */
export const hasReversiblePayments = async (tx: OrdersTx, order: Order): Promise<boolean> => {
  if (Order.isPaidFor(order)) return true;
  const { isPending, authorized } = await tx.payments.paymentStateOf(order);
  return isPending || authorized.minor > 0n;
};

type Ending = Readonly<{ before: Order; reason: string | null }>;

/** Cancels an order whose payments are reversed, and restocks its unfulfilled items. */
export const finishCancellation = async (tx: OrdersTx, deps: Cancelling, ending: Ending): Promise<Order> => {
  Order.require(ending.before, 'cancel');
  if (await hasReversiblePayments(tx, ending.before))
    throw conflict('The order has a new payment. Cancel the order again.');
  return endOrder(tx, deps, ending);
};

/** Cancels an order that holds nothing, whatever its payments are. */
export const endOrder = async (
  tx: OrdersTx,
  { actor, clock, ids, invoices }: Cancelling,
  { before, reason }: Ending,
): Promise<Order> => {
  const at = clock.now();
  await restock(tx, actor, { order: before, at });
  await releaseDiscounts(tx, before);
  const released = await invoices.release(tx, actor, before);
  const after = Order.cancel(released, reason, at);
  return storeOrder(tx, { actor, ids, invoices }, { before, after, what: 'cancelled', details: { reason } });
};

/** Completes one interrupted cancellation. @returns whether there was one. */
export type ResumeCancellation = () => Promise<boolean>;

/** The lease of the process that cancels: longer than any request takes, so afterwards that process is gone. */
const LEASE_MS = 60_000;

type Deps = Clocks &
  Readonly<{ unitOfWork: UnitOfWork<OrdersTx>; payments: OrderPayments; invoices: OrderInvoices; ids: IdGenerator }>;

export const makeResumeCancellation = (deps: Deps): ResumeCancellation => {
  const { unitOfWork, systemClock } = deps;
  return async () => {
    const at = systemClock.now();
    const id = await unitOfWork.run((tx) => tx.orders.claimCancelling(new Date(at.getTime() - LEASE_MS), at));
    if (id === undefined) return false;
    await completeCancellation(deps, id);
    return true;
  };
};

/** Reverses the payments of an order that is being cancelled and cancels it. Idempotent. */
export const completeCancellation = async (
  { unitOfWork, payments, invoices, clock, ids }: Deps,
  id: OrderId,
): Promise<void> => {
  const actor = Actor.system;
  await payments.reverse(id, actor);
  await unitOfWork.run(async (tx) => {
    const before = await tx.orders.get(id);
    if (before.cancellingSince === null) return;
    await finishCancellation(tx, { actor, clock, ids, invoices }, { before, reason: before.cancelReason });
  });
};
