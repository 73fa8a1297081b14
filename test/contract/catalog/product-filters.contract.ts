import { expect } from 'chai';
import type { Visibility } from '#core/catalog/ports.ts';
import { Product } from '#core/catalog/product.ts';
import { type ProductFilter, productView, publicProductView } from '#core/catalog/product-view.ts';
import type { Currency } from '#core/shared/currency.ts';
import { Json } from '#core/shared/page.ts';
import { ids, noonPlus } from '../../support/builders/builders.ts';
import { addListedProducts } from '../../support/builders/listed-products.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

type Case = Readonly<{ filter: ProductFilter; matches: (product: Product) => boolean }>;

const shows = ({ price }: Product): number => price.toNumber();

/** Each filter with an independent predicate; `chosen` are the ids of some products. */
const CASES = (chosen: readonly Product['id'][]): Readonly<Record<string, Case>> => ({
  ids: { filter: { ids: chosen }, matches: ({ id }) => chosen.includes(id) },
  'one category': { filter: { category: ['Hüte'] }, matches: ({ category }) => category?.name === 'Hüte' },
  'several categories': {
    filter: { category: ['SHOES', 'Hüte', 'none of the name'] },
    matches: ({ category }) => category?.name === 'shoes' || category?.name === 'Hüte',
  },
  'least price': { filter: { price_min: '20' }, matches: (product) => shows(product) >= 20 },
  'least price with decimals': { filter: { price_min: '20.0001' }, matches: (product) => shows(product) >= 20.0001 },
  'greatest price': { filter: { price_max: '20' }, matches: (product) => shows(product) <= 20 },
  'greatest price with decimals': { filter: { price_max: '19.9900' }, matches: (product) => shows(product) <= 19.99 },
  currency: { filter: { currency: 'JPY' as Currency }, matches: ({ price }) => price.currency === 'JPY' },
  sku: { filter: { sku: 'SKU-3' }, matches: ({ sku }) => sku === 'SKU-3' },
  vendor: {
    filter: { vendor: 'CASA LINHO' },
    matches: ({ vendor }) => vendor === 'Casa Linho' || vendor === 'casa  LINHO',
  },
  tag: { filter: { tag: ['sale'] }, matches: ({ tags }) => tags.includes('Sale') },
  'several tags': {
    filter: { tag: ['GRÖSSE', 'new in', 'none of the name'] },
    matches: ({ tags }) => tags.includes('Größe') || tags.includes('New in'),
  },
  'a tag with quotes': { filter: { tag: ['"quoted" \\'] }, matches: ({ tags }) => tags.includes('"quoted" \\') },
  status: { filter: { status: 'draft' }, matches: ({ status }) => status === 'draft' },
  available: { filter: { available: true }, matches: (product) => Product.isAvailable(product) },
  'not available': { filter: { available: false }, matches: (product) => !Product.isAvailable(product) },
  'an attribute': {
    filter: { attributes: { colour: 'red' } },
    matches: ({ attributes }) => attributes['colour'] === 'red',
  },
  'two attributes': {
    filter: { attributes: { size: 'M', colour: '"quoted" \\' } },
    matches: ({ attributes }) => attributes['size'] === 'M' && attributes['colour'] === '"quoted" \\',
  },
  'made from': { filter: { created_from: noonPlus(10) }, matches: ({ createdAt }) => createdAt >= noonPlus(10) },
  'made up to': { filter: { created_to: noonPlus(10) }, matches: ({ createdAt }) => createdAt <= noonPlus(10) },
  'changed from': { filter: { updated_from: noonPlus(101) }, matches: ({ updatedAt }) => updatedAt >= noonPlus(101) },
});

const NOTHING_MATCHES: Readonly<Record<string, ProductFilter>> = {
  'no id': { ids: [] },
  'an unknown id': { ids: [ids.next('prod')] },
  'no category': { category: [] },
  'an unknown category': { category: ['Hut'] },
  'a sku in other case': { sku: 'sku-3' },
  'an unknown vendor': { vendor: 'Casa' },
  'no tag': { tag: [] },
  'an unknown tag': { tag: ['sal', 'null'] },
  'an attribute of another value': { attributes: { colour: 'blu' } },
  'an unknown attribute': { attributes: { constructor: 'blue' } },
  'bounds that exclude each other': { price_min: '20', price_max: '19.99' },
};

/** `CatalogQueries.listProducts`: filters. */
export const productFiltersContract = (name: string, open: OpenStorage): void => {
  describe(`product filters on ${name}`, () => {
    const storage = useStorage(open);
    let products: Product[];

    before(async () => {
      products = await storage().unitOfWork.run(addListedProducts);
    });

    const list = async (filter: ProductFilter, visibility: Visibility = 'full') => {
      const sort = { by: 'created_at', descending: false } as const;
      const page = { limit: 100, includeTotal: true };
      const { items, next, total } = await storage().catalogQueries.listProducts({ filter, sort, page, visibility });
      expect(next).to.equal(null);
      const views = items.map(Json.parse);
      expect(total).to.equal(views.length);
      return views.sort((a, b) => (a.id < b.id ? -1 : 1));
    };
    const cases = (): Readonly<Record<string, Case>> =>
      CASES(products.filter((_, index) => index % 5 < 2).map(({ id }) => id));

    it('list all products in full without a filter', async () => {
      expect(await list({})).to.deep.equal(products.map(productView));
    });

    it('list active products without private fields for the public', async () => {
      const onSale = products.filter(({ status }) => status === 'active');
      expect(onSale).to.have.length(30);
      expect(await list({}, 'public')).to.deep.equal(onSale.map(publicProductView));
      expect(await list({ status: 'draft' }, 'public')).to.deep.equal([]);
      expect(await list({ ids: products.map(({ id }) => id) }, 'public')).to.have.length(30);
    });

    it('list exactly the matches of each filter', async () => {
      for (const [title, { filter, matches }] of Object.entries(cases())) {
        const expected = products.filter(matches);
        expect(expected.length, title).to.be.within(1, 49);
        expect(await list(filter), title).to.deep.equal(expected.map(productView));
        const visible = expected.filter(({ status }) => status === 'active');
        expect(await list(filter, 'public'), `${title}, public`).to.deep.equal(visible.map(publicProductView));
      }
    });

    it('combine any two filters', async () => {
      const titles = Object.entries(cases());
      for (const [first, one] of titles) {
        for (const [second, other] of titles) {
          const filter = { ...one.filter, ...other.filter };
          const isOverwritten =
            Object.keys(filter).length < Object.keys(one.filter).length + Object.keys(other.filter).length;
          if (isOverwritten) continue;
          const expected = products.filter((product) => one.matches(product) && other.matches(product));
          expect(await list(filter), `${first} and ${second}`).to.deep.equal(expected.map(productView));
        }
      }
    });

    it('combine all filters', async () => {
      const product = products.find(({ sku, status }) => sku !== null && status === 'active');
      if (product?.sku == null) throw new Error('There is such a product.');
      const filter = {
        ids: [product.id, ids.next('prod')],
        category: ['Shirts', 'Hüte '],
        price_min: '0',
        price_max: '999999999999.99',
        currency: product.price.currency,
        sku: product.sku,
        status: product.status,
        available: Product.isAvailable(product),
        attributes: product.attributes,
        created_from: product.createdAt,
        created_to: product.createdAt,
        updated_from: product.updatedAt,
      };
      const { category: _any, ...withoutCategory } = filter;
      const expected = product.category === null ? [] : [productView(product)];
      expect(await list(filter)).to.deep.equal(expected);
      expect(await list(withoutCategory)).to.deep.equal([productView(product)]);
    });

    for (const [title, filter] of Object.entries(NOTHING_MATCHES)) {
      it(`list nothing for ${title}`, async () => {
        expect(await list(filter)).to.deep.equal([]);
      });
    }
  });
};
