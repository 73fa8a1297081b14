import { expect } from 'chai';
import type { Product } from '#core/catalog/product.ts';
import { Json } from '#core/shared/page.ts';
import { type Catalogue, openCatalogue } from './catalogue-under-test.ts';

const DAY = 24 * 3600;

describe('the price history of a product', () => {
  let catalogue: Catalogue;
  let id: Product['id'];

  beforeEach(async () => {
    catalogue = await openCatalogue();
    ({ id } = await catalogue.create({ name: 'Linen shirt', price: 100 }));
  });

  /** Changes the product some days after the last change. @returns the lowest price before the reduction. */
  const later = async (days: number, patch: object): Promise<number | null> => {
    catalogue.clock.advance(days * DAY);
    const { lowestPrice30d } = await catalogue.change({ id, patch, expected: undefined });
    return lowestPrice30d?.toNumber() ?? null;
  };

  it('shows the lowest price of the 30 days before the current reduction', async () => {
    expect(await later(10, { price: 80 })).to.equal(100);
    expect(await later(1, { name: 'Cotton shirt' })).to.equal(100);
  });

  it('keeps that price through further cuts, however long they take', async () => {
    await later(10, { price: 80 });
    expect(await later(20, { price: 70 })).to.equal(100);
    expect(await later(100, { price: 60 })).to.equal(100);
  });

  it('ends the reduction when the price rises', async () => {
    await later(10, { price: 80 });
    expect(await later(5, { price: 90 })).to.equal(null);
    expect(await later(5, { price: 85 })).to.equal(80);
  });

  it('does not count prices that ended more than 30 days before the reduction', async () => {
    await later(10, { price: 80 });
    await later(10, { price: 120 });
    expect(await later(31, { price: 110 })).to.equal(120);
    await later(1, { price: 130 });
    expect(await later(2, { price: 115 })).to.equal(110);
  });

  it('does not count prices at which the product was not active', async () => {
    await later(1, { status: 'draft' });
    await later(1, { price: 10 });
    await later(1, { price: 90 });
    expect(await later(1, { status: 'active' })).to.equal(100);
    await later(1, { price: 95 });
    expect(await later(1, { price: 94 })).to.equal(90);
  });

  it('is not reduced by prices that were never published, or not within 30 days', async () => {
    const draft = await catalogue.create({ name: 'Draft', price: 100, status: 'draft' });
    await catalogue.change({ id: draft.id, patch: { price: 50, status: 'active' }, expected: undefined });
    expect((await catalogue.get(draft.id)).lowestPrice30d).to.equal(null);
    await later(1, { status: 'archived' });
    expect(await later(31, { status: 'active', price: 50 })).to.equal(null);
  });

  it('ends the reduction with another currency', async () => {
    await later(1, { price: 80 });
    expect(await later(1, { currency: 'EUR', price: 70 })).to.equal(null);
  });

  it('has a period for each price and currency, the newest first, whatever the status', async () => {
    await later(1, { price: 80 });
    await later(1, { name: 'Cotton shirt' });
    await later(1, { status: 'draft' });
    await later(1, { currency: 'EUR' });
    const { items } = await catalogue.catalogQueries.listPrices(id, { limit: 10 });
    const periods = items
      .map(Json.parse)
      .map(({ price, currency, published, from, to }) => [
        price,
        currency,
        published,
        from.slice(8, 10),
        to?.slice(8, 10),
      ]);
    expect(periods).to.deep.equal([
      [80, 'EUR', false, '24', undefined],
      [80, 'USD', true, '21', '24'],
      [100, 'USD', true, '20', '21'],
    ]);
  });
});
