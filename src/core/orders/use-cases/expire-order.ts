import { Actor } from '#core/shared/actor.ts';
import type { Clock } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { UnitOfWork } from '#core/unit-of-work.ts';
import { Order } from '../order.ts';
import { returnStock } from './return-stock.ts';
import { storeOrder } from './store-order.ts';

/** Ends one of the orders that nobody paid in time, whatever other processes do. @returns whether there was one. */
export type ExpireOrder = () => Promise<boolean>;

export const makeExpireOrder =
  ({ unitOfWork, clock, ids }: { unitOfWork: UnitOfWork; clock: Clock; ids: IdGenerator }): ExpireOrder =>
  () =>
    unitOfWork.run(async (tx) => {
      const at = clock.now();
      const before = await tx.orders.claimExpired(at);
      if (before === undefined) return false;
      await returnStock(tx, before, at);
      const after = Order.expire(before, at);
      await storeOrder(tx, { actor: Actor.system, ids }, { before, after, what: 'expired', details: {} });
      return true;
    });
