import { expect } from 'chai';
import fc from 'fast-check';
import type { Cart, CartLine } from '#core/pricing/cart.ts';
import type { Discount } from '#core/pricing/discount.ts';
import type { DiscountValue } from '#core/pricing/discount-value.ts';
import { type PricingRules, priceCart } from '#core/pricing/price-cart.ts';
import { PricedLine } from '#core/pricing/priced-line.ts';
import type { Quote } from '#core/pricing/quote.ts';
import type { ShippingMethod } from '#core/pricing/shipping-method.ts';
import type { TaxRate } from '#core/pricing/tax-rate.ts';
import type { TaxRules } from '#core/pricing/taxes.ts';
import type { Currency } from '#core/shared/currency.ts';
import { Money } from '#core/shared/money.ts';
import type { Rate } from '#core/shared/rate-limiter.ts';
import { ids, NOON } from '../../support/builders/builders.ts';

const CURRENCIES = ['USD', 'EUR', 'JPY', 'KWD', 'CLF'] as Currency[];

const resource = <P extends 'txr' | 'shm' | 'dsc'>(prefix: P) => ({
  id: ids.next(prefix),
  version: 1,
  createdAt: NOON,
  updatedAt: NOON,
});

const TAX_CATEGORIES = [null, 'books', 'food'];

const ADDRESS = {
  name: null,
  company: null,
  line1: '1 Main St',
  line2: null,
  city: null,
  state: null,
  postal_code: '10115',
  country: 'DE',
  phone: null,
};

const anyLine = (currency: Currency): fc.Arbitrary<CartLine> =>
  fc
    .record({
      minor: fc.bigInt({ min: 0n, max: 500_000n }),
      quantity: fc.integer({ min: 1, max: 50 }),
      taxCategory: fc.constantFrom(...TAX_CATEGORIES),
    })
    .map(({ minor, ...line }) => ({
      ...line,
      productId: ids.next('prod'),
      parentId: null,
      name: 'Linen shirt',
      sku: null,
      unitPrice: Money.ofMinor(minor, currency),
      categoryId: null,
      milligrams: 100_000n,
    }));

const anyRate: fc.Arbitrary<Rate> = fc.integer({ min: 0, max: 1_000_000 }).map((parts) => parts as Rate);

const anyTaxRates: fc.Arbitrary<TaxRate[]> = fc.tuple(...TAX_CATEGORIES.map(() => fc.option(anyRate))).map((rates) =>
  rates.flatMap((rate, index) => {
    const taxCategory = TAX_CATEGORIES[index] ?? null;
    if (rate === null) return [];
    const place = { country: 'DE', region: null, postalPrefix: null };
    const name = `Tax of ${taxCategory}`;
    return [{ ...resource('txr'), name, rate, ...place, taxCategory, validFrom: null, validTo: null }];
  }),
);

const anyValue = (currency: Currency): fc.Arbitrary<DiscountValue> => {
  const money = fc.bigInt({ min: 0n, max: 1_000_000n }).map((minor) => Money.ofMinor(minor, currency));
  return fc.oneof(
    anyRate.map((rate) => ({ kind: 'percent' as const, rate })),
    money.map((amount) => ({ kind: 'amount' as const, amount })),
    money.map((price) => ({ kind: 'fixed_price' as const, price })),
    fc.constant({ kind: 'free_shipping' as const }),
  );
};

const anyDiscount = (currency: Currency): fc.Arbitrary<Discount> =>
  fc.record({ value: anyValue(currency), isCombinable: fc.boolean(), priority: fc.integer({ min: 0, max: 3 }) }).map(
    (fields): Discount => ({
      ...resource('dsc'),
      name: 'Sale',
      code: null,
      isActive: true,
      minTotal: null,
      minQuantity: null,
      productIds: [],
      categoryIds: [],
      firstOrder: false,
      validFrom: null,
      validTo: null,
      maxUses: null,
      maxUsesPerCustomer: null,
      ...fields,
    }),
  );

const anyMethod = (currency: Currency): fc.Arbitrary<ShippingMethod> =>
  fc
    .record({ minor: fc.bigInt({ min: 0n, max: 10_000n }), taxCategory: fc.constantFrom(...TAX_CATEGORIES) })
    .map(({ minor, taxCategory }) => ({
      ...resource('shm'),
      name: 'Standard',
      isActive: true,
      countries: [],
      regions: [],
      currency,
      priceBy: 'total' as const,
      weightUnit: 'g' as const,
      tiers: [{ upTo: null, price: Money.ofMinor(minor, currency) }],
      freeAbove: null,
      taxCategory,
    }));

const anyRules: fc.Arbitrary<TaxRules> = fc.record({
  pricesIncludeTax: fc.boolean(),
  rounding: fc.constantFrom('line' as const, 'total' as const),
});

type Case = Readonly<{ cart: Cart; rules: PricingRules }>;

const anyCase: fc.Arbitrary<Case> = fc.constantFrom(...CURRENCIES).chain((currency) =>
  fc
    .record({
      lines: fc.array(anyLine(currency), { minLength: 1, maxLength: 8 }),
      method: anyMethod(currency),
      discounts: fc.array(anyDiscount(currency), { maxLength: 4 }),
      taxRates: anyTaxRates,
      taxRules: anyRules,
    })
    .map(({ lines, method, discounts, taxRates, taxRules }) => ({
      cart: {
        at: NOON,
        currency,
        lines,
        shippingAddress: ADDRESS,
        billingAddress: null,
        shippingMethodId: method.id,
        discountCodes: [],
        takesAutomaticDiscounts: true,
        taxId: null,
        customerKey: null,
        usedBy: null,
      },
      rules: {
        ...taxRules,
        taxRates,
        shippingMethods: [method],
        discounts,
        shopAddress: null,
        categoriesOf: (id) => [id],
        isFirstOrder: true,
        usedUp: new Map(),
      },
    })),
);

const linesOf = ({ cart }: Case, quote: Quote): PricedLine[] => [
  ...quote.items.map(({ unitPrice, ...line }, index) => ({
    ...line,
    price: unitPrice.times(BigInt(cart.lines[index]?.quantity ?? 0)),
  })),
  ...quote.shippingLines,
];

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);

/** Half up, as a fraction of whole numbers. */
const rounded = (dividend: bigint, divisor: bigint): bigint => {
  const quotient = dividend / divisor;
  return (dividend % divisor) * 2n >= divisor ? quotient + 1n : quotient;
};

/** The tax of an amount, from whole numbers alone. */
const taxOf = (minor: bigint, rate: number, pricesIncludeTax: boolean): bigint =>
  rounded(minor * BigInt(rate), 1_000_000n + (pricesIncludeTax ? BigInt(rate) : 0n));

describe('the price of a cart', () => {
  it('has no discount above a price, and lines that sum to its totals', () => {
    fc.assert(
      fc.property(anyCase, (given) => {
        const quote = priceCart(given.cart, given.rules);
        const lines = linesOf(given, quote);
        const { pricesIncludeTax } = given.rules;
        for (const line of lines) {
          expect(PricedLine.discounted(line).isNegative).to.equal(false);
          for (const { amount, discount } of line.discounts) {
            expect(amount.minor > 0n, 'an empty part of a discount').to.equal(true);
            expect(quote.discounts[discount]).to.not.equal(undefined);
          }
        }
        const taxLines = PricedLine.taxLines(lines, pricesIncludeTax);
        const untaxed = lines.filter(({ tax }) => tax === null).map((line) => PricedLine.discounted(line).minor);
        const total = sum(lines.map((line) => PricedLine.total(line, pricesIncludeTax).minor));
        expect(sum([...taxLines.flatMap(({ taxable, amount }) => [taxable.minor, amount.minor]), ...untaxed])).to.equal(
          total,
        );
      }),
    );
  });

  it('has the tax per rate of an independent calculation', () => {
    fc.assert(
      fc.property(anyCase, (given) => {
        const { pricesIncludeTax, rounding, taxRates } = given.rules;
        const lines = linesOf(given, priceCart(given.cart, given.rules));
        const categories = [...given.cart.lines, ...given.rules.shippingMethods].map(({ taxCategory }) => taxCategory);
        const appliedTo = (category: string | null) =>
          taxRates.find((rate) => rate.taxCategory === category) ?? taxRates.find((rate) => rate.taxCategory === null);
        for (const { rate } of taxRates) {
          const taxed = lines.filter((_, index) => appliedTo(categories[index] ?? null)?.rate === rate);
          const amounts = taxed.map((line) => PricedLine.discounted(line).minor);
          const expected =
            rounding === 'line'
              ? sum(amounts.map((minor) => taxOf(minor, rate, pricesIncludeTax)))
              : taxOf(sum(amounts), rate, pricesIncludeTax);
          expect(sum(taxed.map(({ tax }) => tax?.amount.minor ?? 0n))).to.equal(expected);
        }
        for (const [index, { tax }] of lines.entries()) {
          const applied = appliedTo(categories[index] ?? null);
          if (applied === undefined) expect(tax).to.equal(null);
          else expect(tax).to.include({ name: applied.name, rate: applied.rate });
        }
      }),
    );
  });

  it('is the same whether prices include the tax or not, where both prices are exact', () => {
    fc.assert(
      fc.property(
        anyCase,
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 0, max: 100 }),
        (given, percent, off) => {
          // a hundred minor units have an exact tax at a whole percentage, and an exact discount
          const { currency } = given.cart;
          const lines = given.cart.lines.map((line) => ({
            ...line,
            taxCategory: null,
            unitPrice: Money.ofMinor(line.unitPrice.minor * 10_000n, currency),
          }));
          const gross = lines.map((line) => ({
            ...line,
            unitPrice: Money.ofMinor((line.unitPrice.minor * BigInt(100 + percent)) / 100n, currency),
          }));
          const cart = { ...given.cart, lines, shippingMethodId: null };
          const place = { country: 'DE', region: null, postalPrefix: null, taxCategory: null };
          const rate = (percent * 10_000) as Rate;
          const taxRates = [{ ...resource('txr'), name: 'VAT', rate, ...place, validFrom: null, validTo: null }];
          const [first] = given.rules.discounts;
          const discounts = first
            ? [{ ...first, value: { kind: 'percent' as const, rate: (off * 10_000) as Rate } }]
            : [];
          const totalOf = (priced: Cart, pricesIncludeTax: boolean): bigint => {
            const rules = { ...given.rules, taxRates, discounts, pricesIncludeTax };
            const quoted = linesOf({ cart: priced, rules }, priceCart(priced, rules));
            return sum(quoted.map((line) => PricedLine.total(line, pricesIncludeTax).minor));
          };
          expect(totalOf({ ...cart, lines: gross }, true)).to.equal(totalOf(cart, false));
        },
      ),
    );
  });
});
