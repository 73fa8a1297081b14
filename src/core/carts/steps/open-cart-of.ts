import type { Actor } from '#core/shared/actor.ts';
import type { Id } from '#core/shared/id.ts';
import type { CartsTx } from '../ports.ts';
import { cartDeleted } from '../records.ts';
import { SavedCart } from '../saved-cart.ts';

/** Locks the open cart of a user; one that has expired is removed, so that another one can be opened. */
export const openCartOf = async (
  tx: CartsTx,
  actor: Actor,
  { userId, at }: Readonly<{ userId: Id<'usr'>; at: Date }>,
): Promise<SavedCart | undefined> => {
  const cart = await tx.carts.findOpenOf(userId);
  if (cart === undefined || !SavedCart.isExpired(cart, at)) return cart;
  await tx.carts.remove(cart.id);
  await tx.events.append(actor, cartDeleted(cart, at));
  return undefined;
};
