import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import type { CartQueries } from '../ports.ts';
import type { PriceContents, PricedContents } from '../price-contents.ts';
import type { SavedCart, SavedCartId } from '../saved-cart.ts';
import { isGuest, requireCart } from '../steps/cart-access.ts';

/** A cart with what it would cost now. */
export type PricedCart = Readonly<{ cart: SavedCart; priced: PricedContents }>;

/** @throws DomainError `not_found`. */
export type ShowCart = (actor: Actor, id: SavedCartId) => Promise<PricedCart>;

type Deps = Readonly<{ cartQueries: CartQueries; priceContents: PriceContents; clock: BusinessClock }>;

export const makeShowCart =
  ({ cartQueries, priceContents, clock }: Deps): ShowCart =>
  async (actor, id) => {
    const found = await cartQueries.find(id);
    const cart = requireCart(actor, 'orders:read', { id, cart: found, at: clock.now() });
    const { userId } = cart;
    return { cart, priced: await priceContents(cart.contents, { userId, isGuest: isGuest(actor, userId) }) };
  };
