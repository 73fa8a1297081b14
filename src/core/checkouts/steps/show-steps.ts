import type { PricedContents } from '#core/carts/price-contents.ts';
import type { SavedCart } from '#core/carts/saved-cart.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { notFound } from '#core/shared/domain-error.ts';
import type { ShopRulesQueries } from '#core/shop/ports.ts';
import { Checkout, type CheckoutStatus } from '../checkout.ts';
import { missingOf } from '../missing.ts';
import type { CheckoutsTx } from '../ports.ts';
import type { ShownCheckout } from '../shown-checkout.ts';

type Deps = Readonly<{ rules: ShopRulesQueries; clock: BusinessClock }>;

const WITHOUT_ORDER = { order: undefined, payment: undefined, paymentLinkId: null } as const;

/** A checkout that has ended without an order, so that nothing can be ordered by it. */
export const shownEnded = (checkout: Checkout, status: CheckoutStatus): ShownCheckout => ({
  ...{ checkout, status, missing: [], priced: undefined, ...WITHOUT_ORDER },
});

/** An open checkout without an order, as it was priced. */
export const shownBefore = async (
  { rules, clock }: Deps,
  actor: Actor,
  { checkout, cart, priced }: Readonly<{ checkout: Checkout; cart: SavedCart | undefined; priced: PricedContents }>,
): Promise<ShownCheckout> => {
  const error = Checkout.cartError(checkout, cart);
  const missing = [
    ...(error === undefined ? [] : [{ path: ['cart_id'], code: 'any.only', message: error }]),
    ...missingOf(actor, checkout, priced, priced.priced?.rules ?? (await rules.get())),
  ];
  const status = Checkout.statusBefore(checkout, { isReady: missing.length === 0, at: clock.now() });
  return { checkout, status, missing, priced, ...WITHOUT_ORDER };
};

/** A checkout with its order, the open payment of it, and the link by which it can be paid. */
export const shownWithOrder = async (tx: CheckoutsTx, actor: Actor, checkout: Checkout): Promise<ShownCheckout> => {
  const { id, orderId } = checkout;
  const order = orderId === null ? undefined : await tx.orders.find(orderId);
  if (order === undefined) throw new TypeError(`The order of checkout ${id} is missing.`);
  // a customer has claimed the order of a guest, whose token no longer opens it
  if (actor.checkout !== undefined && order.userId !== checkout.userId) throw notFound('checkout', id);
  const { open } = await tx.payments.paymentStateOf(order);
  const payment = open === null ? undefined : await tx.payments.find(open.id);
  const status = Checkout.statusWith(order);
  const isLinked = status === 'in_progress' && checkout.paymentLinkId !== null;
  const link = isLinked ? await tx.paymentLinks.find(checkout.paymentLinkId) : undefined;
  const paymentLinkId = link?.isActive ? link.id : null;
  return { checkout, status, missing: [], priced: undefined, order, payment, paymentLinkId };
};
