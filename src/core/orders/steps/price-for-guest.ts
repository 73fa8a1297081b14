import type { DomainError } from '#core/shared/domain-error.ts';
import type { OrderRequest } from '../cart-of.ts';
import type { CartBuyer } from '../order-buyer.ts';
import { asNewBuyer, dependsOnBuyer, type PricedRequest, type PriceOrder, requireChoices } from '../price-order.ts';

/** An order as its buyer gets it, or why not: to be thrown once nothing else stands against it. */
type PricedForGuest = Readonly<{ priced: PricedRequest; refusal: DomainError | undefined }>;

/**
 * Prices an order of a guest. What does not fit is refused as for a buyer without orders, so that nobody learns from an
 * e-mail alone what it has ordered: an order must be possible in every other way before it tells.
 * @throws DomainError as `requireChoices` does.
 */
export const priceForGuest = async (
  priceOrder: PriceOrder,
  request: OrderRequest,
  buyer: CartBuyer,
): Promise<PricedForGuest> => {
  const shown = await priceOrder(request, asNewBuyer(buyer));
  requireChoices(shown, { request, requiresShipping: true });
  if (!dependsOnBuyer(shown)) return { priced: { ...shown, cart: { ...shown.cart, ...buyer } }, refusal: undefined };
  const priced = await priceOrder(request, buyer);
  try {
    requireChoices(priced, { request, requiresShipping: true });
    return { priced, refusal: undefined };
  } catch (error) {
    return { priced: shown, refusal: error as DomainError };
  }
};
