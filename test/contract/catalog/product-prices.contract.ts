import { expect } from 'chai';
import type { PricePeriodView } from '#core/catalog/price-history.ts';
import type { Product } from '#core/catalog/product.ts';
import { productView, publicProductView } from '#core/catalog/product-view.ts';
import { Money } from '#core/shared/money.ts';
import { Json, type Position } from '#core/shared/page.ts';
import type { Work } from '#core/storage.ts';
import { aProduct, changed, noonPlus, USD } from '../../support/builders/builders.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

/** Prices in `ProductRepository` and `CatalogQueries`. */
export const productPricesContract = (name: string, open: OpenStorage): void => {
  describe(`product prices on ${name}`, () => {
    const storage = useStorage(open);
    const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);

    /** A product with a price a second after the other. */
    const withPrices = async (...prices: readonly (readonly [number, Product['status']])[]): Promise<Product> => {
      let product = aProduct({ price: 1, status: 'draft' });
      await run((tx) => tx.products.add(product));
      for (const [index, [price, status]] of prices.entries()) {
        product = changed(product, { price, status }, { at: noonPlus(index + 1) });
        await run((tx) => tx.products.save(product));
      }
      return product;
    };
    const publishedAfter = async ({ id }: Product, seconds: number) => {
      const found = await run((tx) => tx.products.publishedPrices([id], noonPlus(seconds)));
      const periods = found.get(id) ?? [];
      return periods.map(({ price, isPublished, from, to }) => {
        expect(isPublished).to.equal(true);
        return [price.toNumber(), from, to];
      });
    };

    it('are found while they were published, the newest first', async () => {
      const product = await withPrices([10, 'active'], [20, 'active'], [20, 'draft'], [30, 'draft'], [40, 'active']);
      const all = [
        [40, noonPlus(5), null],
        [20, noonPlus(2), noonPlus(3)],
        [10, noonPlus(1), noonPlus(2)],
      ];
      expect(await publishedAfter(product, 0)).to.deep.equal(all);
      expect(await publishedAfter(product, 2)).to.deep.equal(all.slice(0, 2));
      expect(await publishedAfter(product, 3)).to.deep.equal(all.slice(0, 1));
    });

    it('are found although they ended long ago, if they are the last', async () => {
      const product = await withPrices([10, 'active'], [20, 'active'], [20, 'archived']);
      expect(await publishedAfter(product, 1000)).to.deep.equal([[20, noonPlus(2), noonPlus(3)]]);
      expect(await publishedAfter(await withPrices([5, 'draft']), 0)).to.deep.equal([]);
    });

    it('are found for several products at once', async () => {
      const [one, other] = [await withPrices([10, 'active']), await withPrices([20, 'active'], [30, 'active'])];
      const draft = await withPrices([5, 'draft']);
      const ids = [one.id, other.id, draft.id];
      const found = await run((tx) => tx.products.publishedPrices(ids, noonPlus(0)));
      const prices = ids.map((id) => (found.get(id) ?? []).map(({ price }) => price.toNumber()));
      expect(prices).to.deep.equal([[10], [30, 20], []]);
    });

    it('are found in the transaction that wrote them', async () => {
      const product = aProduct({ price: 10 });
      const after = changed(product, { price: 8 });
      const found = await run(async (tx) => {
        await tx.products.add(product);
        await tx.products.save(after);
        return (await tx.products.publishedPrices([product.id], noonPlus(-1))).get(product.id) ?? [];
      });
      expect(found.map(({ price }) => price.toNumber())).to.include(8);
    });

    /** All prices, read in pages. */
    const listed = async ({ id }: Product, limit: number): Promise<PricePeriodView[]> => {
      const prices: PricePeriodView[] = [];
      let after: Position | undefined;
      do {
        const page = await storage().catalogQueries.listPrices(id, { limit, after });
        prices.push(...page.items.map(Json.parse));
        after = page.next ?? undefined;
      } while (after !== undefined);
      return prices;
    };

    it('are listed where they change, and not where the status alone does', async () => {
      const product = await withPrices(
        [1, 'active'],
        [1, 'archived'],
        [20, 'archived'],
        [20, 'draft'],
        [20, 'active'],
        [20, 'archived'],
        [1, 'archived'],
        [1, 'draft'],
        [30, 'active'],
        [30, 'archived'],
      );
      const shown = [
        { price: 30, published: true, from: 9, to: null },
        { price: 1, published: false, from: 7, to: 9 },
        { price: 20, published: true, from: 3, to: 7 },
        { price: 1, published: true, from: 0, to: 3 },
      ].map(({ from, to, ...shownFields }) => ({
        object: 'price',
        currency: 'USD',
        ...shownFields,
        from: noonPlus(from).toISOString(),
        to: to === null ? null : noonPlus(to).toISOString(),
      }));
      for (const limit of [1, 2, 3, 100]) expect(await listed(product, limit)).to.have.deep.members(shown);
      const { total } = await storage().catalogQueries.listPrices(product.id, { limit: 2, includeTotal: true });
      expect(total).to.equal(4);
      expect((await listed(product, 100)).map(({ price }) => price)).to.deep.equal([30, 1, 20, 1]);
    });

    it('are listed as published where they were for no time', async () => {
      const product = await withPrices([20, 'active']);
      const at = noonPlus(1);
      const draft = changed(product, { status: 'draft' }, { at });
      await run((tx) => tx.products.save(draft));
      await run((tx) => tx.products.save(changed(draft, { price: 30 }, { at })));
      const [, second] = await listed(product, 100);
      expect(second).to.include({ price: 20, published: true });
    });

    it('are listed in pages, and removed with their product', async () => {
      const product = await withPrices([10, 'active'], [20, 'active'], [20, 'draft'], [30, 'draft']);
      expect((await listed(product, 2)).map(({ price }) => price)).to.deep.equal([30, 20, 10, 1]);
      await run((tx) => tx.products.remove(product.id));
      expect((await storage().catalogQueries.listPrices(product.id, { limit: 2 })).items).to.deep.equal([]);
    });

    it('are shown as the lowest one before a reduction', async () => {
      const lowestPrice30d = Money.ofMinor(1250n, USD);
      const product = { ...aProduct({ price: 10 }), lowestPrice30d };
      await run((tx) => tx.products.add(product));
      expect(await run((tx) => tx.products.get(product.id))).to.deep.equal(product);
      const views = { full: productView(product), public: publicProductView(product) };
      for (const visibility of ['full', 'public'] as const) {
        const found = await storage().catalogQueries.findProduct(product.id, visibility);
        expect(found?.view).to.equal(Json.of<object>(views[visibility]));
        expect(views[visibility]).to.include({ lowest_price_30d: 12.5 });
      }
    });
  });
};
