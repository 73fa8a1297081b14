import { expect } from 'chai';
import { productView } from '#core/catalog/product-view.ts';
import { ids, noonPlus } from '../../support/builders/builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { type Catalogue, openCatalogue } from './catalogue-under-test.ts';

describe('replaceProduct', () => {
  let catalogue: Catalogue;

  beforeEach(async () => {
    catalogue = await openCatalogue();
  });

  it('replaces the product and resets omitted fields', async () => {
    const whole = { name: 'Linen shirt', price: 20, category: 'Shirts', sku: 'S-1', stock: 3, metadata: { a: 'b' } };
    const { id } = await catalogue.create(whole);
    catalogue.clock.advance(60);
    const fields = { name: 'Cotton shirt', price: 20, currency: 'EUR' };
    const replaced = await catalogue.replace({ id, fields, expected: undefined });
    expect(replaced).to.deep.include({ id, version: 2, name: 'Cotton shirt', category: null, sku: null, stock: null });
    expect(replaced).to.deep.include({ metadata: {}, updatedAt: noonPlus(60) });
    expect(replaced.price.currency).to.equal('EUR');
    expect(await catalogue.get(id)).to.deep.equal(replaced);
  });

  it('emits an event with the previous values', async () => {
    const { id } = await catalogue.create({ name: 'Linen shirt', price: 20, stock: 3, attributes: { size: 'M' } });
    catalogue.clock.advance(60);
    const replaced = await catalogue.replace({ id, fields: { name: 'Linen shirt', price: 18.5 }, expected: undefined });
    const [, event] = await catalogue.eventsOf(id);
    expect(event).to.deep.include({ type: 'product.updated', sequence: 2, resourceVersion: 2 });
    expect(event?.data).to.deep.equal(productView(replaced));
    expect(event?.previous).to.deep.equal({ price: 20, stock: 3, attributes: { size: 'M' } });
    expect(event?.occurredAt).to.deep.equal(noonPlus(60));
  });

  it('creates a new category', async () => {
    const { id } = await catalogue.create({ name: 'Linen shirt', price: 20 });
    const fields = { name: 'Linen shirt', price: 20, category: 'Shirts' };
    const replaced = await catalogue.replace({ id, fields, expected: undefined });
    expect(replaced.category?.name).to.equal('Shirts');
    expect(await catalogue.categoryNames()).to.deep.equal(['Shirts']);
  });

  it('replaces the expected version and rejects any other', async () => {
    const { id } = await catalogue.create({ name: 'Linen shirt', price: 20 });
    const fields = { name: 'Cotton shirt', price: 20 };
    expect((await catalogue.replace({ id, fields, expected: [1] })).version).to.equal(2);
    const error = await rejectionOf(
      catalogue.replace({ id, fields: { name: 'Silk shirt', price: 20 }, expected: [1] }),
    );
    expect(error).to.include({ kind: 'stale', code: 'version_mismatch' });
    expect(error.details).to.deep.equal({ current_version: 2, changed_fields: ['name', 'slug'] });
    expect((await catalogue.get(id)).name).to.equal('Cotton shirt');
  });

  it('rejects an unknown product', async () => {
    const command = { id: ids.next('prod'), fields: { name: 'x', price: 1 }, expected: undefined };
    expect(await rejectionOf(catalogue.replace(command))).to.include({ kind: 'not_found', code: 'not_found' });
  });
});
