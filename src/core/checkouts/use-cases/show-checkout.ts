import { requireOwnership } from '#core/access/ownership.ts';
import type { CartQueries } from '#core/carts/ports.ts';
import type { PriceContents } from '#core/carts/price-contents.ts';
import { isGuest } from '#core/carts/steps/cart-access.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { notFound } from '#core/shared/domain-error.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { ShopRulesQueries } from '#core/shop/ports.ts';
import { Checkout, type CheckoutId } from '../checkout.ts';
import type { CheckoutQueries, CheckoutsTx } from '../ports.ts';
import type { ShownCheckout } from '../shown-checkout.ts';
import { shownBefore, shownEnded, shownWithOrder } from '../steps/show-steps.ts';

/** @throws DomainError `not_found`. */
export type ShowCheckout = (
  actor: Actor,
  id: CheckoutId,
  options?: Readonly<{
    /** Shows a guest the price for a buyer who has ordered before, once a refused order has told it. */
    isKnownBuyer?: boolean;
  }>,
) => Promise<ShownCheckout>;

export type ShowDeps = Readonly<{
  checkoutQueries: CheckoutQueries;
  cartQueries: CartQueries;
  priceContents: PriceContents;
  rules: ShopRulesQueries;
  unitOfWork: UnitOfWork<CheckoutsTx>;
  clock: BusinessClock;
}>;

type CheckoutScope = 'orders:read' | 'orders:write';

/** @throws DomainError `not_found`. */
export const findCheckout = async (
  { checkoutQueries }: Pick<ShowDeps, 'checkoutQueries'>,
  actor: Actor,
  { id, scope }: Readonly<{ id: CheckoutId; scope: CheckoutScope }>,
): Promise<Checkout> => {
  const checkout = await checkoutQueries.find(id);
  if (checkout === undefined) throw notFound('checkout', id);
  requireOwnership(actor, scope, { kind: 'checkout', id, userId: checkout.userId, checkoutId: id });
  return checkout;
};

export const makeShowCheckout =
  (deps: ShowDeps): ShowCheckout =>
  async (actor, id, { isKnownBuyer = false } = {}) => {
    const checkout = await findCheckout(deps, actor, { id, scope: 'orders:read' });
    if (checkout.orderId !== null) return deps.unitOfWork.run((tx) => shownWithOrder(tx, actor, checkout));
    const status = Checkout.statusBefore(checkout, { isReady: true, at: deps.clock.now() });
    if (status !== 'ready') return shownEnded(checkout, status);
    const { contents, userId, cartId } = checkout;
    const [priced, cart] = await Promise.all([
      deps.priceContents(contents, { userId, isGuest: isGuest(actor, userId) && !isKnownBuyer }),
      cartId === null ? undefined : deps.cartQueries.find(cartId),
    ]);
    return shownBefore(deps, actor, { checkout, cart, priced });
  };
