import { Money } from '#core/shared/money.ts';
import type { Cart } from './cart.ts';
import { nameKey } from './place.ts';
import type { ShippingMethod } from './shipping-method.ts';

/**
 * The price of a shipping method for a cart, before discounts; undefined if the method does not apply.
 * @param total Of the items after discounts.
 */
export const shippingPrice = (method: ShippingMethod, cart: Cart, total: Money): Money | undefined => {
  if (!applies(method, cart)) return undefined;
  const size = method.priceBy === 'total' ? total.minor : milligramsOf(cart);
  const tier = method.tiers.find(({ upTo }) => upTo === null || size <= upTo);
  if (tier === undefined) return undefined;
  const isFree = method.freeAbove !== null && total.compare(method.freeAbove) >= 0;
  return isFree ? Money.ofMinor(0n, cart.currency) : tier.price;
};

const applies = ({ isActive, currency, countries, regions }: ShippingMethod, cart: Cart): boolean => {
  if (!isActive || currency !== cart.currency) return false;
  const { country, state } = cart.shippingAddress ?? { country: null, state: null };
  const isInCountry = countries.length === 0 || (country !== null && countries.includes(country));
  const isInRegion = regions.length === 0 || regions.some((region) => nameKey(region) === nameKey(state ?? ''));
  return isInCountry && isInRegion;
};

const milligramsOf = ({ lines }: Cart): bigint =>
  lines.reduce((sum, { milligrams, quantity }) => sum + milligrams * BigInt(quantity), 0n);
