import { accessLevelOf } from '#core/access/ownership.ts';
import type { Cart } from '#core/pricing/cart.ts';
import type { Actor } from '#core/shared/actor.ts';
import { Address } from '#core/shared/address.ts';
import { type FieldError, invalid } from '#core/shared/domain-error.ts';
import { emailKey } from '#core/shared/mail.ts';
import type { Order } from './order.ts';
import type { OrderDetails } from './order-details.ts';

/** The buyer as a request names them; customers order for themselves and name nobody. */
type NamedBuyer = Readonly<{
  userId?: Order['userId'] | undefined;
  email?: string | null | undefined;
  /** Whether there is no buyer on purpose, as at a counter. */
  isAnonymous?: boolean | undefined;
}>;

/**
 * Requires callers who order for others to name the buyer, so that nobody forgets them.
 * @throws DomainError `validation_failed`.
 */
export const requireBuyer = (actor: Actor, { userId, email, isAnonymous = false }: NamedBuyer): void => {
  const isOwn = actor.own && userId === undefined;
  const isForOthers = accessLevelOf(actor, 'orders:write') === 'all' && !isOwn;
  const isNamed = (userId ?? null) !== null || (email ?? null) !== null;
  if (isAnonymous && (isNamed || !isForOthers)) {
    const message = isForOthers
      ? 'must be omitted, or false, with user_id or email'
      : 'must be omitted: customers order for themselves';
    throw invalid([{ path: ['anonymous'], code: 'any.unknown', message }]);
  }
  if (isForOthers && !isNamed && !isAnonymous) throw invalid(['user_id', 'email'].map(missing));
};

const missing = (field: string): FieldError => ({
  path: [field],
  code: 'any.required',
  message: 'must name the buyer: send user_id or email, or anonymous as true',
});

/** What a cart says of its buyer, and of the order that is edited. */
export type CartBuyer = Pick<Cart, 'at' | 'shippingAddress' | 'billingAddress' | 'customerKey' | 'usedBy'>;

/** The buyer of a new order. */
export const buyerOfCart = (
  { email, shipping_address: shipping, billing_address: billing }: OrderDetails,
  { userId, at }: Readonly<{ userId: Order['userId']; at: Date }>,
): CartBuyer => ({
  at,
  shippingAddress: shipping ? Address.of(shipping) : null,
  billingAddress: billing ? Address.of(billing) : null,
  customerKey: userId ?? (email ? emailKey(email) : null),
  usedBy: null,
});
