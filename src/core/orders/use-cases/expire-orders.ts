import { Actor } from '#core/shared/actor.ts';
import { type Clocks, momentOf } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Log } from '#core/shared/log.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import { Order, type OrderId } from '../order.ts';
import { EXPIRED } from '../order-lifecycle.ts';
import type { OrderInvoices, OrderPayments, OrdersTx } from '../ports.ts';
import { releaseDiscounts, restock } from '../steps/reservations.ts';
import { storeOrder } from '../steps/store-order.ts';
import { completeCancellation, hasReversiblePayments } from './resume-cancellation.ts';

/**
 * Cancels orders that were not paid in full in time, up to a hundred per run; processes may run it concurrently. Partial
 * payments and authorizations are returned first. @returns the number.
 */
export type ExpireOrders = () => Promise<number>;

const MAX_BATCH_SIZE = 100;

type Deps = Clocks &
  Readonly<{
    unitOfWork: UnitOfWork<OrdersTx>;
    payments: OrderPayments;
    invoices: OrderInvoices;
    ids: IdGenerator;
    log: Log;
  }>;

export const makeExpireOrders = (deps: Deps): ExpireOrders => {
  const { unitOfWork, clock, log } = deps;

  const claimNext = (failed: readonly OrderId[], claimed: (id: OrderId) => void) =>
    unitOfWork.run(async (tx) => {
      const before = await tx.orders.claimExpired(clock.now(), failed);
      if (before === undefined) return undefined;
      claimed(before.id);
      return { id: before.id, hasPayments: await expireOne(tx, deps, before) };
    });

  /** A gateway that does not respond must not delay other orders: the cancellation is resumed later. */
  const returnPayments = (id: OrderId): Promise<void> =>
    completeCancellation(deps, id).catch((error: unknown) =>
      log.warn({ err: error, order_id: id }, 'payments of an expired order cannot be returned now; retrying'),
    );

  return async () => {
    const failed: OrderId[] = [];
    const paid: OrderId[] = [];
    let expired = 0;
    while (expired + failed.length < MAX_BATCH_SIZE) {
      let claimed: OrderId | undefined;
      try {
        const next = await claimNext(failed, (id) => {
          claimed = id;
        });
        if (next === undefined) break;
        if (next.hasPayments) paid.push(next.id);
        expired += 1;
      } catch (error) {
        if (claimed === undefined) throw error;
        // an order that fails must not block the others
        log.error({ err: error, order_id: claimed }, 'order expiry failed; skipping the order');
        failed.push(claimed);
      }
    }
    for (const id of paid) await returnPayments(id);
    return expired;
  };
};

/** Cancels an order, or starts its cancellation. @returns whether its payments must be returned first. */
const expireOne = async (
  tx: OrdersTx,
  { ids, invoices, ...clocks }: Pick<Deps, 'clock' | 'systemClock' | 'ids' | 'invoices'>,
  before: Order,
): Promise<boolean> => {
  const moment = momentOf(clocks);
  const at = moment.business;
  const actor = Actor.system;
  if (await hasReversiblePayments(tx, before)) {
    const after = Order.beginCancelling(before, EXPIRED, moment);
    await storeOrder(tx, { actor, ids, invoices }, { before, after, what: 'cancelling', details: { reason: EXPIRED } });
    return true;
  }
  await restock(tx, actor, { order: before, at });
  await releaseDiscounts(tx, before);
  const released = await invoices.release(tx, actor, before);
  const after = Order.expire(released, at);
  await storeOrder(tx, { actor, ids, invoices }, { before, after, what: 'expired', details: {} });
  return false;
};
