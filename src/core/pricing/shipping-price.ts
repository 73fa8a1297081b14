import { Money } from '#core/shared/money.ts';
import type { Cart } from './cart.ts';
import { nameKey } from './place.ts';
import { type Refusal, refuse } from './refusal.ts';
import type { ShippingMethod } from './shipping-method.ts';
import { ShippingTier } from './shipping-tier.ts';

/**
 * The price of a shipping method for a cart, before discounts, or why the method does not apply.
 * @param total Of the items after discounts.
 */
export const shippingPrice = (method: ShippingMethod, cart: Cart, total: Money): Money | Refusal => {
  const refusal = refusalOf(method, cart);
  if (refusal !== undefined) return refusal;
  const size = method.priceBy === 'total' ? total.minor : milligramsOf(cart);
  const tier = method.tiers.find(({ upTo }) => upTo === null || size <= upTo);
  if (tier === undefined) return tooLarge(method);
  const isFree = method.freeAbove !== null && total.compare(method.freeAbove) >= 0;
  return isFree ? Money.ofMinor(0n, cart.currency) : tier.price;
};

const refusalOf = ({ isActive, currency, countries, regions }: ShippingMethod, cart: Cart): Refusal | undefined => {
  if (!isActive) return refuse('inactive', 'is not active');
  if (currency !== cart.currency) return refuse('currency_mismatch', `ships orders in ${currency} only`);
  if (countries.length === 0) return undefined;
  const { country, state } = cart.shippingAddress ?? { country: null, state: null };
  if (country === null) return refuse('unknown_address', 'needs a shipping address');
  if (!countries.includes(country)) return refuse('country_not_covered', `does not ship to ${country}`);
  const isInRegion = regions.length === 0 || regions.some((region) => nameKey(region) === nameKey(state ?? ''));
  return isInRegion ? undefined : refuse('region_not_covered', `does not ship to ${state ?? 'an unknown state'}`);
};

/** The cart is beyond the last tier. */
const tooLarge = (method: ShippingMethod): Refusal => {
  const last = method.tiers.at(-1);
  const most = last === undefined ? 0 : (ShippingTier.fieldsOf(last, method).up_to ?? 0);
  return method.priceBy === 'total'
    ? refuse('total_too_high', `ships totals of at most ${most} ${method.currency}`)
    : refuse('weight_too_high', `ships at most ${most} ${method.weightUnit}`);
};

const milligramsOf = ({ lines }: Cart): bigint =>
  lines.reduce((sum, { milligrams, quantity }) => sum + milligrams * BigInt(quantity), 0n);
