import { expect } from 'chai';
import type { Product } from '#core/catalog/product.ts';
import { TriedProducts } from '#core/imports/steps/tried-products.ts';
import { aProduct } from '../../support/builders/builders.ts';

describe('TriedProducts', () => {
  const skusOf = (products: readonly Product[]) => products.map(({ sku }) => sku);

  it('finds families by the id, SKU or slug of a member, each once, as it was written last', () => {
    const parent = aProduct({ sku: 'P', slug: 'parent' });
    const variant = aProduct({ sku: 'V', parent_id: parent.id, options: { size: 'S' } });
    const other = aProduct({ sku: 'O' });
    const tried = new TriedProducts();
    tried.add([parent, variant, other]);
    for (const row of [{ id: variant.id }, { parent_id: parent.id }, { sku: 'V' }, { slug: 'parent' }]) {
      expect(tried.namedBy([row, { parent_sku: 'P' }])).to.deep.equal([parent, variant]);
    }
    const single = { ...variant, parentId: null, sku: 'W' };
    tried.add([single]);
    expect(tried.namedBy([{ sku: 'P' }])).to.deep.equal([parent]);
    expect(tried.namedBy([{ sku: 'W' }])).to.deep.equal([single]);
    expect(tried.namedBy([{ sku: 'none', id: null }])).to.deep.equal([]);
  });

  it('drops the families that were written first when they are too large together', () => {
    const description = 'x'.repeat(1_000_000);
    const skus = Array.from({ length: 15 }, (_, index) => `S-${index}`);
    const [first, ...others] = skus.map((sku) => aProduct({ sku, description })) as [Product, ...Product[]];
    const tried = new TriedProducts();
    tried.add([first]);
    for (const product of others) tried.add([product]);
    expect(skusOf(tried.namedBy(skus.map((sku) => ({ sku }))))).to.deep.equal(skus.slice(-8));
    tried.add([first]);
    expect(skusOf(tried.namedBy([{ sku: 'S-0' }, { sku: 'S-7' }, { sku: 'S-8' }]))).to.deep.equal(['S-0', 'S-8']);
  });
});
