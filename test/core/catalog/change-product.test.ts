import { expect } from 'chai';
import type { ProductId } from '#core/catalog/product.ts';
import { productView } from '#core/catalog/product-view.ts';
import type { ProductPatch } from '#core/catalog/steps/store-product.ts';
import type { ExpectedVersions } from '#core/shared/expected-version.ts';
import { ids, noonPlus } from '../../support/builders/builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { type Catalogue, openCatalogue } from './catalogue-under-test.ts';

const SHIRT = {
  name: 'Linen shirt',
  price: 2000,
  currency: 'JPY',
  description: 'Woven in Portugal.',
  category: 'Shirts',
  sku: 'S-1',
  status: 'draft',
  stock: 3,
  images: ['https://example.com/shirt.jpg'],
  attributes: { size: 'M', colour: 'blue' },
  metadata: { supplier: '42' },
} as const;

describe('changeProduct', () => {
  let catalogue: Catalogue;

  beforeEach(async () => {
    catalogue = await openCatalogue();
  });

  const change = (id: ProductId, patch: ProductPatch, expected?: ExpectedVersions) =>
    catalogue.change({ id, patch, expected });

  it('changes only the fields of the patch', async () => {
    const before = await catalogue.create(SHIRT);
    catalogue.clock.advance(60);
    const after = await change(before.id, { name: 'Cotton shirt' });
    expect(after).to.deep.equal({ ...before, name: 'Cotton shirt', version: 2, updatedAt: noonPlus(60) });
    expect(await catalogue.get(before.id)).to.deep.equal(after);
  });

  it('resets fields that the patch sets to null', async () => {
    const before = await catalogue.create({ ...SHIRT, price: 20 });
    const nothing = { currency: null, description: null, category: null, sku: null, status: null, stock: null };
    const after = await change(before.id, { ...nothing, images: null, attributes: null, metadata: null });
    const plain = await catalogue.create({ name: 'Linen shirt', price: 20 });
    expect(after).to.deep.equal({ ...plain, id: before.id, slug: before.slug, version: 2 });
  });

  it('merges maps and removes null entries', async () => {
    const { id } = await catalogue.create(SHIRT);
    expect((await change(id, { attributes: { colour: null, fit: 'slim' } })).attributes).to.deep.equal({
      size: 'M',
      fit: 'slim',
    });
  });

  it('moves a product to another category, creating it if needed', async () => {
    const { id } = await catalogue.create(SHIRT);
    expect((await change(id, { category: 'Tops' })).category?.name).to.equal('Tops');
    expect(await catalogue.categoryNames()).to.deep.equal(['Shirts', 'Tops']);
  });

  it('emits an event with the previous values', async () => {
    const { id } = await catalogue.create(SHIRT);
    const after = await change(id, { price: 1800, metadata: { supplier: '43' }, name: 'Linen shirt' });
    const [, event] = await catalogue.eventsOf(id);
    expect(event).to.deep.include({ type: 'product.updated', sequence: 2, resourceVersion: 2 });
    expect(event?.data).to.deep.equal(productView(after));
    expect(event?.previous).to.deep.equal({ price: 2000, metadata: { supplier: '42' } });
  });

  it('writes nothing without a change', async () => {
    const created = await catalogue.create(SHIRT);
    expect(await change(created.id, {})).to.deep.equal(created);
    expect(await change(created.id, { name: created.name, metadata: { supplier: '42' } })).to.deep.equal(created);
    expect(await catalogue.eventsOf(created.id)).to.have.length(1);
  });

  it('rejects a price that the currency cannot express, new or old', async () => {
    const { id } = await catalogue.create({ ...SHIRT, price: 19.99, currency: 'USD' });
    for (const patch of [{ currency: 'JPY' }, { price: 1.999 }]) {
      const error = await rejectionOf(change(id, patch));
      expect(error).to.include({ kind: 'invalid', code: 'validation_failed' });
      expect(error.fieldErrors.map(({ path }) => path)).to.deep.equal([['price']]);
    }
    expect(await catalogue.eventsOf(id)).to.have.length(1);
  });

  it('rejects a duplicate sku', async () => {
    await catalogue.create(SHIRT);
    const { id } = await catalogue.create({ ...SHIRT, sku: 'S-2' });
    expect(await rejectionOf(change(id, { sku: 'S-1' }))).to.include({ kind: 'conflict', code: 'already_exists' });
  });

  it('rejects an unknown product', async () => {
    expect(await rejectionOf(change(ids.next('prod'), {}))).to.include({ kind: 'not_found', code: 'not_found' });
  });

  describe('with expected versions', () => {
    let id: ProductId;

    beforeEach(async () => {
      ({ id } = await catalogue.create(SHIRT));
      await change(id, { name: 'Cotton shirt', price: 1800 });
      await change(id, { price: 1700 });
    });

    for (const expected of [undefined, [3], [1, 3], [3, 9]]) {
      it(`changes version 3 for ${expected === undefined ? 'any version' : expected.join(' or ')}`, async () => {
        expect((await change(id, { stock: 1 }, expected)).version).to.equal(4);
      });
    }

    for (const [expected, fields] of [
      [[1], ['name', 'price']],
      [[2], ['price']],
      [[1, 2], ['price']],
      [[9], ['name', 'price']],
      [[], ['name', 'price']],
    ] as const) {
      it(`rejects version ${expected.join(' or ') || 'none'} and lists the changed fields`, async () => {
        const error = await rejectionOf(change(id, { stock: 1 }, expected));
        expect(error).to.include({ kind: 'stale', code: 'version_mismatch' });
        expect(error.details).to.deep.equal({ current_version: 3, changed_fields: fields });
        expect(await catalogue.eventsOf(id)).to.have.length(3);
      });
    }
  });
});
