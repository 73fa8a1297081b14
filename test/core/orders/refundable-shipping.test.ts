import { expect } from 'chai';
import fc from 'fast-check';
import type { Order } from '#core/orders/order.ts';
import { shippingTotal } from '#core/orders/order-amounts.ts';
import type { OrderItem } from '#core/orders/order-item.ts';
import { makePriceEdit, type OrderEdit } from '#core/orders/price-edit.ts';
import { makePriceOrder } from '#core/orders/price-order.ts';
import { refundableShipping } from '#core/orders/refundable-shipping.ts';
import type { OrderPricing } from '#core/pricing/ports.ts';
import { Address, type AddressFields } from '#core/shared/address.ts';
import { Money } from '#core/shared/money.ts';
import type { Rate } from '#core/shared/rate-limiter.ts';
import { aProduct, ids, NOON, USD } from '../../support/builders/builders.ts';
import { anOrder, money } from '../../support/builders/order-builders.ts';
import { informingShop, pricingByTables } from '../../support/builders/order-pricing.ts';
import { aShippingMethod, aTaxRate } from '../../support/builders/pricing-builders.ts';
import { rulesWith } from '../../support/builders/shop-rules.ts';

const cents = (minor: number): Money => Money.ofMinor(BigInt(minor), USD);

const anyShipping = fc.record({
  price: fc.integer({ min: 0, max: 5_000 }),
  cheapest: fc.option(fc.integer({ min: 0, max: 5_000 })),
  discount: fc.integer({ min: 0, max: 5_000 }),
  tax: fc.integer({ min: 0, max: 900 }),
  refunded: fc.integer({ min: 0, max: 100 }),
  isIncluded: fc.boolean(),
});

type AnyShipping = typeof anyShipping extends fc.Arbitrary<infer Value> ? Value : never;

/** What the buyer paid for shipping, in cents. */
const paidFor = ({ price, discount, tax, isIncluded }: AnyShipping): number =>
  price - Math.min(discount, price) + (isIncluded ? 0 : tax);

const refundedOf = (given: AnyShipping): number => Math.floor((paidFor(given) * given.refunded) / 100);

const shipped = (given: AnyShipping): Order => {
  const { price, cheapest, discount, tax, isIncluded } = given;
  const order = anOrder();
  const line = {
    ...{
      methodId: 'shm_1',
      name: 'Express',
      price: cents(price),
      cheapest: cheapest === null ? null : cents(cheapest),
    },
    discounts: [{ discount: 0, amount: cents(Math.min(discount, price)) }],
    tax: { name: 'VAT', rate: 190_000 as Rate, amount: cents(tax) },
  };
  const charges = { ...order.charges, shippingLines: [line], pricesIncludeTax: isIncluded };
  return { ...order, charges, shippingRefunded: cents(refundedOf(given)) };
};

describe('the shipping that a withdrawal refunds', () => {
  it('is the part of what it cost that the cheapest is of its price, rounded half up, less what was refunded', () => {
    fc.assert(
      fc.property(anyShipping, (given) => {
        const { price, cheapest } = given;
        const paid = paidFor(given);
        // half a cent and more is a cent
        const standard =
          cheapest === null || cheapest >= price ? paid : Math.floor((2 * paid * cheapest + price) / (2 * price));
        const expected = Math.max(0, standard - refundedOf(given));
        const refundable = refundableShipping(shipped(given));
        expect(Number(refundable.minor)).to.equal(expected);
        expect(Number(refundable.minor)).to.be.within(0, paid - refundedOf(given));
      }),
    );
  });

  it('is nothing of an order without shipping', () => {
    expect(refundableShipping(anOrder())).to.deep.equal(money(0));
  });
});

const STANDARD = aShippingMethod({ name: 'Standard', tiers: [{ up_to: null, price: 4.9 }] });
const EXPRESS = aShippingMethod({ name: 'Express', tiers: [{ up_to: null, price: 15 }] });
const METHODS = [
  EXPRESS,
  STANDARD,
  aShippingMethod({ name: 'Pick-up', tiers: [{ up_to: null, price: 0 }], active: false }),
  aShippingMethod({ name: 'Local', tiers: [{ up_to: null, price: 1 }], countries: ['AT'] }),
];

const SHIRT = aProduct({ price: 20, stock: null });

const addressIn = (country: string): AddressFields => ({ name: 'Ada', line1: '1 Main St', city: 'Town', country });

const buyerIn = (country: string) => ({
  ...{ at: NOON, shippingAddress: Address.of(addressIn(country)), billingAddress: null },
  ...{ customerKey: null, usedBy: null },
});

const shopOf = (pricing: OrderPricing, rules: Parameters<typeof rulesWith>[0] = {}) => {
  const deps = {
    ...{ pricing, rules: rulesWith(rules), shop: informingShop },
    products: { readProducts: async () => [SHIRT] },
  };
  const edit = makePriceEdit(deps);
  return {
    place: async (shippingMethodId: string | null, { country = 'DE', taxId = null as string | null } = {}) => {
      const request = { items: [{ productId: SHIRT.id, quantity: 1 }], shippingMethodId, taxId };
      const { items, charges } = await makePriceOrder(deps)(request, buyerIn(country));
      return anOrder({
        items: items.map(({ priced }) => ({ ...priced, id: ids.next('item'), isFromStock: false })) as [OrderItem],
        charges,
        details: { shipping_address: addressIn(country) },
      });
    },
    edit: async (order: Order, changed: OrderEdit, country = 'DE'): Promise<Order> => {
      const { items, charges } = await edit(order, changed, buyerIn(country));
      return {
        ...order,
        charges,
        shippingAddress: Address.of(addressIn(country)),
        items: items.map(({ priced }, index) => ({ ...(order.items[index] as OrderItem), ...priced })),
      };
    },
  };
};

const cheapestOf = ({ charges }: Order): string | undefined => charges.shippingLines[0]?.cheapest?.toDecimal();

describe('the cheapest shipping that was offered', () => {
  const shop = shopOf(pricingByTables({ shippingMethods: METHODS }));

  it('is recorded with a dearer one', async () => {
    const order = await shop.place(EXPRESS.id);
    expect(cheapestOf(order)).to.equal('4.90');
    expect([shippingTotal(order), refundableShipping(order)]).to.deep.equal([money(15), money(4.9)]);
    expect(cheapestOf(await shop.place(EXPRESS.id, { country: 'AT' }))).to.equal('1.00');
    const standard = await shop.place(STANDARD.id);
    expect(standard.charges.shippingLines[0]?.cheapest).to.equal(null);
    expect(refundableShipping(standard)).to.deep.equal(money(4.9));
  });

  it('stays that of an order whose goods change, or whose shipping costs the same elsewhere', async () => {
    const order = await shop.place(EXPRESS.id);
    const more = await shop.edit(order, { items: [{ productId: SHIRT.id, quantity: 3 }] });
    expect(cheapestOf(more)).to.equal('4.90');
    expect(cheapestOf(await shop.edit(more, {}, 'FR'))).to.equal('4.90');
  });

  it('is recorded anew with another method, and with another price of the same', async () => {
    const standard = await shop.place(STANDARD.id);
    const express = await shop.edit(standard, { shippingMethodId: EXPRESS.id });
    expect(cheapestOf(express)).to.equal('4.90');
    expect(cheapestOf(await shop.edit(express, { shippingMethodId: STANDARD.id }))).to.equal(undefined);
    const abroad = pricingByTables({
      shippingMethods: [
        { ...EXPRESS, tiers: [{ upTo: null, price: money(30) }] },
        { ...STANDARD, tiers: [{ upTo: null, price: money(12) }] },
      ] as typeof METHODS,
    });
    const home = pricingByTables({ shippingMethods: METHODS });
    const byCountry = shopOf({
      quote: (cart, rules) => (cart.shippingAddress?.country === 'NO' ? abroad : home).quote(cart, rules),
    });
    const moved = await byCountry.edit(await byCountry.place(EXPRESS.id), {}, 'NO');
    expect(moved.charges.shippingLines[0]?.price).to.deep.equal(money(30));
    expect(cheapestOf(moved)).to.equal('12.00');
  });

  it('has no tax where a reverse charge takes it out of the price, and again where the buyer is a consumer', async () => {
    const taxed = shopOf(
      pricingByTables({
        shippingMethods: METHODS,
        taxRates: [aTaxRate({ country: 'PT', percent: 23 })],
        rules: { pricesIncludeTax: true, rounding: 'total' },
        shopAddress: Address.of(addressIn('DE')),
      }),
      { prices_include_tax: true },
    );
    const business = await taxed.place(EXPRESS.id, { country: 'PT', taxId: 'PT123456789' });
    expect(business.charges).to.include({ taxExemption: 'reverse_charge', pricesIncludeTax: false });
    // 15.00 and 4.90 without 23 %
    expect(business.charges.shippingLines[0]?.price).to.deep.equal(money(12.2));
    expect(cheapestOf(business)).to.equal('3.98');
    const twice = await taxed.edit(business, { items: [{ productId: SHIRT.id, quantity: 2 }] }, 'PT');
    expect(cheapestOf(twice)).to.equal('3.98');
    const consumer = await taxed.edit(business, { taxId: null }, 'PT');
    expect(consumer.charges).to.include({ taxExemption: null, pricesIncludeTax: true });
    expect(cheapestOf(consumer)).to.equal('4.90');
    const again = await taxed.edit(consumer, { taxId: 'PT123456789' }, 'PT');
    expect(cheapestOf(again)).to.equal('3.98');
  });
});
