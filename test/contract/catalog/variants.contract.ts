import { expect } from 'chai';
import type { Visibility } from '#core/catalog/ports.ts';
import { Product } from '#core/catalog/product.ts';
import type { ProductFields } from '#core/catalog/product-fields.ts';
import { type ProductFilter, type ProductSort, productView, publicProductView } from '#core/catalog/product-view.ts';
import { stockAdjusted } from '#core/catalog/records.ts';
import { Variant } from '#core/catalog/variant.ts';
import { Actor } from '#core/shared/actor.ts';
import { Json } from '#core/shared/page.ts';
import type { Work } from '#core/storage.ts';
import { aProduct, changed, noonPlus } from '../../support/builders/builders.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

const LATER = noonPlus(60);

/** The largest number of listed products that a test makes. */
const ALL = { limit: 100, includeTotal: true };

/** Products with variants in `ProductRepository` and `CatalogQueries`. */
export const variantsContract = (name: string, open: OpenStorage): void => {
  describe(`variants on ${name}`, () => {
    const storage = useStorage(open);
    const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);
    const get = (id: Product['id']): Promise<Product> => run((tx) => tx.products.get(id));

    /** A stored parent with variants of these fields, as the use cases store them. */
    const aFamily = async (
      parentFields: Partial<ProductFields>,
      ...variantFields: readonly Partial<ProductFields>[]
    ) => {
      const parent = aProduct(parentFields);
      const variants = variantFields.map((fields, index) => {
        const variant = aProduct({ parent_id: parent.id, options: { number: String(index) }, ...fields });
        return { ...variant, isParentActive: Product.isOnSale(parent) };
      });
      const shown = Product.withVariants(parent, variants.map(Variant.of), noonPlus(1));
      await run(async (tx) => {
        await tx.products.add(parent);
        for (const variant of variants) await tx.products.add(variant);
        await tx.products.save(shown);
      });
      return { parent: shown, variants };
    };

    const adjust = (...adjustments: readonly (readonly [Product, number])[]) =>
      run(async (tx) => {
        const moves = adjustments.map(([{ id: productId }, delta]) => ({ productId, delta }));
        const adjusted = await tx.products.adjustStock(moves, LATER);
        await tx.events.append(Actor.system, ...stockAdjusted(adjusted));
        return adjusted;
      });

    const list = async (filter: ProductFilter, visibility: Visibility = 'full', sort?: ProductSort) => {
      const query = { filter, page: ALL, visibility, ...(sort === undefined ? {} : { sort }) };
      const { items, total } = await storage().catalogQueries.listProducts(query);
      expect(total).to.equal(items.length);
      return items.map(Json.parse);
    };
    const idsOf = async (...query: Parameters<typeof list>) => (await list(...query)).map(({ id }) => id);

    it('are read with their parent, in the order of their ids', async () => {
      const { parent, variants } = await aFamily({}, { price: 10, stock: 1 }, { price: 30, compare_at_price: 40 });
      expect(await get(parent.id)).to.deep.equal(parent);
      for (const variant of variants) expect(await get(variant.id)).to.deep.equal(variant);
      const found = await storage().catalogQueries.findProduct(parent.id, 'full');
      expect(found?.view).to.equal(Json.of(productView(parent)));
      const publicly = await storage().catalogQueries.findProduct(parent.id, 'public');
      expect(publicly?.view).to.equal(Json.of(publicProductView(parent)));
      const [first] = variants;
      const shown = await storage().catalogQueries.findProduct(first?.id ?? parent.id, 'full');
      expect(JSON.parse(shown?.view ?? '')).to.deep.equal(productView(first ?? parent));
    });

    it('are added with their parent at once', async () => {
      const parent = aProduct();
      const variants = ['z', 'a', 'm'].map((size, index) => ({
        ...aProduct({
          parent_id: parent.id,
          options: { size, colour: 'blue' },
          sku: `${parent.id} ${size}`,
          price: index,
        }),
        isParentActive: true,
      }));
      const family = { ...parent, variants: variants.map(Variant.of) };
      await run((tx) => tx.products.addMany([family, ...variants]));
      expect(await get(parent.id)).to.deep.equal(family);
      const [view] = await list({ ids: [parent.id] });
      expect(JSON.stringify(view?.variants)).to.equal(JSON.stringify(productView(family).variants));
      expect(view).to.include({ price_min: 0, price_max: 2, available: true });
    });

    it('are stored and shown with what they inherit, before a reduction', async () => {
      const { variants } = await aFamily({}, { weight: 2, images: ['https://a.example/1'] }, {});
      for (const [index, inherited] of [
        ['category_id', 'tax_category', 'withdrawal_exemption', 'status'],
        ['category_id', 'tax_category', 'withdrawal_exemption', 'status', 'weight', 'images'],
      ].entries()) {
        const { lowestPrice30d: _none, ...variant } = variants[index] ?? aProduct();
        const reduced = { ...variant, lowestPrice30d: variant.price, version: 2, updatedAt: noonPlus(2) };
        expect(reduced.inherited).to.deep.equal(inherited);
        await run((tx) => tx.products.save(reduced));
        expect(await get(reduced.id)).to.deep.equal(reduced);
        const found = await storage().catalogQueries.findProduct(reduced.id, 'full');
        expect(found?.view).to.equal(Json.of(productView(reduced)));
        const publicly = await storage().catalogQueries.findProduct(reduced.id, 'public');
        expect(publicly?.view).to.equal(Json.of(publicProductView(reduced)));
      }
    });

    it('are found together by their ids', async () => {
      const { parent, variants } = await aFamily({}, { price: 10 }, { price: 30, status: 'draft' });
      const all = [parent, ...variants];
      const found = await storage().catalogQueries.findProducts([...all.map(({ id }) => id), aProduct().id]);
      expect(found.size).to.equal(3);
      for (const product of all) expect(JSON.parse(found.get(product.id) ?? '')).to.deep.equal(productView(product));
      expect((await storage().catalogQueries.findProducts([])).size).to.equal(0);
    });

    it('show their price range and availability, which only active ones count for', async () => {
      const fields = [
        { price: 30, stock: 0 },
        { price: 10 },
        { price: 5, status: 'draft' },
        { price: 40, stock: 0 },
      ] as const;
      const { parent } = await aFamily({ price: 99 }, ...fields);
      const [view] = await list({ ids: [parent.id] });
      expect(view).to.deep.equal(productView(parent));
      expect(view).to.include({ price: 99, price_min: 10, price_max: 40, available: true });
      const [publicView] = await list({ ids: [parent.id] }, 'public');
      expect(publicView).to.deep.equal(publicProductView(parent));
      expect(publicView?.variants).to.have.length(3);
    });

    it('are listed only as those of their parent', async () => {
      const { parent, variants } = await aFamily({ name: 'listed' }, {}, {}, { status: 'draft' });
      expect(await idsOf({ ids: [parent.id, ...variants.map(({ id }) => id)] })).to.deep.equal([parent.id]);
      expect(await idsOf({ parent_id: parent.id }, 'full', { by: 'created_at', descending: false })).to.deep.equal(
        variants.map(({ id }) => id),
      );
      expect(await idsOf({ parent_id: parent.id }, 'public')).to.have.length(2);
      expect(await idsOf({ parent_id: variants[0]?.id ?? parent.id })).to.deep.equal([]);
    });

    it('find their parent by sku, slug, attributes and words', async () => {
      const fields = { sku: 'ROOT-1', slug: 'root-variant', attributes: { fabric: 'corduroy' }, description: 'zigzag' };
      const { parent, variants } = await aFamily({ sku: 'ROOT' }, fields, { options: { shade: 'ultramarine' } });
      const [first] = variants;
      const filters: ProductFilter[] = [
        { sku: 'ROOT' },
        { sku: 'ROOT-1' },
        { slug: 'root-variant' },
        { attributes: { fabric: 'corduroy' } },
        { q: 'zigzag' },
        { q: 'ultramarime' },
        { sku: 'ROOT-1', attributes: { fabric: 'corduroy' }, q: 'zigzag corduroy' },
      ];
      for (const filter of filters) {
        const found = await idsOf(filter, 'public');
        expect(found, JSON.stringify(filter)).to.deep.equal([parent.id]);
        expect(await idsOf(filter, 'full', { by: 'name', descending: false })).to.deep.equal([parent.id]);
      }
      expect(await idsOf({ parent_id: parent.id, sku: 'ROOT-1' })).to.deep.equal([first?.id]);
      expect(await idsOf({ parent_id: parent.id, q: 'corduroy' })).to.deep.equal([first?.id]);
    });

    it('do not find their parent for the public while they are drafts', async () => {
      const hidden = {
        sku: 'HIDDEN',
        attributes: { secret: 'yes' },
        description: 'clandestine',
        status: 'draft',
      } as const;
      const { parent } = await aFamily({}, hidden);
      for (const filter of [{ sku: 'HIDDEN' }, { attributes: { secret: 'yes' } }, { q: 'clandestine' }]) {
        expect(await idsOf(filter), JSON.stringify(filter)).to.deep.equal([parent.id]);
        expect(await idsOf(filter, 'public'), JSON.stringify(filter)).to.deep.equal([]);
      }
    });

    it('sort and filter their parent by the price range', async () => {
      const currency = 'SEK';
      const make = async (own: number, ...prices: readonly number[]) =>
        (await aFamily({ price: own, currency }, ...prices.map((price) => ({ price, currency })))).parent.id;
      const [wide, high, single] = [await make(500, 100, 300), await make(1, 400, 450), await make(200)];
      const filtered = (filter: ProductFilter) =>
        idsOf({ currency: 'SEK' as NonNullable<ProductFilter['currency']>, ...filter }, 'full', {
          by: 'price',
          descending: false,
        });
      expect(await filtered({})).to.deep.equal([wide, single, high]);
      expect(await filtered({ price_min: '250' })).to.deep.equal([wide, high]);
      expect(await filtered({ price_max: '150' })).to.deep.equal([wide]);
      expect(await filtered({ price_min: '150', price_max: '250' })).to.deep.equal([wide, single]);
      expect(await filtered({ price_min: '460' })).to.deep.equal([]);
    });

    it('change their parent only when the last one sells out, or the first one is in stock again', async () => {
      const { parent, variants } = await aFamily({}, { stock: 2 }, { stock: 1 });
      const [two, one] = variants as [Product, Product];
      expect((await adjust([two, -1])).map(({ after }) => after.id)).to.deep.equal([two.id]);
      expect(await adjust([two, -1])).to.have.length(1);
      expect(await get(parent.id)).to.include({ version: parent.version });
      const [sold, flipped] = await adjust([one, -1]);
      expect(sold?.after.stock).to.equal(0);
      expect(flipped?.before.variants.map(({ stock }) => stock)).to.deep.equal([0, 1]);
      const now = await get(parent.id);
      expect(now)
        .to.deep.equal(flipped?.after)
        .and.include({ version: parent.version + 1 });
      expect(Product.isAvailable(now)).to.equal(false);
      expect(await idsOf({ ids: [parent.id], available: true })).to.deep.equal([]);
      expect(await idsOf({ ids: [parent.id], available: false })).to.deep.equal([parent.id]);
      await adjust([two, 5], [one, 5]);
      expect(await get(parent.id)).to.include({ version: parent.version + 2 });
      expect(await idsOf({ ids: [parent.id], available: true })).to.deep.equal([parent.id]);
      const events = await storage().eventsOf(parent.id);
      expect(events.map(({ data }) => (data as { available: boolean }).available)).to.deep.equal([false, true]);
    });

    it('show the current stock with their parent, also in a cached list', async () => {
      const { parent, variants } = await aFamily({}, { stock: 5 }, { stock: 7 });
      const stocks = async () =>
        (await list({ ids: [parent.id] })).flatMap((view) => ('variants' in view ? view.variants : []));
      expect((await stocks()).map((variant) => variant && 'stock' in variant && variant.stock)).to.deep.equal([5, 7]);
      await adjust([variants[1] ?? parent, -3]);
      expect((await stocks()).map((variant) => variant && 'stock' in variant && variant.stock)).to.deep.equal([5, 4]);
    });

    it('agree with the availability of their parent after concurrent sales and returns', async () => {
      const { parent, variants } = await aFamily({}, { stock: 2 }, { stock: 1 }, { stock: 3 });
      const turns = Array.from({ length: 60 }, async (_, index) => {
        const variant = variants[index % 3] ?? parent;
        const [moved] = await adjust([variant, -1]);
        if (moved !== undefined && moved.after !== moved.before && index % 2 === 0) await adjust([variant, 1]);
      });
      await Promise.all(turns);
      const now = await get(parent.id);
      const [view] = await list({ ids: [parent.id] });
      expect(view?.available).to.equal(now.variants.some(({ stock }) => stock !== 0));
      const changes = now.version - parent.version;
      expect(changes % 2).to.equal(view?.available ? 0 : 1);
      expect(await storage().eventsOf(parent.id)).to.have.length(changes);
    });

    it('lock their parent with them', async () => {
      const { parent, variants } = await aFamily({}, {}, {});
      await Promise.all(
        variants.map((variant) =>
          run(async (tx) => {
            const before = await tx.products.get(variant.id);
            const shown = await tx.products.get(parent.id);
            const after = changed(before, { price: 5 }, { at: LATER });
            await tx.products.save(after);
            const others = shown.variants.filter(({ id }) => id !== after.id);
            await tx.products.save(Product.withVariants(shown, [...others, Variant.of(after)], LATER));
          }),
        ),
      );
      expect((await get(parent.id)).version).to.equal(parent.version + 2);
      expect((await list({ ids: [parent.id] }))[0]).to.include({ price_min: 5, price_max: 5 });
    });
  });
};
