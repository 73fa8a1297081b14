import { isByStaff } from '#core/access/is-by-staff.ts';
import { requireOwnership } from '#core/access/ownership.ts';
import { requireGuestBuyer } from '#core/orders/guest.ts';
import { buyerOf } from '#core/orders/use-cases/create-order.ts';
import { Actor } from '#core/shared/actor.ts';
import { notFound } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import { SavedCart, type SavedCartId } from '../saved-cart.ts';

type CartScope = 'orders:read' | 'orders:write';

/** The cart that a caller may access at a time. @throws DomainError `not_found`, also for one that has expired. */
export const requireCart = (
  actor: Actor,
  scope: CartScope,
  { id, cart, at }: Readonly<{ id: SavedCartId; cart: SavedCart | undefined; at: Date }>,
): SavedCart => {
  if (cart === undefined || SavedCart.isExpired(cart, at)) throw notFound('cart', id);
  requireOwnership(actor, scope, { kind: 'cart', id, userId: cart.userId, cartId: id });
  return cart;
};

/** Whose cart or checkout a caller creates: customers their own, guests nobody's. */
export const buyerFor = (actor: Actor, requested: Id<'usr'> | null | undefined): Id<'usr'> | null => {
  requireGuestBuyer(actor, { userId: requested, isQuote: true });
  return Actor.isVisitor(actor) ? null : buyerOf(actor, requested);
};

/** Whether somebody who is no user, and not the staff, buys. */
export const isGuest = (actor: Actor, userId: Id<'usr'> | null): boolean => userId === null && !isByStaff(actor);
