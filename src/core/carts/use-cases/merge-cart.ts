// Why: docs/decisions/0082-carts-and-checkouts.md

import { unknownUser } from '#core/access/ownership.ts';
import { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { notFound } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import type { IdTokens } from '#core/shared/id-tokens.ts';
import { StalePreparationError, type Work } from '#core/shared/unit-of-work.ts';
import { CartContents } from '../cart-contents.ts';
import type { CartQueries, CartsTx } from '../ports.ts';
import type { PriceContents } from '../price-contents.ts';
import { cartDeleted, cartUpdated } from '../records.ts';
import { SavedCart, type SavedCartId } from '../saved-cart.ts';
import { openCartOf } from '../steps/open-cart-of.ts';
import type { PricedCart } from './show-cart.ts';

/**
 * Gives a guest's cart to the customer who has its token: as their open cart, or merged into the one that they have, which
 * removes it. Of what both contain, the larger quantity stays; items beyond what an order takes are left out.
 * @throws DomainError `not_found` for a cart that the token does not open, `invalid_state` for one that was ordered.
 */
export type MergeCart = (
  actor: Actor,
  command: Readonly<{ id: SavedCartId; token: string }>,
) => Promise<Work<PricedCart, CartsTx>>;

type Deps = Readonly<{
  cartQueries: CartQueries;
  cartTokens: IdTokens<'cart'>;
  priceContents: PriceContents;
  clock: BusinessClock;
}>;

export const makeMergeCart =
  ({ cartQueries, cartTokens, priceContents, clock }: Deps): MergeCart =>
  async (actor, { id, token }) => {
    const userId = Actor.userOf(actor);
    if (cartTokens.idOf(token) !== id) throw notFound('cart', id);
    const now = clock.now();
    const [guests, found] = await Promise.all([cartQueries.find(id), cartQueries.findOpenOf(userId)]);
    requireMergeable(guests, { id, userId, at: now });
    const own = found !== undefined && SavedCart.isExpired(found, now) ? undefined : found;
    const isAssigned = own === undefined || own.id === id;
    const contents = isAssigned
      ? { ...guests.contents, email: null }
      : CartContents.merged(own.contents, guests.contents);
    const priced = await priceContents(contents, { userId, isGuest: false });
    return async (tx) => {
      const at = clock.now();
      // before the carts, as an erasure locks them
      if ((await tx.users.lockForShare(userId)) === undefined) throw unknownUser();
      const guest = await tx.carts.get(id);
      // the guest's cart first: no other merge locks it after a customer's
      const before = await openCartOf(tx, actor, { userId, at });
      if (guest.version !== guests.version || before?.version !== own?.version || before?.id !== own?.id)
        throw new StalePreparationError(`The carts of ${userId} changed.`);
      if (before === undefined) {
        const cart = SavedCart.assign(guest, userId, at);
        await tx.carts.save(cart);
        await tx.events.append(actor, cartUpdated(guest, cart));
        return { cart, priced };
      }
      if (before.id === id) return { cart: before, priced };
      const cart = SavedCart.change(before, contents, at);
      await tx.carts.remove(id);
      await tx.carts.save(cart);
      await tx.events.append(actor, cartDeleted(guest, at), cartUpdated(before, cart));
      return { cart, priced };
    };
  };

type Owner = Readonly<{ id: SavedCartId; userId: Id<'usr'>; at: Date }>;

function requireMergeable(cart: SavedCart | undefined, { id, userId, at }: Owner): asserts cart is SavedCart {
  const isTheirs = cart !== undefined && (cart.userId === null || cart.userId === userId);
  if (!isTheirs || SavedCart.isExpired(cart, at)) throw notFound('cart', id);
  SavedCart.requireOpen(cart);
}
