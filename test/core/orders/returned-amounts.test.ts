import { expect } from 'chai';
import fc from 'fast-check';
import { Order } from '#core/orders/order.ts';
import { OrderChanges } from '#core/orders/order-changes.ts';
import type { OrderItem } from '#core/orders/order-item.ts';
import { OrderMoney } from '#core/orders/order-money.ts';
import type { Currency } from '#core/shared/currency.ts';
import { Money } from '#core/shared/money.ts';
import type { Rate } from '#core/shared/rate-limiter.ts';
import { noonPlus } from '../../support/builders/builders.ts';
import { aFulfillment, anItem, anOrder, timingAt } from '../../support/builders/order-builders.ts';

const CURRENCIES = ['USD', 'EUR', 'JPY', 'KWD', 'CLF'] as Currency[];

const AT = noonPlus(1);

type Case = Readonly<{
  currency: Currency;
  unit: bigint;
  quantity: number;
  fulfilled: number;
  discountShare: number;
  taxShare: number;
  pricesIncludeTax: boolean;
  /** Which of the allowed steps comes next, and how much of it. */
  choices: readonly number[];
}>;

const anyCase: fc.Arbitrary<Case> = fc
  .record({
    currency: fc.constantFrom(...CURRENCIES),
    unit: fc.bigInt({ min: 1n, max: 50_000n }),
    quantity: fc.integer({ min: 1, max: 12 }),
    fulfilledShare: fc.integer({ min: 0, max: 100 }),
    discountShare: fc.integer({ min: 0, max: 100 }),
    taxShare: fc.integer({ min: 0, max: 50 }),
    pricesIncludeTax: fc.boolean(),
    choices: fc.array(fc.nat(), { minLength: 40, maxLength: 40 }),
  })
  .map(({ fulfilledShare, ...fields }) => ({
    ...fields,
    fulfilled: Math.floor((fields.quantity * fulfilledShare) / 100),
  }));

const part = (amount: bigint, percent: number): bigint => (amount * BigInt(percent)) / 100n;

/** A paid order of the item, and of another that stays, so that all of the item may be cancelled. */
const paidOrder = ({ currency, unit, quantity, fulfilled, discountShare, taxShare, pricesIncludeTax }: Case): Order => {
  const minor = (amount: bigint): Money => Money.ofMinor(amount, currency);
  const price = unit * BigInt(quantity);
  const discount = part(price, discountShare);
  const item = anItem({
    unitPrice: minor(unit),
    quantity,
    discounts: [{ discount: 0, amount: minor(discount) }],
    tax: { name: 'VAT', rate: 190_000 as Rate, amount: minor(part(price - discount, taxShare)) },
  });
  const kept = anItem({ unitPrice: minor(1n) });
  const placed = anOrder({
    items: [item, kept],
    charges: {
      shippingLines: [],
      discounts: [{ id: null, code: null, name: 'Sale' }],
      pricesIncludeTax,
      taxRounding: null,
      taxId: null,
      taxExemption: null,
    },
  });
  const paid = OrderMoney.pay(placed, Order.total(placed), timingAt(AT));
  if (fulfilled === 0) return paid;
  const items = [{ itemId: item.id, quantity: fulfilled }];
  return Order.fulfill(paid, aFulfillment(paid, items, AT));
};

const firstOf = (order: Order): OrderItem => order.items[0] as OrderItem;

/** The order after the refund of a quantity of the item. */
const afterItemRefund = (order: Order, quantity: number): Order => {
  const items = { items: [{ itemId: firstOf(order).id, quantity }], isRestocked: false, shipping: null };
  const cost = OrderChanges.costOf(order, items);
  const after = cost.minor === 0n ? order : OrderMoney.refund(order, cost, timingAt(AT));
  return OrderChanges.withoutRefunded(after, items);
};

/** The order after a random step that takes something of the item off; undefined if nothing is left. */
const step = (order: Order, fulfilled: number, choice: number): Order | undefined => {
  const item = firstOf(order);
  const cancellable = item.quantity - fulfilled;
  const returnable = fulfilled - item.returnedQuantity;
  if (cancellable === 0 && returnable === 0) return undefined;
  // a refund of items starts after the refunds that are due
  if (choice % 3 === 2 && order.refundDue.minor === 0n)
    return afterItemRefund(order, 1 + (Math.floor(choice / 3) % (cancellable + returnable)));
  const isReturn = cancellable === 0 || (returnable > 0 && choice % 2 === 0);
  const most = isReturn ? returnable : cancellable;
  const quantity = 1 + (Math.floor(choice / 2) % most);
  if (!isReturn) return OrderChanges.cancelItem(order, { itemId: item.id, quantity, isRefunded: true }, AT);
  const returned = { itemId: item.id, quantity };
  const { refund } = OrderChanges.returnItem(order, returned);
  return OrderChanges.receiveReturn(order, { items: [returned], refund }, AT);
};

/** The order after its due refund, if there is one. */
const refunded = (order: Order): Order =>
  order.refundDue.minor === 0n ? order : OrderMoney.refund(order, order.refundDue, timingAt(AT));

describe('cancellations, returns and refunds of items', () => {
  for (const [when, settle] of [
    ['at once', refunded],
    ['at the end', (order: Order) => order],
  ] as const) {
    it(`refund in any order exactly what was paid for an item, when refunds are done ${when}`, () => {
      fc.assert(
        fc.property(anyCase, (any) => {
          const paid = paidOrder(any);
          const kept = Money.ofMinor(1n, any.currency);
          let order = paid;
          for (const choice of any.choices) {
            const next = step(order, any.fulfilled, choice);
            if (next === undefined) break;
            order = settle(next);
          }
          expect(step(order, any.fulfilled, 0)).to.equal(undefined);
          expect(String(refunded(order).amountRefunded.minor)).to.equal(String(paid.amountPaid.subtract(kept).minor));
        }),
        { numRuns: 500 },
      );
    });
  }
});
