import { expect } from 'chai';
import { makePricingCache } from '#core/pricing/pricing-cache.ts';
import { Shop } from '#core/shop/shop.ts';
import { makeShopCache } from '#core/shop/shop-cache.ts';
import { clockAtNoon, noonPlus } from '../../support/builders/builders.ts';
import { aDiscount, aTaxRate } from '../../support/builders/pricing-builders.ts';
import { eventually } from '../../support/eventually.ts';
import type { StorageUnderTest } from './storage-under-test.ts';

type Pair = () => readonly [StorageUnderTest, StorageUnderTest];

export const sharedReferenceDataContract = (pair: Pair): void => {
  it('see each other’s changes of pricing within a second, and their own at once', async () => {
    const clock = clockAtNoon();
    const [one, other] = pair().map(({ pricingQueries: queries, referenceDataChanges: changes }) =>
      makePricingCache({ queries, changes, systemClock: clock }),
    );
    const [rate, discount] = [aTaxRate(), aDiscount({ code: 'SHARED' })];
    await other?.tables();
    await pair()[0].unitOfWork.run(async (tx) => {
      await tx.taxRates.add(rate);
      await tx.discounts.add(discount);
    });
    expect((await one?.tables())?.taxRates).to.deep.equal([rate]);
    await eventually('the other sees the rate', async () => (await other?.tables())?.taxRates.length === 1);
    expect(await other?.findDiscounts(['SHARED'])).to.deep.equal([discount]);
    await pair()[0].unitOfWork.run((tx) => tx.discounts.remove(discount.id));
    expect(await one?.findDiscounts(['SHARED'])).to.deep.equal([]);
    await eventually('the other misses it', async () => (await other?.findDiscounts(['SHARED']))?.length === 0);
  });

  it('see each other’s changes of the shop', async () => {
    const [one, { shopQueries: queries, referenceDataChanges: changes }] = pair();
    const cache = makeShopCache({ queries, changes, systemClock: clockAtNoon() });
    await cache.get();
    await one.unitOfWork.run(async (tx) =>
      tx.shop.save(Shop.change(await tx.shop.get(), { name: 'Elsewhere' }, noonPlus(1))),
    );
    await eventually('the other has the name', async () => (await cache.get()).name === 'Elsewhere');
  });
};
