import { expect } from 'chai';
import type { Product } from '#core/catalog/product.ts';
import type { ProductFields } from '#core/catalog/product-fields.ts';
import { Variant } from '#core/catalog/variant.ts';
import { ids, noonPlus } from '../../support/builders/builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { type Catalogue, openCatalogue } from './catalogue-under-test.ts';

describe('a variant', () => {
  let catalogue: Catalogue;
  let parent: Product;

  beforeEach(async () => {
    catalogue = await openCatalogue();
    parent = await catalogue.create({ name: 'Linen shirt', price: 20, currency: 'EUR' });
  });

  const add = (options: Record<string, string>, fields: Partial<ProductFields> = {}) =>
    catalogue.create({ name: 'Linen shirt', price: 20, parent_id: parent.id, options, ...fields });
  const change = (id: Product['id'], patch: object) => catalogue.change({ id, patch, expected: undefined });
  const shown = async () => (await catalogue.get(parent.id)).variants;
  const types = async (id: Product['id']) => (await catalogue.eventsOf(id)).map(({ type }) => type);

  it('is shown with its parent, whose version increases, with each change', async () => {
    const small = await add({ size: 'S' });
    const medium = await add({ size: 'M' }, { price: 25 });
    expect(await shown()).to.deep.equal([Variant.of(small), Variant.of(medium)]);
    await change(medium.id, { description: 'Wider.' });
    expect((await catalogue.get(parent.id)).version).to.equal(4);
    await catalogue.remove({ id: small.id, expected: undefined });
    expect((await shown()).map(({ id }) => id)).to.deep.equal([medium.id]);
    expect(await types(parent.id)).to.deep.equal(['product.created', ...Array(4).fill('product.updated')]);
  });

  it('changes nothing with a patch that changes nothing', async () => {
    const small = await add({ size: 'S' });
    await change(small.id, { price: 20 });
    expect((await catalogue.get(parent.id)).version).to.equal(2);
  });

  it('has the currency of its parent', async () => {
    expect((await add({ size: 'S' })).price.currency).to.equal('EUR');
    const error = await rejectionOf(add({ size: 'M' }, { currency: 'USD' }));
    expect(error.message).to.equal('currency must be EUR, the currency of the parent');
    expect((await rejectionOf(change(parent.id, { currency: 'USD' }))).message).to.equal(
      'currency must be EUR, the currency of the variants',
    );
  });

  it('is rejected with options of another one, whatever their order, case and white space', async () => {
    await add({ size: 'M', colour: 'Navy blue' });
    const medium = await add({ size: 'M', colour: 'red' });
    for (const attempt of [
      add({ colour: 'navy  BLUE ', Size: 'm' }),
      change(medium.id, { options: { colour: 'Navy blue' } }),
    ]) {
      const error = await rejectionOf(attempt);
      expect(error).to.include({ kind: 'conflict', code: 'already_exists' });
      expect(error.fieldErrors.map(({ path }) => path)).to.deep.equal([['options']]);
    }
  });

  for (const [what, fields, path] of [
    ['no options', { options: {} }, 'options'],
    [
      'too many options',
      { options: Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`${i}`, 'x'])) },
      'options',
    ],
    ['an unknown parent', { parent_id: ids.next('prod') }, 'parent_id'],
  ] as const) {
    it(`is rejected with ${what}`, async () => {
      const error = await rejectionOf(add({ size: 'S' }, fields));
      expect(error.fieldErrors.map((each) => each.path)).to.deep.equal([[path]]);
    });
  }

  it('is rejected as a parent, and so is a product as its own', async () => {
    const small = await add({ size: 'S' });
    for (const [attempt, message] of [
      [
        add({ fit: 'slim' }, { parent_id: small.id }),
        'parent_id must be the id of a product that is not a variant itself',
      ],
      [change(parent.id, { parent_id: parent.id, options: { a: 'b' } }), 'parent_id must be the id of another product'],
    ] as const) {
      expect((await rejectionOf(attempt)).message).to.equal(message);
    }
  });

  it('is rejected if it has variants itself', async () => {
    await add({ size: 'S' });
    const other = await catalogue.create({ name: 'Shirt', price: 1, currency: 'EUR' });
    const error = await rejectionOf(change(parent.id, { parent_id: other.id, options: { a: 'b' } }));
    expect(error.message).to.equal('parent_id must be null: a product with variants cannot be a variant');
  });

  it('needs a parent for its options', async () => {
    const error = await rejectionOf(catalogue.create({ name: 'Shirt', price: 1, options: { size: 'M' } }));
    expect(error.message).to.equal('options must be empty without parent_id: only variants have options');
  });

  it('moves from one parent to another, and can leave them', async () => {
    const small = await add({ size: 'S' });
    const other = await catalogue.create({ name: 'Shirt', price: 1, currency: 'EUR' });
    await change(small.id, { parent_id: other.id });
    expect(await shown()).to.deep.equal([]);
    expect((await catalogue.get(other.id)).variants.map(({ id }) => id)).to.deep.equal([small.id]);
    const single = await change(small.id, { parent_id: null, options: null });
    expect(single).to.deep.include({ parentId: null, options: {} });
    expect((await catalogue.get(other.id)).variants).to.deep.equal([]);
  });

  it('is off sale while its parent is archived', async () => {
    const small = await add({ size: 'S' });
    const own = await add({ size: 'XS' }, { status: 'active' });
    catalogue.clock.advance(60);
    const archived = { isParentActive: false, version: 2, updatedAt: noonPlus(60) };
    await change(parent.id, { status: 'archived' });
    expect(await catalogue.get(small.id)).to.deep.equal({ ...small, ...archived, status: 'archived' });
    expect(await catalogue.get(own.id)).to.deep.equal({ ...own, ...archived });
    const [, event] = await catalogue.eventsOf(own.id);
    expect(event).to.deep.include({ type: 'product.updated', previous: { available: true } });
    expect((await add({ size: 'M' })).isParentActive).to.equal(false);
    await change(parent.id, { status: 'active' });
    expect((await catalogue.get(small.id)).isParentActive).to.equal(true);
  });

  it('is reduced if it is published with its parent at a lower price than before', async () => {
    const small = await add({ size: 'S' });
    catalogue.clock.advance(60);
    await change(parent.id, { status: 'draft' });
    await change(small.id, { price: 15 });
    catalogue.clock.advance(60);
    await change(parent.id, { status: 'active' });
    const published = await catalogue.get(small.id);
    expect(published).to.include({ status: 'active' });
    expect(published.lowestPrice30d?.toNumber()).to.equal(20);
  });

  it('has an audit entry for what it has of a change of its parent', async () => {
    const small = await add({ size: 'S' });
    await change(parent.id, { tax_category: 'books', name: 'Shirt' });
    const entries = (await catalogue.audited()).filter(({ resource }) => resource?.id === small.id);
    expect(entries.map(({ action }) => action)).to.deep.equal(['product.created', 'product.updated']);
    expect(entries[1]).to.deep.include({ before: { tax_category: null }, after: { tax_category: 'books' } });
    await change(small.id, { tax_category: 'luxury' });
    const [, , own] = (await catalogue.audited()).filter(({ resource }) => resource?.id === small.id);
    expect(own?.after).to.deep.equal({
      tax_category: 'luxury',
      inherited: ['category_id', 'withdrawal_exemption', 'status', 'weight', 'images'],
    });
  });

  it('keeps its parent from being deleted', async () => {
    const { id } = await add({ size: 'S' });
    const remove = (product: Product['id']) => catalogue.remove({ id: product, expected: undefined });
    const error = await rejectionOf(remove(parent.id));
    expect(error).to.include({ kind: 'conflict', code: 'conflict' });
    expect(error.message).to.equal('The product has 1 variant: delete them first.');
    await remove(id);
    await remove(parent.id);
  });

  it('is one of at most 250', async () => {
    for (let number = 1; number <= 250; number += 1) await add({ number: String(number) });
    const error = await rejectionOf(add({ number: '251' }));
    expect(error.message).to.equal('A product has at most 250 variants.');
  });
});
