import { expect } from 'chai';
import { productView } from '#core/catalog/product-view.ts';
import { NOON } from '../../support/builders/builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { type Catalogue, openCatalogue } from './catalogue-under-test.ts';

describe('createProduct', () => {
  let catalogue: Catalogue;

  beforeEach(async () => {
    catalogue = await openCatalogue();
  });

  it('stores and returns the product', async () => {
    const product = await catalogue.create({ name: 'Linen shirt', price: 19.99, stock: 3 });
    expect(product).to.include({ id: 'prod_00000000000000000000000001', version: 1, name: 'Linen shirt', stock: 3 });
    expect(product.createdAt).to.deep.equal(NOON);
    expect(await catalogue.get(product.id)).to.deep.equal(product);
  });

  it('emits the product as the API shows it', async () => {
    const product = await catalogue.create({ name: 'Linen shirt', price: 19.99 });
    const [event, ...others] = await catalogue.eventsOf(product.id);
    expect(event).to.deep.include({ type: 'product.created', sequence: 1, resourceVersion: 1, previous: {} });
    expect(event?.data).to.deep.equal(productView(product));
    expect(event?.occurredAt).to.deep.equal(NOON);
    expect(others).to.deep.equal([]);
  });

  it('creates a new category and reuses an existing one', async () => {
    const first = await catalogue.create({ name: 'Linen shirt', price: 1, category: 'Shirts' });
    const second = await catalogue.create({ name: 'Cotton shirt', price: 1, category: 'Shirts' });
    const third = await catalogue.create({ name: 'Nothing', price: 1, category: null });
    expect(first.category?.name).to.equal('Shirts');
    expect(second.category).to.deep.equal(first.category);
    expect(third.category).to.equal(null);
    expect(await catalogue.categoryNames()).to.deep.equal(['Shirts']);
  });

  it('uses the store’s currency unless another is given', async () => {
    const ours = await catalogue.create({ name: 'Linen shirt', price: 19.99 });
    const other = await catalogue.create({ name: 'Linen shirt', price: 2000, currency: 'JPY' });
    expect([ours.price.currency, other.price.currency]).to.deep.equal(['USD', 'JPY']);
  });

  it('stores nothing of a rejected product, not even its category', async () => {
    const attempt = catalogue.create({ name: 'Linen shirt', price: 19.999, category: 'Shirts' });
    expect(await rejectionOf(attempt)).to.include({ kind: 'invalid', code: 'validation_failed' });
    expect(await catalogue.categoryNames()).to.deep.equal([]);
  });

  it('rejects a duplicate sku', async () => {
    await catalogue.create({ name: 'Linen shirt', price: 1, sku: 'S-1' });
    const attempt = catalogue.create({ name: 'Cotton shirt', price: 1, sku: 'S-1', category: 'Shirts' });
    expect(await rejectionOf(attempt)).to.include({ kind: 'conflict', code: 'already_exists' });
    expect(await catalogue.categoryNames()).to.deep.equal([]);
  });
});
