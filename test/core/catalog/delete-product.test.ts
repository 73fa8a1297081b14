import { expect } from 'chai';
import { productView } from '#core/catalog/product-view.ts';
import { ids, noonPlus } from '../../support/builders/builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { type Catalogue, openCatalogue } from './catalogue-under-test.ts';

describe('deleteProduct', () => {
  let catalogue: Catalogue;

  beforeEach(async () => {
    catalogue = await openCatalogue();
  });

  it('removes the product and emits its last state under the next version', async () => {
    const product = await catalogue.create({ name: 'Linen shirt', price: 20, stock: 3 });
    catalogue.clock.advance(60);
    await catalogue.remove({ id: product.id, expected: undefined });
    expect(await rejectionOf(catalogue.get(product.id))).to.include({ code: 'not_found' });
    const [, event, ...others] = await catalogue.eventsOf(product.id);
    expect(event).to.deep.include({ type: 'product.deleted', sequence: 2, resourceVersion: 2, previous: {} });
    expect(event?.data).to.deep.equal(productView(product));
    expect(event?.occurredAt).to.deep.equal(noonPlus(60));
    expect(others).to.deep.equal([]);
  });

  it('keeps its category', async () => {
    const { id } = await catalogue.create({ name: 'Linen shirt', price: 20, category: 'Shirts' });
    await catalogue.remove({ id, expected: undefined });
    expect(await catalogue.categoryNames()).to.deep.equal(['Shirts']);
  });

  it('removes the expected version and rejects any other', async () => {
    const { id } = await catalogue.create({ name: 'Linen shirt', price: 20 });
    await catalogue.change({ id, patch: { price: 18 }, expected: undefined });
    const error = await rejectionOf(catalogue.remove({ id, expected: [1] }));
    expect(error).to.include({ kind: 'stale', code: 'version_mismatch' });
    expect(error.details).to.deep.equal({ current_version: 2, changed_fields: ['price'] });
    await catalogue.remove({ id, expected: [2] });
    expect(await rejectionOf(catalogue.get(id))).to.include({ code: 'not_found' });
  });

  it('rejects an unknown or deleted product', async () => {
    const { id } = await catalogue.create({ name: 'Linen shirt', price: 20 });
    await catalogue.remove({ id, expected: undefined });
    for (const absent of [id, ids.next('prod')]) {
      const attempt = catalogue.remove({ id: absent, expected: undefined });
      expect(await rejectionOf(attempt)).to.include({ kind: 'not_found', code: 'not_found' });
    }
    expect(await catalogue.eventsOf(id)).to.have.length(2);
  });
});
