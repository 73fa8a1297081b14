import { accessLevelOf } from '#core/access/ownership.ts';
import { type PricedContentsView, pricedContentsView } from '#core/carts/quote-view.ts';
import { type ContentsView, contentsEventView, contentsView } from '#core/carts/saved-cart-view.ts';
import { Order } from '#core/orders/order.ts';
import type { Payment } from '#core/payments/payment.ts';
import type { PaymentStatus } from '#core/payments/payment-status.ts';
import type { Actor } from '#core/shared/actor.ts';
import { type ResourceView, versionView } from '#core/shared/resource.ts';
import type { Checkout, CheckoutStatus } from './checkout.ts';
import type { ShownCheckout } from './shown-checkout.ts';

type AcceptedView = Readonly<{ terms: string | null; withdrawal_waiver: string | null }>;

/** What a checkout still needs: a field of it, and what would be right. */
type MissingView = Readonly<{ pointer: string; code: string; message: string }>;

type CheckoutState = Readonly<{
  user_id: Checkout['userId'];
  cart_id: Checkout['cartId'];
  order_id: Checkout['orderId'];
  accepted: AcceptedView;
  cancelled_at: string | null;
  expires_at: string;
}>;

/** A checkout as its events show it: without what is personal. */
export type CheckoutEventView = ResourceView<Checkout, 'checkout'> &
  CheckoutState &
  Pick<ContentsView, 'items' | 'currency' | 'shipping_method_id' | 'discount_codes'>;

/** The order of a checkout, as far as it concerns the buyer here. */
type CheckoutOrderView = Readonly<{
  id: Order['id'];
  number: number;
  payment_status: Order['state']['payment'];
  total: number;
  amount_due: number;
  currency: string;
}>;

type CheckoutPaymentView = Readonly<{
  id: Payment['id'];
  status: PaymentStatus;
  next_action: Readonly<{ redirect_url: string }> | null;
}>;

/** A checkout as the API shows it, but for its addresses, which are secrets. */
export type CheckoutView = ResourceView<Checkout, 'checkout'> &
  CheckoutState &
  ContentsView &
  PricedContentsView &
  Readonly<{
    status: CheckoutStatus;
    missing: readonly MissingView[];
    return_url: string | null;
    order: CheckoutOrderView | null;
    payment: CheckoutPaymentView | null;
    actions: readonly string[];
  }>;

const stateView = (checkout: Checkout): CheckoutState => ({
  user_id: checkout.userId,
  cart_id: checkout.cartId,
  order_id: checkout.orderId,
  accepted: {
    terms: checkout.accepted.terms?.toISOString() ?? null,
    withdrawal_waiver: checkout.accepted.withdrawalWaiver?.toISOString() ?? null,
  },
  cancelled_at: checkout.cancelledAt?.toISOString() ?? null,
  expires_at: checkout.expiresAt.toISOString(),
});

export const checkoutEventView = (checkout: Checkout): CheckoutEventView => ({
  ...{ id: checkout.id, object: 'checkout' },
  ...stateView(checkout),
  ...contentsEventView(checkout.contents),
  ...versionView(checkout),
});

/** A stored checkout with all that is personal of it. */
export const storedCheckoutView = (checkout: Checkout): CheckoutEventView & ContentsView => ({
  ...checkoutEventView(checkout),
  ...contentsView(checkout.contents),
});

export const checkoutView = (
  { checkout, status, missing, priced, order, payment }: ShownCheckout,
  actor: Actor,
): CheckoutView => ({
  ...{ id: checkout.id, object: 'checkout', status },
  missing: missing.map(({ path, code, message }) => ({ pointer: `/${path.join('/')}`, code, message })),
  ...stateView(checkout),
  ...contentsView(checkout.contents),
  ...(priced === undefined
    ? { quote: null, changes: [] }
    : pricedContentsView(priced, { actor, userId: checkout.userId })),
  return_url: checkout.returnUrl,
  order: order === undefined ? null : orderView(order),
  payment: payment === undefined ? null : paymentView(payment, mayPay(actor)),
  actions: ACTIONS[status],
  ...versionView(checkout),
});

const orderView = (order: Order): CheckoutOrderView => ({
  id: order.id,
  number: order.number,
  payment_status: order.state.payment,
  total: Order.total(order).toNumber(),
  amount_due: Order.amountDue(order).toNumber(),
  currency: order.currency,
});

/** Whoever has the address of what the payer must do may do it: it is shown to who may see or make the payment. */
const mayPay = (actor: Actor): boolean =>
  actor.checkout !== undefined ||
  accessLevelOf(actor, 'payments:read') !== 'none' ||
  accessLevelOf(actor, 'payments:write') !== 'none';

const paymentView = ({ id, status, redirectUrl }: Payment, isPayer: boolean): CheckoutPaymentView => ({
  ...{ id, status },
  next_action: redirectUrl === null || !isPayer ? null : { redirect_url: redirectUrl },
});

/** What may be done to a checkout. */
const ACTIONS: Readonly<Record<CheckoutStatus, readonly string[]>> = {
  incomplete: ['cancel'],
  ready: ['complete', 'cancel'],
  in_progress: ['complete', 'cancel'],
  completed: [],
  cancelled: [],
  expired: [],
};
