import { Money } from '#core/shared/money.ts';
import { Rate } from '#core/shared/rate-limiter.ts';
import { applyDiscounts } from './apply-discounts.ts';
import type { Cart } from './cart.ts';
import type { Discount } from './discount.ts';
import { type DiscountFacts, maxUsesPerCustomerOf } from './discount-conditions.ts';
import { PricedLine } from './priced-line.ts';
import type {
  Quote,
  QuotedDiscount,
  QuotedShipping,
  Refusal,
  RefusedCode,
  RefusedDiscount,
  RefusedShipping,
  ShippingOption,
  TaxExemption,
} from './quote.ts';
import { type ShippingMethod, shippingPrice } from './shipping-method.ts';
import { isReverseCharge } from './tax-id.ts';
import { findTaxRate, type TaxPlace, type TaxRate } from './tax-rate.ts';
import { type TaxRules, taxesOf } from './taxes.ts';

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

type Pricing = Readonly<{ cart: Cart; rules: PricingRules; exemption: TaxExemption | null }>;

/** Prices a cart: discounts, then shipping, then tax. */
export const priceCart = (cart: Cart, rules: PricingRules): Quote => {
  const exemption = exemptionOf(cart, rules);
  const pricing = { cart: withoutTax(cart, { rules, exemption }), rules, exemption };
  const { discounts, allocations, refusals } = applyDiscounts(rules.discounts, pricing.cart, rules);
  const itemLines = pricing.cart.lines.map(({ unitPrice, quantity }, index) => ({
    price: unitPrice.times(BigInt(quantity)),
    discounts: allocations[index] ?? [],
  }));
  const total = itemLines.map(PricedLine.discounted).reduce((sum, amount) => sum.add(amount), zeroIn(cart));
  const { options, refused, chosen } = shippingOf(pricing, total);
  const shippingLines = chosen.map((line) => withFreeShipping(line, discounts));
  const rates = [...cart.lines, ...shippingLines].map(({ taxCategory }) => rateFor(taxCategory, pricing));
  const taxable = [...itemLines, ...shippingLines].map((line, index) => ({ ...line, rate: rates[index] }));
  const taxes = exemption === null ? taxesOf(taxable, rules) : taxable.map(() => null);
  return {
    pricesIncludeTax: exemption === null && rules.pricesIncludeTax,
    taxExemption: exemption,
    items: itemLines.map((line, index) => ({
      unitPrice: pricing.cart.lines[index]?.unitPrice ?? line.price,
      discounts: line.discounts,
      tax: taxes[index] ?? null,
    })),
    shippingLines: shippingLines.map(({ taxCategory: _, ...line }, index) => ({
      ...line,
      tax: taxes[itemLines.length + index] ?? null,
    })),
    discounts: discounts.map(quotedDiscount),
    refusedCodes: refusedCodes(cart, rules.discounts, refusals),
    refusedDiscounts: refusedDiscounts(refusals),
    shippingOptions: options,
    refusedShipping: refused,
    requiresShipping: rules.shippingMethods.some(({ isActive }) => isActive),
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

const rateFor = (taxCategory: string | null, { cart, rules }: Omit<Pricing, 'exemption'>): TaxRate | undefined =>
  findTaxRate(rules.taxRates, { place: placeOf(cart, rules), taxCategory, at: cart.at });

/** Under an exemption, prices that include tax are reduced by it. */
const withoutTax = (cart: Cart, { rules, exemption }: Omit<Pricing, 'cart'>): Cart => {
  if (exemption === null || !rules.pricesIncludeTax) return cart;
  const lines = cart.lines.map((line) => ({
    ...line,
    unitPrice: netPrice(line.unitPrice, rateFor(line.taxCategory, { cart, rules })),
  }));
  return { ...cart, lines };
};

const netPrice = (price: Money, rate: TaxRate | undefined): Money =>
  rate === undefined ? price : price.subtract(Rate.within(rate.rate, price));

type ShippingLine = Omit<QuotedShipping, 'tax'> & Readonly<{ taxCategory: string | null }>;

type ShippingChoice = Readonly<{ options: ShippingOption[]; refused: RefusedShipping[]; chosen: ShippingLine[] }>;

const shippingOf = (pricing: Pricing, total: Money): ShippingChoice => {
  const { cart, rules, exemption } = pricing;
  const lines: ShippingLine[] = [];
  const refused: RefusedShipping[] = [];
  for (const method of rules.shippingMethods) {
    const { id: methodId, name, taxCategory } = method;
    const gross = shippingPrice(method, cart, total);
    if (!(gross instanceof Money)) {
      refused.push({ methodId, name, ...gross });
      continue;
    }
    const isNet = exemption !== null && rules.pricesIncludeTax;
    const price = isNet ? netPrice(gross, rateFor(taxCategory, pricing)) : gross;
    lines.push({ methodId, name, price, discounts: [], taxCategory });
  }
  return {
    options: lines.map(({ methodId, name, price }) => ({ methodId, name, price })),
    refused,
    chosen: lines.filter(({ methodId }) => methodId === cart.shippingMethodId),
  };
};

const withFreeShipping = (line: ShippingLine, discounts: readonly Discount[]): ShippingLine => {
  const discount = discounts.findIndex(({ value }) => value.kind === 'free_shipping');
  const isUnchanged = discount === -1 || line.price.minor === 0n;
  return isUnchanged ? line : { ...line, discounts: [{ discount, amount: line.price }] };
};

const refusedCodes = (
  { discountCodes }: Cart,
  discounts: readonly Discount[],
  refusals: ReadonlyMap<Discount, Refusal>,
): RefusedCode[] =>
  discountCodes.flatMap((code) => {
    const discount = discounts.find((candidate) => candidate.code === code);
    if (discount === undefined) return [{ code, reason: 'unknown', message: 'is not a discount code of this shop' }];
    const refusal = refusals.get(discount);
    return refusal === undefined ? [] : [{ code, ...refusal }];
  });

const refusedDiscounts = (refusals: ReadonlyMap<Discount, Refusal>): RefusedDiscount[] =>
  [...refusals].flatMap(([{ id, name, code }, refusal]) => (code === null ? [{ id, name, ...refusal }] : []));
