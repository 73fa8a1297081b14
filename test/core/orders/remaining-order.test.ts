import { expect } from 'chai';
import fc from 'fast-check';
import { Order } from '#core/orders/order.ts';
import { OrderChanges } from '#core/orders/order-changes.ts';
import { OrderSums } from '#core/orders/order-charges.ts';
import type { OrderItem } from '#core/orders/order-item.ts';
import { OrderMoney } from '#core/orders/order-money.ts';
import { Money } from '#core/shared/money.ts';
import type { Rate } from '#core/shared/rate-limiter.ts';
import type { TaxRounding } from '#core/shop/rules.ts';
import { noonPlus, USD } from '../../support/builders/builders.ts';
import { anItem, anOrder, timingAt } from '../../support/builders/order-builders.ts';

const AT = noonPlus(1);

const cents = (minor: bigint): Money => Money.ofMinor(minor, USD);

/** Half up, of whole numbers that are not negative. */
const rounded = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor);

const taxOn = (amount: bigint, rate: bigint, isIncluded: boolean): bigint =>
  rounded(amount * rate, 1_000_000n + (isIncluded ? rate : 0n));

/** A line of the oracle. */
type Line = Readonly<{ unit: bigint; quantity: bigint; discount: bigint; rate: bigint }>;

type Terms = Readonly<{ isIncluded: boolean; rounding: TaxRounding }>;

/** What quantities of lines cost, and their tax, from whole numbers alone. */
const oracle = (lines: readonly Line[], left: readonly bigint[], { isIncluded, rounding }: Terms) => {
  const amounts = lines.map(({ unit, quantity, discount }, index) => {
    const count = left[index] ?? 0n;
    return unit * count - rounded(discount * count, quantity);
  });
  const byRate = new Map<bigint, bigint>();
  for (const [index, { rate }] of lines.entries()) {
    const key = rounding === 'line' ? BigInt(index) * 10_000_000n + rate : rate;
    byRate.set(key, (byRate.get(key) ?? 0n) + (amounts[index] ?? 0n));
  }
  const tax = [...byRate].reduce((sum, [key, amount]) => sum + taxOn(amount, key % 10_000_000n, isIncluded), 0n);
  const net = amounts.reduce((sum, amount) => sum + amount, 0n);
  return { tax, total: isIncluded ? net : net + tax };
};

/** Allocates the tax of lines as the oracle charges it: what each line costs is of no matter to it. */
const taxesOf = (lines: readonly Line[], terms: Terms): bigint[] => {
  const whole = lines.map(({ quantity }) => quantity);
  if (terms.rounding === 'line') return lines.map((line) => oracle([line], [line.quantity], terms).tax);
  const firstOf = (rate: bigint): number => lines.findIndex((line) => line.rate === rate);
  return lines.map(({ rate }, index) => {
    const quantities = whole.map((quantity, at) => (lines[at]?.rate === rate ? quantity : 0n));
    return firstOf(rate) === index ? oracle(lines, quantities, terms).tax : 0n;
  });
};

/** A paid order of the lines, of which the last is its shipping. */
const paidOrder = (lines: readonly Line[], terms: Terms): Order => {
  const taxes = taxesOf(lines, terms);
  const taxOf = (index: number) => ({
    name: 'VAT',
    rate: Number(lines[index]?.rate) as Rate,
    amount: cents(taxes[index] ?? 0n),
  });
  const discountsOf = ({ discount }: Line) => (discount === 0n ? [] : [{ discount: 0, amount: cents(discount) }]);
  const items = lines.slice(0, -1).map((line, index) => {
    const { unit, quantity } = line;
    return anItem({
      unitPrice: cents(unit),
      quantity: Number(quantity),
      discounts: discountsOf(line),
      tax: taxOf(index),
    });
  });
  const shipping = lines.at(-1) as Line;
  const placed = anOrder({
    items: items as [OrderItem, ...OrderItem[]],
    charges: {
      shippingLines: [
        {
          methodId: 'shm_1',
          name: 'Standard',
          price: cents(shipping.unit),
          cheapest: null,
          discounts: discountsOf(shipping),
          tax: taxOf(items.length),
        },
      ],
      discounts: [{ id: null, code: null, name: 'Sale' }],
      pricesIncludeTax: terms.isIncluded,
      taxRounding: terms.rounding,
      taxId: null,
      taxExemption: null,
    },
  });
  const total = Order.total(placed);
  return total.minor === 0n ? placed : OrderMoney.pay(placed, total, timingAt(AT));
};

const RATES = [190_000n, 70_000n, 55_000n] as const;

const anyLine = fc
  .record({
    unit: fc.bigInt(1n, 3_000n),
    quantity: fc.bigInt(1n, 12n),
    off: fc.bigInt(0n, 100n),
    rate: fc.constantFrom(...RATES),
  })
  .map(({ unit, quantity, off, rate }): Line => ({ unit, quantity, discount: (unit * quantity * off) / 100n, rate }));

const anyCase = fc.record({
  lines: fc.array(anyLine, { minLength: 2, maxLength: 6 }),
  shipping: anyLine.map((line) => ({ ...line, quantity: 1n, discount: 0n })),
  isIncluded: fc.boolean(),
  rounding: fc.constantFrom<TaxRounding>('line', 'total'),
  choices: fc.array(fc.nat(), { maxLength: 20 }),
});

const settled = (order: Order): Order =>
  order.refundDue.minor === 0n ? order : OrderMoney.refund(order, order.refundDue, timingAt(AT));

describe('what is left of an order after cancellations', () => {
  it('costs what was agreed for it, whatever was cancelled before, and the rest is refunded', () => {
    fc.assert(
      fc.property(anyCase, ({ lines, shipping, choices, ...terms }) => {
        const all = [...lines, shipping];
        const left = all.map(({ quantity }) => quantity);
        const paid = paidOrder(all, terms);
        let order = paid;
        for (const choice of choices) {
          const index = choice % lines.length;
          const quantity = BigInt(1 + (Math.floor(choice / 7) % 3));
          const item = order.items[index] as OrderItem;
          const isLast = order.items.every(({ id, quantity: count }) => id === item.id || count === 0);
          if (quantity > (left[index] ?? 0n) || (isLast && quantity === left[index])) continue;
          left[index] = (left[index] ?? 0n) - quantity;
          const cancelled = { itemId: item.id, quantity: Number(quantity), isRefunded: true };
          order = settled(OrderChanges.cancelItem(order, cancelled, AT));
          const expected = oracle(all, left, terms);
          const { total, tax } = OrderSums.of(order);
          expect(String(tax.minor)).to.equal(String(expected.tax));
          expect(String(total.minor)).to.equal(String(expected.total));
          expect(String(order.amountRefunded.minor)).to.equal(String(paid.amountPaid.minor - expected.total));
          for (const each of order.items) expect(each.tax?.amount.isNegative).to.equal(false);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  const single = (unit: bigint, quantity: bigint, terms: Terms): Order =>
    paidOrder(
      [
        { unit, quantity, discount: 0n, rate: 190_000n },
        { unit: 0n, quantity: 1n, discount: 0n, rate: 190_000n },
      ],
      terms,
    );

  const cut = (order: Order, quantity: number): Order =>
    OrderChanges.cancelItem(order, { itemId: (order.items[0] as OrderItem).id, quantity, isRefunded: true }, AT);

  const taxOf = (order: Order): number => OrderSums.of(order).tax.toNumber();

  it('has the tax of its own price, one by one', () => {
    let order = single(99n, 10n, { isIncluded: false, rounding: 'line' });
    const taxes: number[] = [];
    while ((order.items[0]?.quantity ?? 0) > 1) {
      order = cut(order, 1);
      taxes.push(taxOf(order));
    }
    expect(taxes).to.deep.equal([1.69, 1.5, 1.32, 1.13, 0.94, 0.75, 0.56, 0.38, 0.19]);
  });

  it('has the tax of its own price, at once', () => {
    for (const rounding of ['line', 'total'] as const) {
      expect(taxOf(cut(single(99n, 3n, { isIncluded: false, rounding }), 1))).to.equal(0.38);
      expect(taxOf(cut(single(99n, 3n, { isIncluded: true, rounding }), 1))).to.equal(0.32);
    }
  });

  it('is in proportion to a tax that is not that of its rate', () => {
    const order = single(99n, 10n, { isIncluded: false, rounding: 'line' });
    const [item] = order.items;
    const tax = { name: 'Tax', rate: 190_000 as Rate, amount: cents(33n) };
    const charges = { ...order.charges, taxRounding: null };
    const external = { ...order, charges, items: [{ ...(item as OrderItem), tax }] };
    expect([1, 4, 7].map((quantity) => taxOf(cut(external, quantity)))).to.deep.equal([0.3, 0.2, 0.1]);
  });

  it('finds how the tax of an order was rounded that is older than the record of it', () => {
    for (const rounding of ['line', 'total'] as const) {
      const line = { unit: 3n, quantity: 2n, discount: 0n, rate: 190_000n };
      const order = paidOrder([line, line, line, { ...line, quantity: 1n }], { isIncluded: false, rounding });
      const former = { ...order, charges: { ...order.charges, taxRounding: null } };
      const after = cut(former, 1);
      expect(after.charges.taxRounding).to.equal(rounding);
      // of 6, 6, 6 and 3 cents a line has one, one, one and one; their sum has four
      expect(taxOf(after)).to.equal(rounding === 'line' ? 0.04 : 0.03);
    }
  });
});
