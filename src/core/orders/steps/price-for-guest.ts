import { DomainError } from '#core/shared/domain-error.ts';
import type { OrderRequest } from '../cart-of.ts';
import type { CartBuyer } from '../order-buyer.ts';
import {
  asNewBuyer,
  dependsOnBuyer,
  type PricedRequest,
  type PriceOrder,
  requireChoices,
  requireTotal,
} from '../price-order.ts';

/** An order as its buyer gets it, or why not: to be thrown once nothing else stands against it. */
type PricedForGuest = Readonly<{ priced: PricedRequest; refusal: DomainError | undefined }>;

/**
 * Prices an order of a guest. What does not fit is refused as for a buyer without orders, so that nobody learns from an
 * e-mail alone what it has ordered: an order must be possible in every other way before it tells. Where the price depends
 * on that, the expected total may be either: a quote shows that of a new buyer, and its refusal that of this one.
 * @throws DomainError as `requireChoices` does.
 */
export const priceForGuest = async (
  priceOrder: PriceOrder,
  request: OrderRequest,
  buyer: CartBuyer,
): Promise<PricedForGuest> => {
  const choice = { request, requiresShipping: true };
  const shown = await priceOrder(request, asNewBuyer(buyer));
  if (!dependsOnBuyer(shown)) {
    requireChoices(shown, choice);
    return { priced: { ...shown, cart: { ...shown.cart, ...buyer } }, refusal: undefined };
  }
  requireChoices(shown, { ...choice, request: { ...request, expectedTotal: undefined } });
  const priced = await priceOrder(request, buyer);
  const refusal = refusalOf(() => requireChoices(priced, choice));
  if (refusal === undefined) return { priced, refusal };
  return { priced: shown, refusal: refusalOf(() => requireTotal(shown, request)) ?? refusal };
};

const refusalOf = (require: () => void): DomainError | undefined => {
  try {
    require();
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
};
