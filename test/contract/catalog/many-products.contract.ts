import { expect } from 'chai';
import type { Product } from '#core/catalog/product.ts';
import type { Work } from '#core/storage.ts';
import { aCategory, aProduct, changed, ids } from '../../support/builders/builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { TEXT } from '../../support/strings.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

export const manyProductsContract = (name: string, open: OpenStorage): void => {
  describe(`many products of ProductRepository on ${name}`, () => {
    const storage = useStorage(open);
    const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);
    const getMany = (...products: readonly Product[]) =>
      run((tx) => tx.products.getMany({ ids: products.map(({ id }) => id), skus: [] }));

    const sku = (): string => ids.next('prod');

    it('adds and saves products with all their fields', async () => {
      const { id, name } = await run((tx) => tx.categories.ensure(aCategory('Many 𝒜')));
      const category = { id, name };
      const added = [
        aProduct(),
        aProduct(
          { name: TEXT, price: 12.345, currency: 'KWD', stock: 0, attributes: { size: 'M' }, sku: sku() },
          { category },
        ),
        aProduct({ price: 999_999_999_999.99, images: ['https://a.example/1'], metadata: { b: '2', a: '1' } }),
      ];
      await run((tx) => tx.products.addMany(added));
      expect(await getMany(...added)).to.deep.equal(added);
      const saved = added.map((product, index) =>
        changed(product, { name: `${index}`, stock: index }, { category: index === 0 ? category : null }),
      );
      await run((tx) => tx.products.saveMany(saved));
      expect(await getMany(...saved)).to.deep.equal(saved);
    });

    it('gets products by ids and SKUs, each once, sorted by id', async () => {
      const [first, second, third] = [aProduct({ sku: sku() }), aProduct(), aProduct({ sku: sku() })];
      await run((tx) => tx.products.addMany([third, first, second]));
      const keys = {
        ids: [second.id, first.id, ids.next('prod')],
        skus: [first.sku ?? '', third.sku ?? '', 'unknown'],
      };
      expect(await run((tx) => tx.products.getMany(keys))).to.deep.equal([first, second, third]);
      expect(await run((tx) => tx.products.getMany({ ids: [], skus: [] }))).to.deep.equal([]);
    });

    it('rejects a duplicate SKU and stores none of the products', async () => {
      const existing = aProduct({ sku: sku() });
      await run((tx) => tx.products.addMany([existing]));
      const [other, twin] = [aProduct(), aProduct({ sku: existing.sku })];
      const attempt = run((tx) => tx.products.addMany([other, twin]));
      expect(await rejectionOf(attempt)).to.include({ kind: 'conflict', code: 'already_exists' });
      expect(await getMany(other, twin)).to.deep.equal([]);
    });

    it('rejects a stale version and stores none of the changes', async () => {
      const [one, other] = [aProduct(), aProduct()];
      await run((tx) => tx.products.addMany([one, other]));
      const stale = { ...changed(other, { name: 'stale' }), version: 1 };
      const attempt = run((tx) => tx.products.saveMany([changed(one, { name: 'new' }), stale]));
      expect(await rejectionOf(attempt)).to.include({ kind: 'conflict', code: 'conflict' });
      expect(await getMany(one, other)).to.deep.equal([one, other]);
    });
  });
};
