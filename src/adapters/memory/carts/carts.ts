import { guestEmailKey } from '#core/carts/cart-contents.ts';
import type { CartQueries, CartRepository } from '#core/carts/ports.ts';
import type { SavedCart, SavedCartId } from '#core/carts/saved-cart.ts';
import { cartList, storedCartView } from '#core/carts/saved-cart-view.ts';
import { alreadyExists } from '#core/shared/domain-error.ts';
import { isOwnedBy } from '../lists/owned.ts';
import { listPage } from '../lists/page.ts';
import type { MemoryTable, TableChanges } from '../store/memory-table.ts';
import { resourceRepository } from '../store/resources.ts';
import { dueRows, earliestAfter } from '../store/times.ts';

export const makeCartRepository = (carts: TableChanges<SavedCartId, SavedCart>): CartRepository => {
  const { get, find, add, save, remove } = resourceRepository<SavedCart>(carts, 'cart');
  const requireOnlyOpen = ({ id, userId, status }: SavedCart): void => {
    const isTaken = carts.values().some((cart) => cart.id !== id && isOpenOf(cart, userId));
    if (userId !== null && status === 'open' && isTaken)
      throw alreadyExists('user_id', 'is already the user of another open cart');
  };
  return {
    get,
    remove,
    lock: find,

    async add(cart) {
      requireOnlyOpen(cart);
      await add(cart);
    },

    async save(cart) {
      requireOnlyOpen(cart);
      await save(cart);
    },

    findOpenOf: async (userId) => carts.values().find((cart) => isOpenOf(cart, userId)),

    claimIdle: async (before) => dueRows(before, carts.values(), idleSince)[0],

    async erase(buyer) {
      const erased = carts.filter(isOfBuyer(buyer));
      for (const { id } of erased) carts.delete(id);
      return erased.map(({ id }) => id);
    },
  };
};

const isOpenOf = (cart: SavedCart, userId: SavedCart['userId']): boolean =>
  cart.userId === userId && cart.status === 'open';

/** Since when a cart is not written, if that may be announced. */
const idleSince = (cart: SavedCart): Date | null => {
  const isReachable = cart.userId !== null || cart.contents.email !== null;
  const isLeft = cart.status === 'open' && cart.abandonedAt === null && cart.contents.items.length > 0;
  return isReachable && isLeft ? cart.updatedAt : null;
};

/** Whether it is of a user, or of a guest with an e-mail. */
export const isOfBuyer =
  ({ userId, emailKey }: Parameters<CartRepository['erase']>[0]) =>
  (bought: Pick<SavedCart, 'userId' | 'contents'>): boolean =>
    bought.userId === userId || guestEmailKey(bought) === emailKey;

export const makeCartQueries = (carts: MemoryTable<SavedCartId, SavedCart>): CartQueries => ({
  find: async (id) => carts.get(id),

  findOpenOf: async (userId) => carts.values().find((cart) => isOpenOf(cart, userId)),

  list: async ({ ownerId, ...query }) =>
    listPage(cartList, carts.filter(isOwnedBy(ownerId)).map(storedCartView), query),

  nextIdle: async (after) => earliestAfter(after, carts.values(), idleSince),

  async removeExpired(before) {
    const expired = carts.filter(({ expiresAt }) => expiresAt < before);
    for (const { id } of expired) carts.delete(id);
    return expired.length;
  },
});
