import fc from 'fast-check';
import { Order, type OrderId } from '#core/orders/order.ts';
import { OrderSums } from '#core/orders/order-charges.ts';
import type { Movement } from '#core/payments/ledger.ts';
import { PricedLine } from '#core/pricing/priced-line.ts';
import type { Currency } from '#core/shared/currency.ts';
import { emailKey } from '#core/shared/mail.ts';
import { Money } from '#core/shared/money.ts';
import type { Rate } from '#core/shared/rate-limiter.ts';
import type { Work } from '#core/storage.ts';
import { momentAt } from './builders.ts';
import { aGuestOrder, anItem } from './order-builders.ts';
import { aMovement, aPaidRow, beginRow } from './payment-rows.ts';

/** An order that was paid and refunded, in minor units and at times of the history. */
export type SoldHistory = Readonly<{ order: Order; movements: readonly Movement[] }>;

export const CURRENCIES = ['USD', 'JPY', 'KWD'] as Currency[];

/** A year in which clocks change, to the millisecond. */
export const aTime = fc
  .integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2026, 0, 31) })
  .map((milliseconds) => new Date(milliseconds));

const aLine = fc.record({
  price: fc.integer({ min: 1, max: 100_000 }),
  quantity: fc.integer({ min: 1, max: 4 }),
  cancelled: fc.integer({ min: 0, max: 1 }),
  taxRate: fc.constantFrom(null, 70_000, 190_000),
  discount: fc.integer({ min: 0, max: 100 }),
  category: fc.constantFrom(null, 'cat_shirts', 'cat_scarves'),
  product: fc.integer({ min: 1, max: 6 }),
});

/** What happens to the money of an order: captures of parts of its total, and refunds of parts of what was captured. */
const aCapture = fc.record({
  at: aTime,
  /** In hundredths of what is left to be paid. */
  share: fc.constantFrom(100, 100, 100, 50, 33, 1),
  refunds: fc.array(
    fc.record({
      after: fc.integer({ min: 1, max: 90 * 86_400_000 }),
      share: fc.constantFrom(100, 50, 7),
      kind: fc.constantFrom('refund', 'dispute_lost', 'reversed'),
      isOfItem: fc.boolean(),
    }),
    { maxLength: 2 },
  ),
});

export const anOrderHistory = fc.record({
  createdAt: aTime,
  currency: fc.constantFrom(...CURRENCIES),
  userId: fc.constantFrom(null, 'usr_ada', 'usr_grace'),
  email: fc.constantFrom(null, 'ada@example.com', 'Ada@Example.com', 'grace@example.com'),
  country: fc.constantFrom('DE', 'FR'),
  lines: fc.uniqueArray(aLine, { selector: ({ product }) => product, minLength: 1, maxLength: 4 }),
  shipping: fc.constantFrom(0, 490),
  pricesIncludeTax: fc.boolean(),
  captures: fc.array(aCapture, { maxLength: 2 }),
});

export type OrderHistory = typeof anOrderHistory extends fc.Arbitrary<infer T> ? T : never;

const address = (country: string) => ({
  name: 'Ada',
  line1: 'Torstr. 1',
  city: 'Berlin',
  postal_code: '10115',
  country,
});

/** The order with its items, and what an order with these charges costs. */
export const orderOf = (history: OrderHistory): Order => {
  const money = (minor: number): Money => Money.ofMinor(BigInt(minor), history.currency);
  const lineOf = (price: Money, taxRate: number | null, discount: number) => {
    const discounts =
      discount === 0 ? [] : [{ discount: 0, amount: money(Math.floor((Number(price.minor) * discount) / 100)) }];
    const taxable = Number(PricedLine.discounted({ price, discounts }).minor);
    const amount = money(Math.round((taxable * (taxRate ?? 0)) / 1_000_000));
    return { discounts, tax: taxRate === null ? null : { name: 'VAT', rate: taxRate as Rate, amount } };
  };
  const [first, ...rest] = history.lines.map((line) =>
    anItem({
      productId: `prod_${line.product}`,
      category: line.category === null ? null : { id: line.category as `cat_${string}`, name: line.category },
      unitPrice: money(line.price),
      quantity: line.quantity,
      cancelledQuantity: line.cancelled,
      ...lineOf(money(line.price * line.quantity), line.taxRate, line.discount),
    }),
  );
  if (first === undefined) throw new TypeError('An order has a line.');
  const shipping = {
    methodId: 'shm_1' as const,
    name: 'Standard',
    price: money(history.shipping),
    cheapest: null,
    ...lineOf(money(history.shipping), 190_000, 0),
  };
  return aGuestOrder({
    items: [first, ...rest],
    userId: history.userId as Order['userId'],
    ...(history.email === null ? {} : { email: history.email }),
    at: history.createdAt,
    shipping_address: address(history.country),
    charges: {
      shippingLines: history.shipping === 0 ? [] : [shipping],
      discounts: [{ id: null, code: 'SPRING', name: 'Spring sale' }],
      pricesIncludeTax: history.pricesIncludeTax,
      taxRounding: null,
      taxId: null,
      taxExemption: null,
    },
  });
};

/** Stores an order with its payments. */
export const storeSale =
  (order: Order, history: OrderHistory): Work<SoldHistory> =>
  async (tx) => {
    await tx.orders.add(order, []);
    const movements: Movement[] = [];
    let left = Order.total(order).minor;
    for (const capture of history.captures) {
      const amount = capture.share === 100 ? left : (left * BigInt(capture.share)) / 100n;
      if (amount === 0n) continue;
      left -= amount;
      const made = paymentOf(order, capture, Money.ofMinor(amount, order.currency));
      movements.push(...made.movements);
      await beginRow(made.payment, { movements: made.movements }, made.payment.amount)(tx);
    }
    return { order, movements };
  };

const paymentOf = (order: Order, capture: OrderHistory['captures'][number], amount: Money) => {
  const payment = aPaidRow({ payableId: order.id as OrderId, amount, captured: amount, at: capture.at });
  const at = (milliseconds: number): Date => new Date(capture.at.getTime() + milliseconds);
  const movements: Movement[] = [{ ...aMovement(payment, 'capture', amount), at: capture.at }];
  let left = amount.minor;
  for (const refund of capture.refunds) {
    const part = Money.ofMinor(refund.share === 100 ? left : (left * BigInt(refund.share)) / 100n, order.currency);
    if (part.minor === 0n) continue;
    if (refund.kind === 'dispute_lost') {
      movements.push({ ...aMovement(payment, 'dispute', part), at: at(refund.after) });
      movements.push({ ...aMovement(payment, 'dispute_lost', part), at: at(refund.after + 1000) });
    } else movements.push({ ...aMovement(payment, 'refund', part), at: at(refund.after) });
    if (refund.kind === 'reversed')
      movements.push({ ...aMovement(payment, 'refund_reversal', part), at: at(refund.after + 5000) });
    else left -= part.minor;
  }
  const refunded = amount.subtract(Money.ofMinor(left, order.currency));
  return { payment: { ...payment, refunded, updatedAt: momentAt(capture.at).business }, movements };
};

/** When an order counts. */
export const countedAt = (order: Order, movements: readonly Movement[]): number | undefined => {
  const captures = movements.filter(({ kind }) => kind === 'capture').map(({ at }) => at.getTime());
  if (captures.length > 0) return Math.min(...captures);
  return Order.total(order).minor === 0n ? order.createdAt.getTime() : undefined;
};

/** The figures of a range by plain addition. */
export const plainFigures = (sales: readonly SoldHistory[], currency: Currency, isIn: (at: Date) => boolean) => {
  const sums = { gross: 0n, refunds: 0n, orders: 0n, units: 0n, discounts: 0n };
  const signs: Partial<Record<Movement['kind'], bigint>> = { refund: 1n, dispute_lost: 1n, refund_reversal: -1n };
  for (const { order, movements } of sales) {
    if (order.currency !== currency) continue;
    for (const { kind, at, amount } of movements) {
      if (!isIn(at)) continue;
      if (kind === 'capture') sums.gross += amount.minor;
      sums.refunds += (signs[kind] ?? 0n) * amount.minor;
    }
    const at = countedAt(order, movements);
    if (at === undefined || !isIn(new Date(at))) continue;
    sums.orders += 1n;
    sums.discounts += OrderSums.of(order).discount.minor;
    for (const item of order.items) sums.units += BigInt(item.quantity + item.cancelledQuantity);
  }
  const major = (minor: bigint): number => Money.ofMinor(minor, currency).toNumber();
  return {
    gross: major(sums.gross),
    refunds: major(sums.refunds),
    net: major(sums.gross - sums.refunds),
    discounts: major(sums.discounts),
    orders: Number(sums.orders),
    units: Number(sums.units),
  };
};

/** Each purchase with its buyer, the oldest first. */
const purchasesIn = (sales: readonly SoldHistory[]) =>
  sales
    .flatMap(({ order, movements }) => {
      const at = countedAt(order, movements);
      const buyer = order.userId ?? order.erasedBuyer ?? (order.email === null ? order.id : emailKey(order.email));
      return at === undefined ? [] : [{ buyer, at, id: order.id }];
    })
    .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));

/** The buyers of a range by plain counting. */
export const plainBuyers = (sales: readonly SoldHistory[], from: Date, to: Date) => {
  const before = new Set<string>();
  const during = new Set<string>();
  const repeating = new Set<string>();
  const firsts = new Map<string, number>();
  for (const { buyer, at } of purchasesIn(sales)) {
    const first = firsts.get(buyer) ?? at;
    firsts.set(buyer, first);
    if (at > first && at >= from.getTime() && at < to.getTime()) repeating.add(buyer);
    if (at < from.getTime()) before.add(buyer);
    else if (at < to.getTime()) during.add(buyer);
  }
  const returning = [...during].filter((buyer) => before.has(buyer)).length;
  return {
    buyers: during.size,
    new_buyers: during.size - returning,
    returning_buyers: returning,
    repeat_buyers: repeating.size,
    active: [...during].filter((buyer) => buyer.startsWith('usr_')).length,
  };
};

/** How many buyers bought first in a month, and how many of them bought in each month, by plain counting. */
export const plainCohorts = (
  sales: readonly SoldHistory[],
  { monthOf, first, last }: Readonly<{ monthOf: (at: Date) => string; first: string; last: string }>,
): ReadonlyMap<string, number> => {
  const cohorts = new Map<string, string>();
  const cells = new Map<string, Set<string>>();
  for (const { buyer, at } of purchasesIn(sales)) {
    const month = monthOf(new Date(at));
    const cohort = cohorts.get(buyer) ?? month;
    cohorts.set(buyer, cohort);
    const cell = `${cohort} ${month}`;
    if (cohort >= first && cohort <= last) cells.set(cell, (cells.get(cell) ?? new Set()).add(buyer));
  }
  return new Map([...cells].map(([cell, buyers]) => [cell, buyers.size]));
};
