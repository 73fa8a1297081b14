import { expect } from 'chai';
import fc from 'fast-check';
import type { Discount } from '#core/pricing/discount.ts';
import type { DiscountFields } from '#core/pricing/discount-fields.ts';
import { priceCart } from '#core/pricing/price-cart.ts';
import { Money } from '#core/shared/money.ts';
import { USD } from '../../support/builders/builders.ts';
import { aCart, aCartLine, aDiscount, aShippingMethod } from '../../support/builders/pricing-builders.ts';

type Fields = Partial<DiscountFields>;

const anyFields: fc.Arbitrary<Fields> = fc
  .tuple(
    fc.oneof(
      fc.integer({ min: 0, max: 100 }).map((percent): Fields => ({ kind: 'percent', percent })),
      fc.integer({ min: 1, max: 20_000 }).map((cents): Fields => {
        return { kind: 'amount', percent: null, amount: cents / 100 };
      }),
      fc.constant<Fields>({ kind: 'free_shipping', percent: null }),
    ),
    fc.record({ combinable: fc.boolean(), priority: fc.integer({ min: 0, max: 2 }), isCode: fc.boolean() }),
  )
  .map(([value, { isCode, ...rest }]) => ({ ...value, ...rest, ...(isCode ? {} : { code: null }) }));

const anyCase = fc.record({
  cents: fc.array(fc.integer({ min: 1, max: 9_000 }), { minLength: 1, maxLength: 4 }),
  discounts: fc.array(anyFields, { maxLength: 4 }),
  shipping: fc.integer({ min: 0, max: 900 }),
  freeFrom: fc.option(fc.integer({ min: 1, max: 15_000 })),
});

/** What a cart costs with discounts on all of its items, in cents. */
const costOf = (
  discounts: readonly Discount[],
  { cents, shipping, freeFrom }: { cents: readonly number[]; shipping: number; freeFrom: number | null },
): number => {
  let goods = cents.reduce((sum, amount) => sum + amount, 0);
  for (const { value } of discounts) {
    if (value.kind === 'percent') goods -= Math.floor((goods * Number(value.rate) + 500_000) / 1_000_000);
    if (value.kind === 'amount') goods -= Math.min(goods, Number(value.amount.minor));
  }
  const isFree =
    discounts.some(({ value }) => value.kind === 'free_shipping') || (freeFrom !== null && goods >= freeFrom);
  return goods + (isFree ? 0 : shipping);
};

describe('the discounts of a cart', () => {
  it('cost the buyer no more than all combinable ones, the automatic ones of them, or one of the others', () => {
    fc.assert(
      fc.property(anyCase, ({ cents, discounts: fields, shipping, freeFrom }) => {
        const method = aShippingMethod({
          tiers: [{ up_to: null, price: shipping / 100 }],
          free_above: freeFrom === null ? null : freeFrom / 100,
        });
        const discounts = fields.map((given) => aDiscount(given));
        const lines = cents.map((minor) => aCartLine({ unitPrice: Money.ofMinor(BigInt(minor), USD) }));
        const cart = aCart({
          lines,
          shippingMethodId: method.id,
          discountCodes: discounts.flatMap(({ code }) => code ?? []),
        });
        const rules = {
          ...{ pricesIncludeTax: true, rounding: 'total' as const, taxRates: [], shopAddress: null },
          ...{ shippingMethods: [method], discounts, isFirstOrder: true, usedUp: new Map() },
          categoriesOf: () => [],
        };
        const quote = priceCart(cart, rules);
        const sorted = discounts.toSorted(
          (a, b) =>
            b.priority - a.priority || Number(a.code === null) - Number(b.code === null) || (a.id < b.id ? -1 : 1),
        );
        const costs = { cents, shipping, freeFrom };
        const applied = sorted.filter(({ id }) => quote.discounts.some((quoted) => quoted.id === id));
        const paid = [...quote.items, ...quote.shippingLines].reduce((sum, line, index) => {
          const price = cents[index] ?? Number(quote.shippingLines[0]?.price.minor);
          return sum + price - line.discounts.reduce((total, { amount }) => total + Number(amount.minor), 0);
        }, 0);
        expect(paid).to.equal(costOf(applied, costs));
        expect(applied.length < 2 || applied.every(({ isCombinable }) => isCombinable)).to.equal(true);
        const combinable = sorted.filter(({ isCombinable }) => isCombinable);
        const combinations = [
          [],
          combinable,
          combinable.filter(({ code }) => code === null),
          ...sorted.filter(({ isCombinable }) => !isCombinable).map((discount) => [discount]),
        ];
        for (const combination of combinations)
          expect(paid, JSON.stringify(combination.map(({ id }) => id))).to.be.at.most(costOf(combination, costs));
        for (const code of applied.filter((discount) => discount.code !== null)) {
          const others = applied.filter((other) => other !== code);
          expect(costOf(others, costs), 'a code without a use').to.be.above(paid);
        }
      }),
    );
  });
});
