import { expect } from 'chai';
import { MAX_QUANTITY, Product } from '#core/catalog/product.ts';
import type { AdjustedStock, StockAdjustment } from '#core/catalog/stock-adjustment.ts';
import type { Work } from '#core/storage.ts';
import { aCategory, aProduct, changed, ids, noonPlus } from '../../support/builders/builders.ts';
import { shuffled } from '../../support/shuffled.ts';
import { longStringMap, TEXT } from '../../support/strings.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

const LATER = noonPlus(60);

/** `ProductRepository.adjustStock` in consecutive transactions. */
export const stockContract = (name: string, open: OpenStorage): void => {
  describe(`ProductRepository: stock on ${name}`, () => {
    const storage = useStorage(open);
    const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);
    const get = (id: Product['id']): Promise<Product> => run((tx) => tx.products.get(id));

    const stocked = async (stock: number | null, overrides: Parameters<typeof aProduct>[0] = {}): Promise<Product> => {
      const product = aProduct({ stock, ...overrides });
      await run((tx) => tx.products.add(product));
      return product;
    };

    const move = (...moves: readonly StockAdjustment[]): Promise<readonly AdjustedStock[]> =>
      run((tx) => tx.products.adjustStock(moves, LATER));

    const of = ({ id }: Product, quantity: number): StockAdjustment => ({ productId: id, delta: quantity });

    /** Adjusts one product and expects the result of `Product.withStockAdjusted`. */
    const expectMoved = async (product: Product, quantity: number): Promise<Product> => {
      const after = Product.withStockAdjusted(product, quantity, LATER);
      expect(await move(of(product, quantity))).to.deep.equal([{ before: product, after }]);
      expect(await get(product.id)).to.deep.equal(after);
      return after;
    };

    /** Expects an unchanged product, returned as one object. */
    const expectUnmoved = (moved: readonly AdjustedStock[], product: Product): void => {
      const found = moved.find(({ before }) => before.id === product.id);
      expect(found?.before).to.deep.equal(product);
      expect(found?.after).to.equal(found?.before);
    };

    it('adjusts several products at once and returns their previous state', async () => {
      const [one, two, three, four] = [await stocked(5), await stocked(5), await stocked(0), await stocked(1)];
      const moves = [of(two, -2), of(four, 3), of(three, 7), of(one, -5)];
      const moved = await move(...moves);
      const expected = [one, two, three, four].map((before) => {
        const quantity = moves.find(({ productId }) => productId === before.id)?.delta ?? 0;
        return { before, after: Product.withStockAdjusted(before, quantity, LATER) };
      });
      expect(moved).to.have.deep.members(expected);
      for (const { after } of expected) expect(await get(after.id)).to.deep.equal(after);
    });

    it('returns the whole product: category, largest texts and maps', async () => {
      const { id, name: label } = await run((tx) => tx.categories.ensure(aCategory('Größe 𝒜')));
      const fields = {
        description: TEXT.repeat(100),
        sku: TEXT,
        images: ['https://a.example'],
        attributes: longStringMap(50),
      };
      const product = aProduct({ ...fields, price: 999_999_999_999.99, stock: 3 }, { category: { id, name: label } });
      await run((tx) => tx.products.add(product));
      await expectMoved(product, -2);
    });

    it('goes down to zero and no further', async () => {
      const one = await expectMoved(await stocked(3), -2);
      const none = await expectMoved(one, -1);
      expectUnmoved(await move(of(none, -1)), none);
      expectUnmoved(await move(of(none, -MAX_QUANTITY)), none);
      expect(await get(none.id)).to.deep.equal(none);
      await expectMoved(none, 1);
    });

    it('goes up to the maximum and stays there', async () => {
      const most = await expectMoved(await stocked(MAX_QUANTITY - 1), 1);
      expect(most.stock).to.equal(MAX_QUANTITY);
      const still = await expectMoved(most, MAX_QUANTITY);
      expect(still).to.include({ stock: MAX_QUANTITY, version: 3 });
      expect((await expectMoved(still, -MAX_QUANTITY)).stock).to.equal(0);
    });

    it('skips products that are short and adjusts the others', async () => {
      const [enough, lacking, sold] = [await stocked(2), await stocked(1), await stocked(0)];
      const moved = await move(of(lacking, -2), of(enough, -2), of(sold, -1));
      expect(moved).to.have.length(3);
      expectUnmoved(moved, lacking);
      expectUnmoved(moved, sold);
      expect(await get(enough.id)).to.deep.equal(Product.withStockAdjusted(enough, -2, LATER));
      for (const product of [lacking, sold]) expect(await get(product.id)).to.deep.equal(product);
    });

    it('keeps untracked stock', async () => {
      const product = await stocked(null);
      for (const quantity of [-1, 1, -MAX_QUANTITY, MAX_QUANTITY]) {
        expectUnmoved(await move(of(product, quantity)), product);
        expect(await get(product.id)).to.deep.equal(product);
      }
    });

    it('omits unknown products', async () => {
      const [there, removed] = [await stocked(1), await stocked(1)];
      await run((tx) => tx.products.remove(removed.id));
      const moved = await move({ productId: ids.next('prod'), delta: -1 }, of(there, -1), of(removed, 1));
      expect(moved).to.deep.equal([{ before: there, after: Product.withStockAdjusted(there, -1, LATER) }]);
      expect(await move(of(removed, -1))).to.deep.equal([]);
      expect(await move()).to.deep.equal([]);
    });

    it('adjusts products of every status', async () => {
      for (const status of ['draft', 'active', 'archived'] as const)
        await expectMoved(await stocked(2, { status }), -1);
    });

    it('is independent of the order of products', async () => {
      const products: Product[] = [];
      for (const stock of [0, 1, 2, 3, null, 5]) products.push(await stocked(stock));
      let expected = products;
      for (let round = 0; round < 5; round += 1) {
        expected = expected.map((product) => Product.withStockAdjusted(product, round % 2 ? 1 : -1, LATER));
        await move(...shuffled(products).map((product) => of(product, round % 2 ? 1 : -1)));
        expect(await Promise.all(products.map(({ id }) => get(id)))).to.deep.equal(expected);
      }
    });

    it('adjusts a hundred products at once', async () => {
      const products = Array.from({ length: 100 }, (_, index) => aProduct({ stock: index }));
      await run(async (tx) => {
        for (const product of products) await tx.products.add(product);
      });
      const moved = await move(...shuffled(products).map((product) => of(product, -50)));
      expect(moved.filter(({ before, after }) => before === after)).to.have.length(50);
      const expected = products.map((before) => ({ before, after: Product.withStockAdjusted(before, -50, LATER) }));
      expect(moved).to.have.deep.members(expected);
    });

    it('reads and writes within a transaction', async () => {
      const product = aProduct({ stock: 5 });
      const saved = changed(product, { stock: 2, name: 'Cotton shirt' });
      await run(async (tx) => {
        await tx.products.add(product);
        expect(await tx.products.get(product.id)).to.deep.equal(product);
        await tx.products.save(saved);
        const after = Product.withStockAdjusted(saved, -2, LATER);
        expect(await tx.products.adjustStock([of(product, -2)], LATER)).to.deep.equal([{ before: saved, after }]);
        expect(await tx.products.get(product.id)).to.deep.equal(after);
        expectUnmoved(await tx.products.adjustStock([of(product, -1)], LATER), after);
        await tx.products.save(changed(after, { name: 'Sold out' }));
      });
      expect(await get(product.id)).to.include({ name: 'Sold out', stock: 0, version: 4 });
    });

    it('is undone by a failed transaction or dry run', async () => {
      const product = await stocked(5);
      const moved = await storage().unitOfWork.dryRun((tx) => tx.products.adjustStock([of(product, -5)], LATER));
      expect(moved[0]?.after.stock).to.equal(0);
      const attempt = run(async (tx) => {
        await tx.products.adjustStock([of(product, -5)], LATER);
        throw new Error('changed my mind');
      });
      await attempt.catch(() => {});
      expect(await get(product.id)).to.deep.equal(product);
    });
  });
};
