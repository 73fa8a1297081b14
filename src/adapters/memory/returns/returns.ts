import type { OrderId } from '#core/orders/order.ts';
import type { ReturnQueries, ReturnRepository } from '#core/returns/ports.ts';
import { OPEN_STATUSES, Return, returnList, returnView } from '#core/returns/return.ts';
import { foundWithOwner, isOwnedBy } from '../lists/owned.ts';
import { listPage } from '../lists/page.ts';
import type { MemoryStore, StoreChanges } from '../store/memory-store.ts';
import { resourceRepository } from '../store/resources.ts';

export const makeReturnRepository = ({ returns }: StoreChanges): ReturnRepository => {
  const of = (orderIds: readonly OrderId[]) => returns.filter(({ orderId }) => orderIds.includes(orderId));
  return {
    ...resourceRepository(returns, 'return'),

    listOpen: async (orderId) => of([orderId]).filter(({ status }) => OPEN_STATUSES.includes(status)),

    async assignUser(orderIds, userId) {
      for (const each of of(orderIds)) returns.set(each.id, { ...each, version: each.version + 1, userId });
    },

    async erase(orderIds) {
      const erased = of(orderIds).map(Return.withoutReasons);
      for (const each of erased) returns.set(each.id, each);
      return erased.map(({ id }) => id);
    },
  };
};

export const makeReturnQueries = ({ returns }: MemoryStore): ReturnQueries => ({
  async find(id) {
    const found = returns.get(id);
    const view = foundWithOwner(returnView, found);
    return found && view && { ...view, orderId: found.orderId };
  },

  async list({ ownerId, ...query }) {
    return listPage(returnList, returns.filter(isOwnedBy(ownerId)).map(returnView), query);
  },
});
