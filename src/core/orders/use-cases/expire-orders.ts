import { Actor } from '#core/shared/actor.ts';
import type { Clock } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Log } from '#core/shared/log.ts';
import type { Transaction, UnitOfWork } from '#core/storage.ts';
import { Order, type OrderId } from '../order.ts';
import { restock } from './restock.ts';
import { storeOrder } from './store-order.ts';

/**
 * Cancels orders that were not paid in time, up to a hundred per run; processes may run it concurrently. @returns the
 * number.
 */
export type ExpireOrders = () => Promise<number>;

const MAX_BATCH_SIZE = 100;

type Deps = Readonly<{ unitOfWork: UnitOfWork; clock: Clock; ids: IdGenerator; log: Log }>;

export const makeExpireOrders = ({ unitOfWork, clock, ids, log }: Deps): ExpireOrders => {
  const expireOne = async (tx: Transaction, before: Order): Promise<void> => {
    const at = clock.now();
    await restock(tx, before, at);
    const after = Order.expire(before, at);
    await storeOrder(tx, { actor: Actor.system, ids }, { before, after, what: 'expired', details: {} });
  };
  return async () => {
    const failed: OrderId[] = [];
    let expired = 0;
    while (expired + failed.length < MAX_BATCH_SIZE) {
      let claimed: OrderId | undefined;
      try {
        await unitOfWork.run(async (tx) => {
          const before = await tx.orders.claimExpired(clock.now(), failed);
          claimed = before?.id;
          if (before !== undefined) await expireOne(tx, before);
        });
      } catch (error) {
        if (claimed === undefined) throw error;
        // an order that fails must not block the others
        log.error({ err: error, order_id: claimed }, 'order expiry failed; skipping the order');
        failed.push(claimed);
        continue;
      }
      if (claimed === undefined) break;
      expired += 1;
    }
    return expired;
  };
};
