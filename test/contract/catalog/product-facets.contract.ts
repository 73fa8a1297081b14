import { expect } from 'chai';
import type { Facet, FacetCounts, ValueCount } from '#core/catalog/facets.ts';
import type { FacetQuery, Visibility } from '#core/catalog/ports.ts';
import { Product } from '#core/catalog/product.ts';
import type { ProductFields } from '#core/catalog/product-fields.ts';
import type { ProductFilter } from '#core/catalog/product-view.ts';
import { Variant } from '#core/catalog/variant.ts';
import { Json } from '#core/shared/page.ts';
import { aCategory, aProduct, noonPlus } from '../../support/builders/builders.ts';
import { addSearchedProducts, makePicks, someWords } from '../../support/builders/searched-products.ts';
import { runs } from '../../support/extent.ts';
import { hasPlainFields, plainMatches, WITHOUT_LANGUAGE } from '../../support/models/plain-search.ts';
import { type OpenStorage, type StorageUnderTest, useStorage } from '../storage/storage-under-test.ts';

const FACETS = ['category', 'price', 'attributes.colour', 'attributes.wood', 'attributes.none'] as const;

const count = async (storage: StorageUnderTest, query: Partial<FacetQuery>): Promise<FacetCounts> =>
  Json.parse(await storage.catalogQueries.countFacets({ facets: FACETS, filter: {}, visibility: 'full', ...query }));

/** `CatalogQueries.countFacets`. */
export const productFacetsContract = (name: string, open: OpenStorage): void => {
  describe(`product facets on ${name}`, () => {
    describe('of random products', () => randomContract(useStorage(open)));
    describe('of prices', () => pricesContract(useStorage(open)));
    describe('of values', () => valuesContract(useStorage(open)));
    describe('of products with variants', () => variantsContract(useStorage(open)));
  });
};

/** The filter of a facet; the other filters apply to it. */
const FILTER_OF: Readonly<Record<string, (filter: ProductFilter) => ProductFilter>> = {
  category: ({ category: _, ...filter }) => filter,
  price: ({ price_min: _min, price_max: _max, ...filter }) => filter,
  'attributes.colour': ({ attributes: { colour: _, ...attributes } = {}, ...filter }) => ({ ...filter, attributes }),
  'attributes.wood': ({ attributes: { wood: _, ...attributes } = {}, ...filter }) => ({ ...filter, attributes }),
};

const facetValue = (product: Product, facet: string): string | undefined =>
  facet === 'category' ? product.category?.name : product.attributes[facet.slice('attributes.'.length)];

/** The counts of the values of products, computed one by one. */
const plainCounts = (products: readonly Product[], facet: Facet): ValueCount[] => {
  const values = products.map((product) => facetValue(product, facet)).filter((value) => value !== undefined);
  const counts = [...new Set(values)].map((value) => ({
    value,
    count: values.filter((each) => each === value).length,
  }));
  return counts.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
};

const randomContract = (storage: () => StorageUnderTest): void => {
  it('count what a plain filter finds, each without its own filter', async () => {
    const products = await storage().unitOfWork.run((tx) => addSearchedProducts(tx, 200));
    const pick = makePicks(11);
    for (let index = 0; index < runs(60); index += 1) {
      const filter: ProductFilter = {
        ...(pick(2) === 0 ? { q: someWords(pick, 1) } : {}),
        ...(pick(2) === 0 ? { price_min: '1', price_max: '3' } : {}),
        ...(pick(2) === 0 ? { category: ['Tables'] } : {}),
        ...(pick(2) === 0 ? { attributes: { colour: 'teal', ...(pick(2) === 0 ? { wood: 'oak' } : {}) } } : {}),
      };
      const visibility: Visibility = pick(2) === 0 ? 'public' : 'full';
      const counts = await count(storage(), { filter, visibility, searchRules: WITHOUT_LANGUAGE });
      expect(Object.keys(counts)).to.deep.equal([...FACETS, 'exact']);
      expect(counts.exact).to.equal(true);
      for (const facet of FACETS) {
        const remaining = FILTER_OF[facet]?.(filter) ?? filter;
        const visible = products.filter(({ status }) => visibility === 'full' || status === 'active');
        const found = filter.q === undefined ? visible : plainMatches(visible, filter.q);
        const matching = found.filter((product) => hasPlainFields(product, remaining));
        const title = JSON.stringify({ facet, filter, visibility });
        if (facet === 'price')
          expectRanges(
            counts,
            matching.map(({ price }) => price.toNumber()),
          );
        else
          expect(
            (counts[facet] ?? []).map(({ value, count }) => ({ value, count })),
            title,
          ).to.deep.equal(plainCounts(matching, facet));
      }
    }
  });
};

/** The ranges are in order, contain every price once, and count what they contain. */
const expectRanges = ({ price: ranges = [] }: FacetCounts, prices: readonly number[]): void => {
  expect(ranges.length).to.be.within(prices.length === 0 ? 0 : 1, 5);
  const bounds = ranges.flatMap(({ from, to }) => (from === to ? [from] : [from, to]));
  expect(bounds).to.deep.equal([...new Set(bounds)].sort((a, b) => a - b));
  for (const { from, to, count: counted } of ranges) {
    expect(prices).to.include(from).and.include(to);
    expect(counted).to.equal(prices.filter((price) => price >= from && price <= to).length);
  }
  expect(ranges.reduce((sum, range) => sum + range.count, 0)).to.equal(prices.length);
};

const pricesContract = (storage: () => StorageUnderTest): void => {
  const add = (prices: readonly number[], name: string): Promise<void> =>
    storage().unitOfWork.run(async (tx) => {
      for (const price of prices) await tx.products.add(aProduct({ name, price }));
    });
  const rangesOf = async (q: string) => (await count(storage(), { facets: ['price'], filter: { q } })).price;

  it('have equal counts where prices differ', async () => {
    await add(
      Array.from({ length: 50 }, (_, index) => (index * 7) % 50).map((price) => price + 0.5),
      'Differing',
    );
    const expected = [0, 10, 20, 30, 40].map((start) => ({ from: start + 0.5, to: start + 9.5, count: 10 }));
    expect(await rangesOf('differing')).to.deep.equal(expected);
  });

  it('keep equal prices together', async () => {
    await add([1, 5, 5, 5, 5, 5, 5, 5, 5, 999_999_999_999.99], 'Repeated');
    expect(await rangesOf('repeated')).to.deep.equal([
      { from: 1, to: 5, count: 9 },
      { from: 999_999_999_999.99, to: 999_999_999_999.99, count: 1 },
    ]);
    await add([3], 'Single');
    expect(await rangesOf('single')).to.deep.equal([{ from: 3, to: 3, count: 1 }]);
    expect(await rangesOf('nowhere')).to.deep.equal([]);
  });
};

const valuesContract = (storage: () => StorageUnderTest): void => {
  it('are the fifty most frequent, sorted by count and text', async () => {
    const colours = Array.from({ length: 60 }, (_, index) => `colour ${index}`);
    await storage().unitOfWork.run(async (tx) => {
      for (const colour of [...colours, 'Z', 'é', 'Z', 'é', '"'])
        await tx.products.add(aProduct({ attributes: { colour } }));
    });
    const expected = [
      { value: 'Z', count: 2 },
      { value: 'é', count: 2 },
      ...['"', ...colours].sort().map((value) => ({ value, count: 1 })),
    ];
    const counts = await count(storage(), { facets: ['attributes.colour', 'attributes.constructor'] });
    expect(counts).to.deep.equal({
      'attributes.colour': expected.slice(0, 50),
      'attributes.constructor': [],
      exact: true,
    });
  });

  it('name categories with their ids', async () => {
    const category = await storage().unitOfWork.run(async (tx) => {
      const hats = await tx.categories.ensure(aCategory('Hats'));
      await tx.products.add(aProduct({}, { category: hats }));
      return hats;
    });
    const counts = await count(storage(), { facets: ['category'] });
    expect(counts.category).to.deep.equal([{ id: category.id, value: 'Hats', count: 1 }]);
  });
};

const variantsContract = (storage: () => StorageUnderTest): void => {
  it('count a product once for each value of its visible variants, and by its lowest price', async () => {
    const variants: readonly Partial<ProductFields>[] = [
      { price: 7, attributes: { size: 'M', colour: 'blue' } },
      { price: 5, attributes: { size: 'M' } },
      { price: 9, attributes: { size: 'S' } },
      { price: 8, attributes: { size: 'XS' }, status: 'draft' },
    ];
    const parent = aProduct({ name: 'Parka', attributes: { colour: 'blue' } });
    const stored = variants.map((fields, index) =>
      aProduct({ name: 'Parka', parent_id: parent.id, options: { number: String(index) }, ...fields }),
    );
    await storage().unitOfWork.run(async (tx) => {
      await tx.products.add(aProduct({ name: 'Single', price: 5, attributes: { size: 'S' } }));
      await tx.products.add(parent);
      for (const variant of stored) await tx.products.add(variant);
      await tx.products.save(Product.withVariants(parent, stored.map(Variant.of), noonPlus(1)));
    });
    const facets = ['attributes.size', 'attributes.colour', 'price'] as const;
    const [s, m, xs] = ['S', 'M', 'XS'].map((value) => ({ value, count: 1 }));
    expect(await count(storage(), { facets, visibility: 'public' })).to.deep.equal({
      'attributes.size': [{ value: 'S', count: 2 }, m],
      'attributes.colour': [{ value: 'blue', count: 1 }],
      price: [{ from: 5, to: 5, count: 2 }],
      exact: true,
    });
    const staff = await count(storage(), { facets: ['attributes.size'] });
    expect(staff['attributes.size']).to.deep.equal([{ value: 'S', count: 2 }, m, xs]);
    const own = await count(storage(), { facets, filter: { parent_id: parent.id }, visibility: 'public' });
    expect(own['attributes.size']).to.deep.equal([{ value: 'M', count: 2 }, s]);
  });
};
