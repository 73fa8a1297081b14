import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { Product } from '#core/catalog/product.ts';
import { stockAdjusted } from '#core/catalog/records.ts';
import type { AdjustedStock, StockAdjustment } from '#core/catalog/stock-adjustment.ts';
import { Actor } from '#core/shared/actor.ts';
import type { Work } from '#core/storage.ts';
import { aProduct, changed, noonPlus } from '../../support/builders/builders.ts';
import { aGate } from '../../support/gate.ts';
import { shuffled } from '../../support/shuffled.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

const LATER = noonPlus(60);

/** `ProductRepository.adjustStock` in concurrent transactions. */
export const stockRacesContract = (name: string, open: OpenStorage): void => {
  describe(`ProductRepository: concurrent stock adjustments on ${name}`, () => {
    const storage = useStorage(open);
    const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);

    const stocked = async (...stocks: readonly (number | null)[]): Promise<Product[]> => {
      const products = stocks.map((stock) => aProduct({ stock }));
      await run(async (tx) => {
        for (const product of products) await tx.products.add(product);
      });
      return products;
    };

    const get = (id: Product['id']): Promise<Product> => run((tx) => tx.products.get(id));

    const of = ({ id }: Product, quantity: number): StockAdjustment => ({ productId: id, delta: quantity });

    const isMoved = ({ before, after }: AdjustedStock): boolean => before !== after;

    /** Reserves all quantities or none, as an order does. @returns whether it did. */
    const buy = (...moves: readonly StockAdjustment[]): Promise<boolean> => {
      const soldOut = new Error('sold out');
      const work = run(async (tx) => {
        const moved = await tx.products.adjustStock(moves, LATER);
        if (!moved.every(isMoved)) throw soldOut;
        await tx.events.append(Actor.system, ...stockAdjusted(moved));
        return true;
      });
      return work.catch((error: unknown) => {
        if (error === soldOut) return false;
        throw error;
      });
    };

    it('sells seven items to seven of forty buyers, and the last to one', async () => {
      const [product] = (await stocked(7)) as [Product];
      const bought = await Promise.all(Array.from({ length: 40 }, () => buy(of(product, -1))));
      expect(bought.filter(Boolean)).to.have.length(7);
      expect(await get(product.id)).to.include({ stock: 0, version: 8 });
      const events = await storage().eventsOf(product.id);
      const stocks = events.map(({ data }) => (data as { stock: number }).stock);
      expect(stocks).to.deep.equal([6, 5, 4, 3, 2, 1, 0]);
      expect(events.map(({ sequence }) => sequence)).to.deep.equal([1, 2, 3, 4, 5, 6, 7]);
    });

    it('sells carts of several products in any order without deadlocks or lost stock', async () => {
      const products = await stocked(30, 20, 10, 5, 1, 0);
      const carts = Array.from({ length: 60 }, () =>
        shuffled(products.slice(0, 5))
          .slice(0, 3)
          .map((product, index) => of(product, -1 - (index % 2))),
      );
      const bought = await Promise.all(carts.map((cart) => buy(...cart)));
      const sold = new Map<string, number>();
      for (const { productId, delta: quantity } of carts.filter((_, index) => bought[index]).flat()) {
        sold.set(productId, (sold.get(productId) ?? 0) - quantity);
      }
      expect(sold.size).to.be.greaterThan(2);
      for (const { id, stock } of products) expect(stock).to.equal(((await get(id)).stock ?? 0) + (sold.get(id) ?? 0));
    });

    it('counts concurrent adjustments in both directions', async () => {
      const products = await stocked(3, 3, 3, null);
      const turns = Array.from({ length: 30 }, async () => {
        const cart = shuffled(products.slice(0, 3)).slice(0, 2);
        if (!(await buy(...cart.map((product) => of(product, -1))))) return;
        await buy(...shuffled(cart).map((product) => of(product, 1)));
      });
      await Promise.all(turns);
      const stocks = await Promise.all(products.map(async ({ id }) => (await get(id)).stock));
      expect(stocks).to.deep.equal([3, 3, 3, null]);
    });

    it('loses no concurrent save of the same product', async () => {
      const [product, other] = (await stocked(0, 0)) as [Product, Product];
      const works = Array.from({ length: 40 }, (_, index) => {
        if (index % 2 === 0) return buy(...shuffled([of(product, 1), of(other, 1)]));
        return run(async (tx) => {
          const before = await tx.products.get(product.id);
          const views = String(Number(before.metadata['views'] ?? 0) + 1);
          await tx.products.save(changed(before, { metadata: { views } }));
        });
      });
      await Promise.all(works);
      expect(await get(product.id)).to.deep.include({ stock: 20, version: 41, metadata: { views: '20' } });
      expect(await get(other.id)).to.include({ stock: 20, version: 21 });
    });

    /** Runs a task while a transaction has adjusted this stock, then ends the transaction. */
    const during = async <T>(
      moves: readonly StockAdjustment[],
      task: () => Promise<T>,
      failure?: Error,
    ): Promise<T> => {
      const [moved, mayEnd] = [aGate(), aGate()];
      const work = run(async (tx) => {
        await tx.products.adjustStock(moves, LATER);
        moved.open();
        await mayEnd.opened;
        if (failure !== undefined) throw failure;
      }).catch(() => {});
      await Promise.race([moved.opened, work]);
      const outcome = task();
      // serialized transactions wait, and so do those that adjust the same product
      await Promise.race([outcome, sleep(100)]);
      mayEnd.open();
      await work;
      return outcome;
    };

    it('makes a reader wait for a stock adjustment', async () => {
      const [product] = (await stocked(5)) as [Product];
      const after = Product.withStockAdjusted(product, -2, LATER);
      expect(await during([of(product, -2)], () => get(product.id))).to.deep.equal(after);
    });

    it('makes an adjustment wait for a lock and applies it to the current product', async () => {
      const [product] = (await stocked(5)) as [Product];
      const [got, mayEnd] = [aGate(), aGate()];
      const saved = changed(product, { stock: 1, name: 'Last one' });
      const saving = run(async (tx) => {
        await tx.products.get(product.id);
        got.open();
        await mayEnd.opened;
        await tx.products.save(saved);
      });
      await Promise.race([got.opened, saving]);
      const moving = run((tx) => tx.products.adjustStock([of(product, -2)], LATER));
      await Promise.race([moving, sleep(100)]);
      mayEnd.open();
      await saving;
      const [moved] = await moving;
      expect(moved?.before).to.deep.equal(saved);
      expect(moved?.after).to.equal(moved?.before);
      expect(await get(product.id)).to.deep.equal(saved);
    });

    it('reports the current stock to a buyer who waited and finds too little', async () => {
      const [product, other] = (await stocked(5, 5)) as [Product, Product];
      const want = (): Promise<readonly AdjustedStock[]> =>
        run((tx) => tx.products.adjustStock([of(product, -4), of(other, -1)], LATER));
      const moved = await during([of(product, -3)], want);
      const found = moved.find(({ before }) => before.id === product.id);
      expect(found?.before).to.deep.equal(Product.withStockAdjusted(product, -3, LATER));
      expect(found?.after).to.equal(found?.before);
      expect(moved.filter(isMoved).map(({ before }) => before.id)).to.deep.equal([other.id]);
    });

    it('gives the stock of a failed transaction to the buyer who waited', async () => {
      const [product] = (await stocked(1)) as [Product];
      const failure = new Error('changed my mind');
      expect(await during([of(product, -1)], () => buy(of(product, -1)), failure)).to.equal(true);
      expect(await get(product.id)).to.deep.equal(Product.withStockAdjusted(product, -1, LATER));
    });

    it('omits a product that is removed while a buyer waits for it', async () => {
      const [product] = (await stocked(1)) as [Product];
      const [removed, mayEnd] = [aGate(), aGate()];
      const removing = run(async (tx) => {
        await tx.products.remove(product.id);
        removed.open();
        await mayEnd.opened;
      });
      await Promise.race([removed.opened, removing]);
      const moving = run((tx) => tx.products.adjustStock([of(product, -1)], LATER));
      await Promise.race([moving, sleep(100)]);
      mayEnd.open();
      await removing;
      expect(await moving).to.deep.equal([]);
    });
  });
};
