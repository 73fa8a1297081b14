import type { OrderId } from '#core/orders/order.ts';
import { invalidState } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import { newResource, nextVersion, type Resource } from '#core/shared/resource.ts';
import { CartContents } from './cart-contents.ts';

export type SavedCartId = Id<'cart'>;

export const CART_STATUSES = ['open', 'ordered'] as const;

export type CartStatus = (typeof CART_STATUSES)[number];

/** A cart that the service keeps for its buyer, who may be on several devices. */
export type SavedCart = Resource<'cart'> &
  Readonly<{
    /** Whose it is; null for a guest's, which its token opens. */
    userId: Id<'usr'> | null;
    contents: CartContents;
    status: CartStatus;
    /** The last order of it, or of a part of it. */
    orderId: OrderId | null;
    /** When it was announced as abandoned: at most once. */
    abandonedAt: Date | null;
    /** When it ends unless it is written before. */
    expiresAt: Date;
  }>;

/** How long a cart is kept after it was written last. */
const CART_LIFETIME_DAYS = 30;

const DAY_MS = 24 * 3_600_000;

const expiryOf = (at: Date): Date => new Date(at.getTime() + CART_LIFETIME_DAYS * DAY_MS);

type NewCart = Readonly<{ id: SavedCartId; userId: SavedCart['userId']; contents: CartContents; at: Date }>;

export const SavedCart = {
  create: ({ id, userId, contents, at }: NewCart): SavedCart => ({
    ...newResource(id, at),
    ...{ userId, contents, status: 'open', orderId: null, abandonedAt: null, expiresAt: expiryOf(at) },
  }),

  /** When its buyer or the staff last wrote it: it is kept for a fixed time from then. */
  writtenAt: ({ expiresAt }: SavedCart): Date => new Date(expiresAt.getTime() - CART_LIFETIME_DAYS * DAY_MS),

  isExpired: ({ expiresAt }: SavedCart, at: Date): boolean => expiresAt <= at,

  /** @throws DomainError `invalid_state` for one that was ordered. */
  requireOpen: ({ status }: SavedCart): void => {
    if (status === 'ordered') throw invalidState('The cart was ordered. Create another one.', status);
  },

  /** @throws DomainError `invalid_state` for one that was ordered. */
  change: (cart: SavedCart, contents: CartContents, at: Date): SavedCart => {
    SavedCart.requireOpen(cart);
    return nextVersion(cart, { contents, expiresAt: expiryOf(at) }, at);
  },

  /** Gives a guest's cart to a user, whose e-mail it has from then on; its token no longer opens it. */
  assign: (cart: SavedCart, userId: Id<'usr'>, at: Date): SavedCart =>
    nextVersion(cart, { userId, contents: { ...cart.contents, email: null }, expiresAt: expiryOf(at) }, at),

  /** Announces that its buyer has left it. */
  abandon: (cart: SavedCart, at: Date): SavedCart => nextVersion(cart, { abandonedAt: at }, at),

  /** Takes out what was ordered. Nobody loses what another device has added meanwhile. */
  order: (cart: SavedCart, ordered: CartContents, { orderId, at }: Readonly<{ orderId: OrderId; at: Date }>) => {
    const contents = CartContents.without(cart.contents, ordered);
    const left = contents.items.length === 0 ? ({ status: 'ordered' } as const) : { contents };
    return nextVersion(cart, { ...left, orderId, expiresAt: expiryOf(at) }, at);
  },
};
