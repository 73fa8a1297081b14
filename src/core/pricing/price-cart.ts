import { type Refusal, refuse } from '#core/pricing/quote.ts';
import { Money } from '#core/shared/money.ts';
import { Rate } from '#core/shared/rate-limiter.ts';
import { applyDiscounts } from './apply-discounts.ts';
import { withBestDiscounts } from './best-discounts.ts';
import type { Cart } from './cart.ts';
import type { Discount } from './discount.ts';
import { type DiscountFacts, lapseOf, maxUsesPerCustomerOf } from './discount-conditions.ts';
import { PricedLine } from './priced-line.ts';
import type { Quote, QuotedDiscount, RefusedCode, RefusedDiscount, RefusedShipping, TaxExemption } from './quote.ts';
import { type ShippingMethod, shippingPrice } from './shipping-method.ts';
import { isReverseCharge } from './tax-id.ts';
import { findTaxRate, type TaxPlace, type TaxRate } from './tax-rate.ts';
import { type TaxableLine, type TaxRules, taxesOf } from './taxes.ts';

/** The tables and rules by which a cart is priced. */
export type PricingRules = TaxRules &
  Readonly<{
    taxRates: readonly TaxRate[];
    shippingMethods: readonly ShippingMethod[];
    /** The automatic discounts, and those of the cart’s codes. */
    discounts: readonly Discount[];
    /** Where the shop is; null if it has no address. */
    shopAddress: TaxPlace | null;
  }> &
  DiscountFacts;

/** A line of an order before its tax. */
export type UntaxedLine = TaxableLine & Readonly<{ unitPrice: Money; quantity: bigint }>;

type ShippingLine = UntaxedLine & Readonly<{ methodId: string; name: string }>;

/** A cart with some discounts, at the prices that a consumer sees. */
type PricedCart = Readonly<{
  discounts: readonly Discount[];
  isEffective: (discount: Discount) => boolean;
  items: readonly UntaxedLine[];
  shipping: ShippingChoice;
  total: Money;
}>;

/**
 * Prices a cart: discounts, then shipping, then tax. A reverse charge takes the tax out last: amounts and thresholds of
 * discounts and shipping are those that a consumer sees.
 */
export const priceCart = (cart: Cart, rules: PricingRules): Quote => {
  const price = makePriceWith(cart, rules);
  const { priced, refusals } = withBestDiscounts(rules.discounts, { cart, facts: rules, price });
  const exemption = exemptionOf(cart, rules);
  const pricesIncludeTax = exemption === null && rules.pricesIncludeTax;
  const asCharged = <Line extends UntaxedLine>(line: Line): Line =>
    pricesIncludeTax === rules.pricesIncludeTax ? line : withoutTax(line);
  const { chosen, options, refused } = priced.shipping;
  const items = priced.items.map(asCharged);
  const shippingLines = chosen.map(asCharged);
  const lines = [...items, ...shippingLines];
  const taxes = exemption === null ? taxesOf(lines, rules) : lines.map(() => null);
  return {
    pricesIncludeTax,
    taxExemption: exemption,
    items: items.map(({ unitPrice, discounts }, index) => ({ unitPrice, discounts, tax: taxes[index] ?? null })),
    shippingLines: shippingLines.map(({ methodId, name, price, discounts }, index) => ({
      ...{ methodId, name, price, discounts },
      tax: taxes[items.length + index] ?? null,
    })),
    discounts: priced.discounts.map(quotedDiscount),
    refusedCodes: refusedCodes(cart, rules.discounts, refusals),
    refusedDiscounts: refusedDiscounts(cart, refusals),
    shippingOptions: options.map(asCharged).map(({ methodId, name, price }) => ({ methodId, name, price })),
    refusedShipping: refused,
    requiresShipping: rules.shippingMethods.some(({ isActive }) => isActive),
  };
};

/** Prices the cart with some discounts. */
const makePriceWith = (cart: Cart, rules: PricingRules): ((discounts: readonly Discount[]) => PricedCart) => {
  const place = placeOf(cart, rules);
  const rateOf = (taxCategory: string | null): TaxRate | undefined =>
    findTaxRate(rules.taxRates, { place, taxCategory, at: cart.at });
  const undiscounted = cart.lines.map(({ unitPrice, quantity: count, taxCategory }) => {
    const quantity = BigInt(count);
    return { unitPrice, quantity, price: unitPrice.times(quantity), rate: rateOf(taxCategory) };
  });
  return (discounts) => {
    const allocations = applyDiscounts(discounts, cart, rules);
    const items = undiscounted.map((line, index) => ({ ...line, discounts: allocations[index] ?? [] }));
    const goods = items.map(PricedLine.discounted).reduce((sum, amount) => sum.add(amount), zeroIn(cart));
    const shipping = shippingOf({ cart, rules, rateOf }, { goods, discounts });
    const lines = [...items, ...shipping.chosen];
    const taxes = taxesOf(lines, rules);
    const totals = lines.map((line, index) =>
      PricedLine.total({ ...line, tax: taxes[index] ?? null }, rules.pricesIncludeTax),
    );
    const reducing = new Set(lines.flatMap((line) => line.discounts.map(({ discount }) => discounts[discount])));
    return {
      discounts,
      isEffective: (discount) => reducing.has(discount),
      items,
      shipping,
      total: totals.reduce((sum, amount) => sum.add(amount), zeroIn(cart)),
    };
  };
};

const quotedDiscount = (discount: Discount): QuotedDiscount => ({
  id: discount.id,
  code: discount.code,
  name: discount.name,
  maxUsesPerCustomer: maxUsesPerCustomerOf(discount),
});

const zeroIn = ({ currency }: Cart): Money => Money.ofMinor(0n, currency);

/** Where the goods are taxed: where they are shipped, or else where the buyer or the shop is. */
const placeOf = (cart: Cart, { shopAddress }: PricingRules): TaxPlace | null =>
  cart.shippingAddress ?? cart.billingAddress ?? shopAddress;

const exemptionOf = (cart: Cart, rules: PricingRules): TaxExemption | null => {
  const countries = { from: rules.shopAddress?.country ?? null, to: placeOf(cart, rules)?.country ?? null };
  return isReverseCharge(cart.taxId, countries) ? 'reverse_charge' : null;
};

/** The line with the tax taken out of its price and its discounts. */
export const withoutTax = <Line extends UntaxedLine>(line: Line): Line => {
  const { rate, discounts } = line;
  if (rate === undefined) return line;
  const net = (amount: Money): Money => amount.subtract(Rate.within(rate.rate, amount));
  const unitPrice = net(line.unitPrice);
  const price = unitPrice.times(line.quantity);
  if (discounts.length === 0) return { ...line, unitPrice, price };
  // a line that was free stays free, whatever was rounded
  const discount = PricedLine.discounted(line).minor === 0n ? price : net(PricedLine.discount(line)).min(price);
  const parts = discount.allocate(discounts.map(({ amount }) => amount.minor));
  const allocations = discounts.map(({ discount: position }, index) => ({
    discount: position,
    amount: parts[index] ?? discount,
  }));
  return { ...line, unitPrice, price, discounts: allocations.filter(({ amount }) => amount.minor > 0n) };
};

type ShippingChoice = Readonly<{
  /** Those that apply, before discounts. */
  options: readonly ShippingLine[];
  refused: readonly RefusedShipping[];
  chosen: readonly ShippingLine[];
}>;

type Shipped = Readonly<{
  cart: Cart;
  rules: PricingRules;
  rateOf: (taxCategory: string | null) => TaxRate | undefined;
}>;

/** @param goods The total of the items after discounts. */
const shippingOf = (
  { cart, rules, rateOf }: Shipped,
  { goods, discounts }: Readonly<{ goods: Money; discounts: readonly Discount[] }>,
): ShippingChoice => {
  const options: ShippingLine[] = [];
  const refused: RefusedShipping[] = [];
  for (const method of rules.shippingMethods) {
    const { id: methodId, name, taxCategory } = method;
    const price = shippingPrice(method, cart, goods);
    if (price instanceof Money) {
      options.push({ methodId, name, unitPrice: price, quantity: 1n, price, discounts: [], rate: rateOf(taxCategory) });
    } else refused.push({ methodId, name, ...price });
  }
  const chosen = options.filter(({ methodId }) => methodId === cart.shippingMethodId);
  return { options, refused, chosen: chosen.map((line) => withFreeShipping(line, discounts)) };
};

const withFreeShipping = (line: ShippingLine, discounts: readonly Discount[]): ShippingLine => {
  const discount = discounts.findIndex(({ value }) => value.kind === 'free_shipping');
  const isUnchanged = discount === -1 || line.price.minor === 0n;
  return isUnchanged ? line : { ...line, discounts: [{ discount, amount: line.price }] };
};

const UNKNOWN_CODE = refuse('unknown', 'is not a valid discount code of this shop');

/** Of a code that is not in force visitors learn nothing, not even that there is one: they could try codes. */
const refusedCodes = (
  { at, discountCodes }: Cart,
  discounts: readonly Discount[],
  refusals: ReadonlyMap<Discount, Refusal>,
): RefusedCode[] =>
  discountCodes.flatMap((code) => {
    const discount = discounts.find((candidate) => candidate.code === code);
    if (discount === undefined || lapseOf(discount, at) !== undefined) return [{ code, ...UNKNOWN_CODE }];
    const refusal = refusals.get(discount);
    return refusal === undefined ? [] : [{ code, ...refusal }];
  });

/** The automatic ones, and those whose codes are not in force. */
const refusedDiscounts = ({ at }: Cart, refusals: ReadonlyMap<Discount, Refusal>): RefusedDiscount[] =>
  [...refusals].flatMap(([discount, refusal]) => {
    const { id, name, code } = discount;
    return code === null || lapseOf(discount, at) !== undefined ? [{ id, name, ...refusal }] : [];
  });
