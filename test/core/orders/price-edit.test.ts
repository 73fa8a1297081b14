import { expect } from 'chai';
import fc from 'fast-check';
import { Order } from '#core/orders/order.ts';
import { OrderSums } from '#core/orders/order-charges.ts';
import type { OrderItem } from '#core/orders/order-item.ts';
import { makePriceEdit } from '#core/orders/price-edit.ts';
import { makePriceOrder } from '#core/orders/price-order.ts';
import type { Discount } from '#core/pricing/discount.ts';
import type { ShippingMethod } from '#core/pricing/shipping-method.ts';
import type { TaxRate } from '#core/pricing/tax-rate.ts';
import type { Currency } from '#core/shared/currency.ts';
import { Money } from '#core/shared/money.ts';
import type { Rate } from '#core/shared/rate-limiter.ts';
import type { TaxRounding } from '#core/shop/rules.ts';
import { aProduct, ids, NOON, USD } from '../../support/builders/builders.ts';
import { anOrder } from '../../support/builders/order-builders.ts';
import { informingShop, pricingByTables } from '../../support/builders/order-pricing.ts';
import { rulesWith } from '../../support/builders/shop-rules.ts';

const resource = <P extends 'txr' | 'shm' | 'dsc'>(prefix: P) => ({
  id: ids.next(prefix),
  version: 1,
  createdAt: NOON,
  updatedAt: NOON,
});

const METHOD = ids.next('shm');
/** Whether it is cheaper shows what a withdrawal refunds. */
const OTHER = ids.next('shm');
const SALE = ids.next('dsc');

/** The tables of a shop at some time. */
type Tables = Readonly<{
  rate: number;
  shipping: number;
  other: number;
  percent: number;
  isOnSale: boolean;
  isOffered: boolean;
}>;

const anyTables: fc.Arbitrary<Tables> = fc.record({
  rate: fc.integer({ min: 0, max: 300_000 }),
  shipping: fc.integer({ min: 0, max: 3_000 }),
  other: fc.integer({ min: 0, max: 3_000 }),
  percent: fc.integer({ min: 0, max: 100 }),
  isOnSale: fc.boolean(),
  isOffered: fc.boolean(),
});

const cents = (minor: bigint): Money => Money.ofMinor(minor, USD);

const taxRateOf = ({ rate }: Tables): TaxRate => ({
  ...resource('txr'),
  ...{ name: 'VAT', rate: rate as Rate, country: 'DE', region: null, postalPrefix: null, taxCategory: null },
  ...{ validFrom: null, validTo: null },
});

const methodOf = (id: ShippingMethod['id'], price: number): ShippingMethod => ({
  ...resource('shm'),
  ...{ id, name: 'Standard', isActive: true, countries: [], regions: [], currency: USD as Currency },
  ...{ priceBy: 'total', weightUnit: 'g', tiers: [{ upTo: null, price: cents(BigInt(price)) }] },
  ...{ freeAbove: null, taxCategory: null },
});

const saleOf = ({ percent }: Tables): Discount => ({
  ...resource('dsc'),
  ...{ id: SALE, name: 'Sale', code: null, isActive: true, isCombinable: true, priority: 0 },
  ...{ minTotal: null, minQuantity: null, productIds: [], categoryIds: [], firstOrder: false },
  ...{ validFrom: null, validTo: null, maxUses: null, maxUsesPerCustomer: null },
  value: { kind: 'percent', rate: (percent * 10_000) as Rate },
});

const pricingOf = (tables: Tables, pricesIncludeTax: boolean, rounding: TaxRounding) =>
  pricingByTables({
    taxRates: [taxRateOf(tables)],
    shippingMethods: [methodOf(OTHER, tables.other), ...(tables.isOffered ? [methodOf(METHOD, tables.shipping)] : [])],
    discounts: tables.isOnSale ? [saleOf(tables)] : [],
    rules: { pricesIncludeTax, rounding },
  });

const ADDRESS = {
  ...{ name: null, company: null, line1: '1 Main St', line2: null, city: null, state: null, phone: null },
  ...{ postal_code: '10115', country: 'DE' },
};

const buyerAt = (postal_code: string) => ({
  ...{ at: NOON, shippingAddress: { ...ADDRESS, postal_code }, billingAddress: null, customerKey: null, usedBy: null },
});

const anyCase = fc.record({
  former: anyTables.map((tables) => ({ ...tables, isOffered: true })),
  today: anyTables,
  lines: fc.array(fc.record({ price: fc.integer({ min: 1, max: 9_999 }), quantity: fc.integer({ min: 1, max: 9 }) }), {
    minLength: 1,
    maxLength: 5,
  }),
  pricesIncludeTax: fc.boolean(),
  rounding: fc.constantFrom<TaxRounding>('line', 'total'),
});

type Case = typeof anyCase extends fc.Arbitrary<infer Value> ? Value : never;

/** An order that was placed by former tables, and how it is edited by those of today. */
const placed = async ({ former, today, lines, pricesIncludeTax, rounding }: Case) => {
  const products = lines.map(({ price }) => aProduct({ price: price / 100, stock: null }));
  const rules = rulesWith({ prices_include_tax: pricesIncludeTax, tax_rounding: rounding });
  const depsOf = (tables: Tables, sold: typeof products) => ({
    products: { readProducts: async () => sold },
    pricing: pricingOf(tables, pricesIncludeTax, rounding),
    rules,
    shop: informingShop,
  });
  const request = {
    items: products.map(({ id: productId }, index) => ({ productId, quantity: lines[index]?.quantity ?? 1 })),
    shippingMethodId: METHOD,
  };
  const priced = await makePriceOrder(depsOf(former, products))(request, buyerAt('10115'));
  const items = priced.items.map((item) => ({ ...item.priced, id: ids.next('item'), isFromStock: false }));
  const order = anOrder({
    items: items as [OrderItem, ...OrderItem[]],
    charges: priced.charges,
    details: { shipping_address: ADDRESS },
  });
  const dearer = products.map((product) => ({ ...product, price: product.price.times(2n) }));
  return { order, request, edit: makePriceEdit(depsOf(today, dearer)) };
};

const edited = (order: Order, { items, charges }: Awaited<ReturnType<ReturnType<typeof makePriceEdit>>>): Order => ({
  ...order,
  charges,
  items: items.map((item, index) => ({ ...(order.items[index] as OrderItem), ...item.priced })),
});

describe('the price of an edit', () => {
  it('is what was agreed for another postal code, whatever the shop has changed since', async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, async (given) => {
        const { order, edit } = await placed(given);
        const after = edited(order, await edit(order, {}, buyerAt('10117')));
        expect(after).to.deep.equal(order);
      }),
      { numRuns: 300 },
    );
  });

  it('is what was agreed once items are taken off and come back', async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, fc.nat(), async (given, choice) => {
        const { order, request, edit } = await placed(given);
        const fewer = request.items.map((item, index) =>
          index === choice % request.items.length ? { ...item, quantity: Math.ceil(item.quantity / 2) } : item,
        );
        const less = edited(order, await edit(order, { items: fewer }, buyerAt('10115')));
        expect(OrderSums.of(less).total.compare(Order.total(order))).to.be.at.most(0);
        const back = edited(less, await edit(less, { items: request.items }, buyerAt('10115')));
        expect(OrderSums.of(back)).to.deep.equal(OrderSums.of(order));
      }),
      { numRuns: 300 },
    );
  });
});
