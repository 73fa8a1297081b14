import type { Checkout, CheckoutId } from '#core/checkouts/checkout.ts';
import type { CheckoutQueries, CheckoutRepository } from '#core/checkouts/ports.ts';
import { isOfBuyer } from '../carts/carts.ts';
import type { MemoryTable, TableChanges } from '../store/memory-table.ts';
import { resourceRepository } from '../store/resources.ts';

export const makeCheckoutRepository = (checkouts: TableChanges<CheckoutId, Checkout>): CheckoutRepository => {
  const { get, find, add, save } = resourceRepository<Checkout>(checkouts, 'checkout');
  return {
    ...{ get, find, add, save },

    async erase({ orderIds, ...buyer }) {
      const erased = checkouts.filter(({ orderId }) => orderId === null).filter(isOfBuyer(buyer));
      for (const { id } of erased) checkouts.delete(id);
      const ordered = checkouts.filter(({ orderId }) => orderId !== null && orderIds.includes(orderId));
      for (const each of ordered) checkouts.set(each.id, { ...each, version: each.version + 1, returnUrl: null });
      return { removed: erased.map(({ id }) => id), ordered: ordered.map(({ id }) => id) };
    },
  };
};

export const makeCheckoutQueries = (checkouts: MemoryTable<CheckoutId, Checkout>): CheckoutQueries => ({
  find: async (id) => checkouts.get(id),

  async removeExpired(before) {
    const expired = checkouts.filter(({ orderId, expiresAt }) => orderId === null && expiresAt < before);
    for (const { id } of expired) checkouts.delete(id);
    return expired.length;
  },
});
