import fc from 'fast-check';
import type { Order } from '#core/orders/order.ts';
import type { OrderItem } from '#core/orders/order-item.ts';
import { OrderMoney } from '#core/orders/order-money.ts';
import { Address } from '#core/shared/address.ts';
import { Money } from '#core/shared/money.ts';
import type { Rate } from '#core/shared/rate-limiter.ts';
import { ids, NOON, USD } from '../../support/builders/builders.ts';
import { anItem, anOrder, timingAt } from '../../support/builders/order-builders.ts';

export const cents = (minor: number): Money => Money.ofMinor(BigInt(minor), USD);

const BERLIN = { name: 'Ada', line1: '1 Main St', city: 'Berlin', country: 'DE' };

/** The tax in percent. */
type Line = Readonly<{ unit: number; quantity: number; discount: number; tax: number }>;

const anyLine: fc.Arbitrary<Line> = fc
  .record({
    unit: fc.integer({ min: 1, max: 4_000 }),
    quantity: fc.integer({ min: 1, max: 4 }),
    off: fc.integer({ min: 0, max: 60 }),
    tax: fc.integer({ min: 0, max: 30 }),
  })
  .map(({ unit, quantity, off, tax }) => {
    return { unit, quantity, discount: Math.floor((unit * quantity * off) / 100), tax };
  });

export const anyCase = fc.record({
  lines: fc.array(anyLine, { minLength: 1, maxLength: 4 }),
  shipping: fc.record({
    price: fc.integer({ min: 0, max: 2_000 }),
    cheapest: fc.option(fc.integer({ min: 0, max: 2_000 })),
    tax: fc.integer({ min: 0, max: 30 }),
  }),
  isIncluded: fc.boolean(),
  /** In percent of the total. */
  paid: fc.oneof({ weight: 3, arbitrary: fc.constant(100) }, { weight: 1, arbitrary: fc.integer({ min: 0, max: 99 }) }),
  choices: fc.array(fc.nat(), { minLength: 4, maxLength: 24 }),
});

export type Case = typeof anyCase extends fc.Arbitrary<infer Value> ? Value : never;

/** The tax on an amount, half a cent and more as a cent. */
const taxOn = (amount: number, percent: number, { isIncluded }: Case): number => {
  const divisor = 100 + (isIncluded ? percent : 0);
  return Math.floor((2 * amount * percent + divisor) / (2 * divisor));
};

/** What shipping costs in cents, and what of it the cheapest would have cost, half a cent and more as a cent. */
export const shippingOf = (given: Case) => {
  const { price, cheapest, tax } = given.shipping;
  const cost = price + (given.isIncluded ? 0 : taxOn(price, tax, given));
  const isDearer = cheapest !== null && cheapest < price;
  return { cost, standard: isDearer ? Math.floor((2 * cost * cheapest + price) / (2 * price)) : cost };
};

const totalOf = (given: Case): number =>
  given.lines.reduce((sum, { unit, quantity, discount, tax }) => {
    const net = unit * quantity - discount;
    return sum + net + (given.isIncluded ? 0 : taxOn(net, tax, given));
  }, shippingOf(given).cost);

export const paidOf = (given: Case): number => Math.floor((totalOf(given) * given.paid) / 100);

export const orderOf = (given: Case): Order => {
  const { lines, shipping, isIncluded } = given;
  const taxOf = (amount: number, percent: number) => ({
    ...{ name: 'VAT', rate: (percent * 10_000) as Rate, amount: cents(taxOn(amount, percent, given)) },
  });
  const items = lines.map(({ unit, quantity, discount, tax }) =>
    anItem({
      ...{ unitPrice: cents(unit), quantity, tax: taxOf(unit * quantity - discount, tax) },
      discounts: discount === 0 ? [] : [{ discount: 0, amount: cents(discount) }],
    }),
  );
  const placed = anOrder({
    items: items as [OrderItem, ...OrderItem[]],
    charges: {
      shippingLines: [
        {
          ...{ methodId: 'shm_1', name: 'Express', price: cents(shipping.price), discounts: [] },
          cheapest: shipping.cheapest === null ? null : cents(shipping.cheapest),
          tax: taxOf(shipping.price, shipping.tax),
        },
      ],
      discounts: [{ id: null, code: null, name: 'Sale' }],
      ...{ pricesIncludeTax: isIncluded, taxRounding: 'line', taxId: null, taxExemption: null },
    },
    id: ids.next('ord'),
  });
  const shipped = { ...placed, shippingAddress: Address.of(BERLIN) };
  const paid = paidOf(given);
  return paid === 0 ? shipped : OrderMoney.pay(shipped, cents(paid), timingAt(NOON));
};
