import { expect } from 'chai';
import fc from 'fast-check';
import { orderView } from '#core/orders/order-view.ts';
import { requireChoices } from '#core/orders/price-order.ts';
import { takenItems } from '#core/orders/taken-items.ts';
import { Actor } from '#core/shared/actor.ts';
import { aProduct, ids, NOON } from '../../support/builders/builders.ts';
import { anOrder } from '../../support/builders/order-builders.ts';
import { priceOrderOf } from '../../support/builders/order-pricing.ts';
import { thrownBy } from '../../support/rejection.ts';

/** A product's price in minor units, and its ordered quantity. */
type Line = Readonly<{ minor: bigint; quantity: number }>;

const DIGITS: Readonly<Record<string, number>> = { JPY: 0, USD: 2, KWD: 3, CLF: 4 };

/** Minor units as a number in major units, from its digits. */
const major = (minor: bigint, currency: string): number => Number(`${minor}e-${DIGITS[currency]}`);

/** An order of products at these prices, as shown. */
const buy = async (currency: string, prices: readonly (readonly [number, number])[], expectedTotal?: number) => {
  const products = prices.map(([each]) => aProduct({ price: each, currency }));
  const items = products.map(({ id: productId }, index) => ({ productId, quantity: prices[index]?.[1] ?? 0 }));
  const moved = products.map((product) => ({ before: product, after: product }));
  const buyer = { at: NOON, shippingAddress: null, billingAddress: null, customerKey: null, usedBy: null };
  const request = { items, expectedTotal };
  const priced = await priceOrderOf(products)(request, buyer);
  requireChoices(priced, { request, requiresShipping: false });
  return orderView(anOrder({ items: takenItems(priced, moved, { actor: Actor.system, ids }) }));
};

const buyLines = (currency: string, lines: readonly Line[], expectedTotal?: number) =>
  buy(
    currency,
    lines.map(({ minor, quantity }) => [major(minor, currency), quantity]),
    expectedTotal,
  );

const totalOf = (lines: readonly Line[]): bigint =>
  lines.reduce((sum, { minor, quantity }) => sum + minor * BigInt(quantity), 0n);

/** Items whose total is within the limit and exact as a number. */
const purchase = fc.constantFrom('JPY', 'USD', 'KWD', 'CLF').chain((currency) => {
  const largest = Math.min(999_999_999_999 * 10 ** (DIGITS[currency] ?? 0), 5e15);
  return fc.record({
    currency: fc.constant(currency),
    lines: fc.array(
      fc.record({
        minor: fc.bigInt({ min: 0n, max: BigInt(Math.floor(largest / 200_000)) }),
        quantity: fc.integer({ min: 1, max: 10_000 }),
      }),
      { minLength: 1, maxLength: 20 },
    ),
  });
});

describe('order totals', () => {
  it('are exact: each subtotal, and the total as their sum', async () => {
    await fc.assert(
      fc.asyncProperty(purchase, async ({ currency, lines }) => {
        const view = await buyLines(currency, lines);
        const total = totalOf(lines);
        expect(view.items.map(({ subtotal }) => subtotal)).to.deep.equal(
          lines.map((line) => major(totalOf([line]), currency)),
        );
        expect(view.items.map((item) => item.unit_price)).to.deep.equal(
          lines.map(({ minor }) => major(minor, currency)),
        );
        expect(view).to.include({ currency, total: major(total, currency), subtotal: major(total, currency) });
        expect(view.amount_due).to.equal(major(total, currency));
        expect(view.payment_status).to.equal(total === 0n ? 'paid' : 'unpaid');
      }),
    );
  });

  it('match the expected total exactly and fail when it is off by one minor unit', async () => {
    await fc.assert(
      fc.asyncProperty(purchase, async ({ currency, lines }) => {
        const total = totalOf(lines);
        expect((await buyLines(currency, lines, major(total, currency))).total).to.equal(major(total, currency));
        const error = await thrownBy(() => buyLines(currency, lines, major(total + 1n, currency)));
        expect(error.code).to.equal('total_changed');
        expect(error.details).to.deep.equal({ total: major(total, currency), currency });
      }),
    );
  });

  for (const [currency, prices, total] of [
    ['USD', [[19.99, 3]], 59.97],
    [
      'USD',
      [
        [0.1, 1],
        [0.2, 1],
      ],
      0.3,
    ],
    ['USD', [[1.1, 3]], 3.3],
    ['USD', [[0.07, 100]], 7],
    ['USD', [[4.35, 100]], 435],
    ['USD', [[1.005e2, 10_000]], 1_005_000],
    [
      'JPY',
      [
        [1, 1],
        [999, 9999],
      ],
      9_989_002,
    ],
    [
      'KWD',
      [
        [0.001, 3],
        [0.7, 3],
      ],
      2.103,
    ],
    [
      'CLF',
      [
        [0.0001, 7],
        [1.1, 3],
      ],
      3.3007,
    ],
  ] as const) {
    const bought = prices.map(([each, quantity]) => `${quantity} × ${each}`).join(' + ');
    it(`are ${total} ${currency} for ${bought}`, async () => {
      expect((await buy(currency, prices, total)).total).to.equal(total);
    });
  }
});
