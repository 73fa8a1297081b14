import { WITHDRAWAL_EXEMPTIONS } from '#core/catalog/withdrawal-exemption.ts';
import { type FulfilledItem, type Fulfillment, itemsToFulfill } from '#core/orders/fulfillment.ts';
import { Order } from '#core/orders/order.ts';
import type { OrderDetails } from '#core/orders/order-details.ts';
import type { OrderItem } from '#core/orders/order-item.ts';
import { OrderMoney } from '#core/orders/order-money.ts';
import { TimelineEntry, type TimelineType } from '#core/orders/timeline-entry.ts';
import { WithdrawalTerms } from '#core/orders/withdrawal-terms.ts';
import { Actor } from '#core/shared/actor.ts';
import type { Currency } from '#core/shared/currency.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import { Money } from '#core/shared/money.ts';
import type { Rate } from '#core/shared/rate-limiter.ts';
import { cut, longStringMap, TEXT } from '../strings.ts';
import { ids, NOON, noonPlus, USD } from './builders.ts';

/** An amount in major units. */
export const money = (major: number | string, currency: string = USD): Money => {
  const amount = Money.parse(major, currency as Currency);
  if (!(amount instanceof Money)) throw new TypeError(`${major} is no amount of ${currency}.`);
  return amount;
};

export const dollars = (major: number): Money => money(major);

/** A linen shirt without tracked stock by default. */
export const anItem = (overrides: Partial<OrderItem> = {}): OrderItem => ({
  id: ids.next('item'),
  productId: ids.next('prod'),
  parentId: null,
  name: 'Linen shirt',
  sku: null,
  slug: null,
  image: null,
  options: {},
  category: null,
  withdrawalExemption: null,
  taxCategory: null,
  unitPrice: dollars(19.99),
  quantity: 1,
  cancelledQuantity: 0,
  returnedQuantity: 0,
  discounts: [],
  tax: null,
  agreed: null,
  isFromStock: false,
  ...overrides,
});

/** The time of a step, and how long after it an order that is unpaid then expires: half an hour. */
export const timingAt = (at: Date): { at: Date; expiresAfter: number } => ({ at, expiresAfter: HALF_AN_HOUR });

/** Milliseconds. */
export const HALF_AN_HOUR = 30 * 60_000;

let orders = 1000;

/** A guest order of a linen shirt by default. */
export const anOrder = (overrides: Partial<Parameters<typeof Order.place>[0]> = {}): Order => {
  orders += 1;
  return Order.place({
    id: ids.next('ord'),
    number: orders,
    items: [anItem()],
    withdrawalTerms: WithdrawalTerms.statutory,
    userId: null,
    details: {},
    at: NOON,
    expiresAfter: HALF_AN_HOUR,
    ...overrides,
  });
};

/** A fulfillment of all unfulfilled items of an order, or of these. */
export const aFulfillment = (order: Order, items?: readonly FulfilledItem[], createdAt: Date = NOON): Fulfillment => ({
  id: ids.next('ful'),
  items: itemsToFulfill(order, items),
  trackingNumber: null,
  carrier: null,
  deliveredAt: null,
  createdAt,
});

/** Two linen shirts from stock by default. */
export const shirts = (overrides: Partial<OrderItem> = {}): OrderItem =>
  anItem({ quantity: 2, isFromStock: true, ...overrides });

type GuestOverrides = OrderDetails & Partial<Omit<Parameters<typeof Order.place>[0], 'details'>>;

/** A guest order of two linen shirts, with a number far above those of a storage in tests. */
export const aGuestOrder = (overrides: GuestOverrides = {}): Order => {
  orders += 1;
  const {
    id,
    items = [shirts()],
    charges,
    withdrawalTerms,
    userId,
    isByCustomer,
    expiryMinutes,
    number = 1_000_000 + orders,
    at,
    expiresAfter,
    ...details
  } = overrides;
  const placing = { id, charges, withdrawalTerms, userId, isByCustomer, expiryMinutes, at, expiresAfter };
  const fields = Object.fromEntries(Object.entries(placing).filter(([, value]) => value !== undefined));
  return anOrder({ items, number, details, ...fields });
};

/** A guest order with a discount, shipping, and two tax rates. */
export const aChargedOrder = (overrides: GuestOverrides = {}): Order =>
  aGuestOrder({
    items: [
      shirts({
        discounts: [{ discount: 0, amount: money(4) }],
        tax: { name: 'VAT', rate: 190_000 as Rate, amount: money(6.84) },
      }),
    ],
    charges: {
      shippingLines: [
        {
          methodId: 'shm_1',
          name: 'Standard',
          price: money(4.9),
          cheapest: money(2.95),
          discounts: [],
          tax: { name: 'Reduced VAT', rate: 88_750 as Rate, amount: money(0.43) },
        },
      ],
      discounts: [{ id: null, code: 'SPRING', name: 'Spring sale' }],
      pricesIncludeTax: false,
      taxRounding: null,
      taxId: 'DE123456789',
      taxExemption: null,
    },
    ...overrides,
  });

/** A fulfillment of some items of an order, one of each by default. */
const someFulfillment = (
  items: readonly Pick<OrderItem, 'id' | 'quantity'>[],
  overrides: Partial<Omit<Fulfillment, 'items'>> = {},
): Fulfillment => ({
  id: ids.next('ful'),
  items: items.map(({ id, quantity }) => ({ itemId: id, quantity })),
  trackingNumber: null,
  carrier: null,
  deliveredAt: null,
  createdAt: noonPlus(1),
  ...overrides,
});

/** A timeline entry: `created` by the service by default. */
export const anEntry = (
  order: Pick<Order, 'id'>,
  type: TimelineType = 'created',
  { actor = Actor.system, details = {}, at = NOON }: { actor?: Actor; details?: object; at?: Date } = {},
): TimelineEntry => TimelineEntry.of({ ids, actor, order, at }, type, { ...details });

const ADDRESS = {
  name: cut(TEXT, 255),
  company: cut(`${TEXT}&`, 255),
  line1: cut(TEXT, 255),
  line2: cut(TEXT, 255),
  city: cut(TEXT, 255),
  state: cut(TEXT, 255),
  postal_code: '1100-048',
  country: 'PT',
  phone: '+351 912 345 678',
};

/** A hundred items at the maximum total, paid, and fulfilled in fifty parts except for one item. */
export const aLargeOrder = (overrides: GuestOverrides = {}): Order => {
  const others = Array.from({ length: 98 }, (_, index) =>
    shirts({
      name: cut(`${index}${TEXT}`, 255),
      sku: cut(`${index}${TEXT}`, 100),
      slug: cut(`${index}${TEXT}`, 300),
      image: `https://cdn.example.com/${index}.jpg`,
      unitPrice: money(0.01),
      quantity: 10_000,
      isFromStock: index % 2 === 0,
      withdrawalExemption: WITHDRAWAL_EXEMPTIONS[index % 14] ?? null,
      agreed: index % 2 === 0 ? null : { quantity: 20_000, discounts: [], tax: money(0.37) },
    }),
  );
  const dearest = shirts({ unitPrice: money('999999990099.99'), quantity: 1 });
  const custom = shirts({ productId: null, taxCategory: cut(TEXT, 100), unitPrice: money(0.01), quantity: 10_000 });
  const placed = aGuestOrder({
    items: [dearest, ...others, custom],
    external_id: ids.next('evt').padEnd(255, '“'),
    expiryMinutes: 525_600,
    email: `Zoë.O’Hara+${'x'.repeat(200)}@Example.COM`,
    shipping_address: ADDRESS,
    billing_address: { line1: TEXT, country: 'JP' },
    metadata: { ...longStringMap(46), constructor: '', toString: 'a name that objects have', 2: 'two', 1: 'one' },
    note: TEXT,
    ...overrides,
  });
  const billed = Order.bill(placed, ids.next('inv'), NOON);
  let order = OrderMoney.pay(billed, Order.total(placed), timingAt(noonPlus(0.001)));
  for (let index = 0; index < 50; index += 1) {
    const items = placed.items.slice(1 + 2 * index, 3 + 2 * index);
    const [trackingNumber, carrier] = index % 2 ? [null, null] : [cut(`${index}${TEXT}`, 100), cut(TEXT, 100)];
    const createdAt = noonPlus(index + 0.002);
    const deliveredAt = index % 3 === 0 ? noonPlus(index + 0.003) : null;
    order = Order.fulfill(order, someFulfillment(items, { trackingNumber, carrier, deliveredAt, createdAt }));
  }
  return order;
};

/** Steps of an order, one after the other. */
export type History = readonly ((order: Order) => Order)[];

const LATER = noonPlus(60);

const all = (order: Order): Pick<OrderItem, 'id' | 'quantity'>[] =>
  order.items.map(({ id, quantity }) => ({ id, quantity: quantity - (order.fulfillments.length > 0 ? 1 : 0) }));

const STEPS: History = [
  (order) => OrderMoney.authorize(order, LATER),
  (order) => OrderMoney.void(order, timingAt(LATER)),
  (order) => OrderMoney.pay(order, Money.ofMinor(100n, order.currency), timingAt(LATER)),
  (order) => OrderMoney.pay(order, Order.amountDue(order), timingAt(LATER)),
  (order) => OrderMoney.refund(order, Money.ofMinor(1n, order.currency), timingAt(LATER)),
  (order) => OrderMoney.refund(order, Order.amountHeld(order), timingAt(LATER)),
  (order) => Order.fulfill(order, someFulfillment(order.items.map(({ id }) => ({ id, quantity: 1 })))),
  (order) => Order.fulfill(order, someFulfillment(all(order))),
  (order) => Order.cancel(order, TEXT, LATER),
  (order) => (order.expiresAt === null ? order : Order.expire(order, LATER)),
];

const kindOf = ({ state, amountPaid, amountRefunded, expiresAt }: Order): string =>
  JSON.stringify([state, amountPaid.minor > 0n, amountRefunded.minor > 0n, expiresAt !== null]);

const tryStep = (step: History[number], order: Order): Order | undefined => {
  try {
    return step(order);
  } catch (error) {
    // the order does not allow this step now
    if (error instanceof DomainError || error instanceof TypeError) return undefined;
    throw error;
  }
};

/** A history for each state that an order with several items can reach, with payments, refunds and deadlines. */
export const everyHistory = (placed: () => Order = aGuestOrder): History[] => {
  const found = new Map<string, History>([[kindOf(placed()), []]]);
  for (const history of found.values()) {
    const order = applyHistory(placed(), history);
    for (const step of STEPS) {
      const next = tryStep(step, order);
      if (next !== undefined && !found.has(kindOf(next))) found.set(kindOf(next), [...history, step]);
    }
  }
  return [...found.values()];
};

/** The order after all steps of a history. */
export const applyHistory = (order: Order, history: History): Order => history.reduce((now, step) => step(now), order);
