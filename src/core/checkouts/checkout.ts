import type { CartContents } from '#core/carts/cart-contents.ts';
import type { SavedCart, SavedCartId } from '#core/carts/saved-cart.ts';
import type { Order, OrderId } from '#core/orders/order.ts';
import { EXPIRED } from '#core/orders/order-lifecycle.ts';
import { invalidState } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import { newResource, nextVersion, type Resource } from '#core/shared/resource.ts';

export type CheckoutId = Id<'chk'>;

/** When the buyer has accepted what; null for not, or not any more. */
type Accepted = Readonly<{
  /** The shop's terms. */
  terms: Date | null;
  /** That the right of withdrawal ends: from services once they are fully performed, from digital content once its supply begins. */
  withdrawalWaiver: Date | null;
}>;

/** What a buyer accepts, in the API's names; omitted ones stay. */
export type AcceptedFields = Readonly<{ terms?: boolean; withdrawal_waiver?: boolean }>;

/** The steps from what a buyer wants to a paid order. */
export type Checkout = Resource<'chk'> &
  Readonly<{
    /** Who buys; null for a guest. */
    userId: Id<'usr'> | null;
    /** The cart that it was created from. */
    cartId: SavedCartId | null;
    /** The last order of the cart before: after another one, what it contains may be ordered already. */
    cartOrderId: OrderId | null;
    /** Once it has an order, without what is personal: the order has it. */
    contents: CartContents;
    accepted: Accepted;
    /** The page of the shop to which its own page leads back. */
    returnUrl: string | null;
    orderId: OrderId | null;
    /** The link by which the order is paid, if it was placed without a payment. */
    paymentLinkId: Id<'plink'> | null;
    /** When it was cancelled before it had an order. */
    cancelledAt: Date | null;
    /** When it ends unless it has an order. */
    expiresAt: Date;
  }>;

export const CHECKOUT_STATUSES = ['incomplete', 'ready', 'in_progress', 'completed', 'cancelled', 'expired'] as const;

export type CheckoutStatus = (typeof CHECKOUT_STATUSES)[number];

/** A day. */
const LIFETIME_MS = 24 * 3_600_000;

type NewCheckout = Pick<Checkout, 'id' | 'userId' | 'cartId' | 'cartOrderId' | 'contents' | 'returnUrl'> &
  Readonly<{ accepted: AcceptedFields; at: Date }>;

const NOTHING_ACCEPTED: Accepted = { terms: null, withdrawalWaiver: null };

const acceptedOf = (before: Accepted, { terms, withdrawal_waiver: waiver }: AcceptedFields, at: Date): Accepted => {
  const change = (since: Date | null, accepts: boolean | undefined): Date | null => {
    if (accepts === undefined) return since;
    return accepts ? (since ?? at) : null;
  };
  return { terms: change(before.terms, terms), withdrawalWaiver: change(before.withdrawalWaiver, waiver) };
};

type CheckoutChange = Readonly<{
  contents: CartContents;
  accepted: AcceptedFields;
  /** Stays if undefined. */
  returnUrl: string | null | undefined;
}>;

export const Checkout = {
  create: ({ at, accepted, ...fields }: NewCheckout): Checkout => ({
    ...newResource(fields.id, at),
    ...fields,
    accepted: acceptedOf(NOTHING_ACCEPTED, accepted, at),
    ...{ orderId: null, paymentLinkId: null, cancelledAt: null },
    expiresAt: new Date(at.getTime() + LIFETIME_MS),
  }),

  /** The status while there is no order. */
  statusBefore: ({ cancelledAt, expiresAt }: Checkout, { isReady, at }: Readonly<{ isReady: boolean; at: Date }>) => {
    if (cancelledAt !== null) return 'cancelled';
    if (expiresAt <= at) return 'expired';
    return isReady ? 'ready' : 'incomplete';
  },

  /** The status with an order, which follows the order. */
  statusWith: ({ state, cancelReason }: Order): CheckoutStatus => {
    if (state.status === 'cancelled') return cancelReason === EXPIRED ? 'expired' : 'cancelled';
    const isUnpaid = state.payment === 'unpaid' || state.payment === 'partially_paid';
    return isUnpaid && state.status === 'open' ? 'in_progress' : 'completed';
  },

  /** Why it can no longer order its cart; undefined if it can, or has none. */
  cartError: ({ cartId, cartOrderId, userId }: Checkout, cart: SavedCart | undefined): string | undefined => {
    if (cartId === null) return undefined;
    if (cart?.userId !== userId) return 'was deleted, or is that of a customer who has signed in';
    return cart.orderId === cartOrderId ? undefined : 'was ordered by another checkout, or a part of it';
  },

  /** @throws DomainError `invalid_state` unless it can still be changed. */
  requireOpen: (checkout: Checkout, at: Date): void => {
    if (checkout.orderId !== null)
      throw invalidState('The checkout has placed its order. Change the order instead.', 'in_progress');
    const status = Checkout.statusBefore(checkout, { isReady: true, at });
    if (status !== 'ready') throw invalidState(`The checkout is ${status}. Create another one.`, status);
  },

  /** @throws DomainError `invalid_state`. */
  change: (checkout: Checkout, { contents, accepted, returnUrl }: CheckoutChange, at: Date): Checkout => {
    Checkout.requireOpen(checkout, at);
    const changed = { contents, accepted: acceptedOf(checkout.accepted, accepted, at) };
    return nextVersion(checkout, returnUrl === undefined ? changed : { ...changed, returnUrl }, at);
  },

  /** Records its order, which now has what is personal. */
  order: (
    checkout: Checkout,
    { orderId, paymentLinkId }: Readonly<{ orderId: OrderId; paymentLinkId: Checkout['paymentLinkId'] }>,
    at: Date,
  ): Checkout => {
    const personal = {
      email: null,
      shippingAddress: null,
      billingAddress: null,
      taxId: null,
      note: null,
      metadata: {},
    };
    const contents: CartContents = { ...checkout.contents, ...personal };
    return nextVersion(checkout, { orderId, paymentLinkId, contents }, at);
  },

  /** Records the link by which its order is paid. */
  link: (checkout: Checkout, paymentLinkId: Id<'plink'>, at: Date): Checkout =>
    nextVersion(checkout, { paymentLinkId }, at),

  /** @throws DomainError `invalid_state`. */
  cancel: (checkout: Checkout, at: Date): Checkout => {
    Checkout.requireOpen(checkout, at);
    return nextVersion(checkout, { cancelledAt: at }, at);
  },
};
