import type {
  CatalogQueries,
  CategoryView,
  ProductFilter,
  ProductListing,
  Visibility,
} from '#core/catalog/catalog-queries.ts';
import type { Category } from '#core/catalog/category.ts';
import { Product, type ProductId } from '#core/catalog/product.ts';
import {
  type ProductView,
  type PublicProductView,
  productView,
  publicProductView,
} from '#core/catalog/product-view.ts';
import { Currency } from '#core/shared/currency.ts';
import { Json, type Page, type PageRequest } from '#core/shared/page.ts';
import { newestFirst, type Order, pageOf } from '../lists/page.ts';
import type { MemoryStore } from '../store/memory-store.ts';

type View = ProductView | PublicProductView;

const VIEWS: Readonly<Record<Visibility, (product: Product) => View>> = {
  full: productView,
  public: publicProductView,
};

/** The number that a price shows, in ten-thousandths: all currencies have at most four decimals. */
const shownPrice = ({ price }: Product): bigint => price.minor * 10n ** BigInt(4 - Currency.exponent(price.currency));

const tenThousandths = (decimal: string): bigint => {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(4, '0'));
};

const SORT_VALUES: Readonly<Record<ProductListing['sort']['by'], Order<Product>['value']>> = {
  created_at: ({ createdAt }) => createdAt.getTime(),
  updated_at: ({ updatedAt }) => updatedAt.getTime(),
  price: shownPrice,
  name: ({ name }) => name,
};

export class MemoryCatalogQueries implements CatalogQueries {
  readonly #store: MemoryStore;

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  async findProduct(id: ProductId, sight: Visibility) {
    const product = this.#store.products.get(id);
    if (product === undefined || !isSeen(product, sight)) return undefined;
    return { view: Json.of(VIEWS[sight](product)), version: product.version };
  }

  async listProducts({ filter, sort, page, sight }: ProductListing): Promise<Page<View>> {
    const matching = [...this.#store.products.values()].filter((row) => isSeen(row, sight) && matches(row, filter));
    return pageOf(matching, { value: SORT_VALUES[sort.by], descending: sort.descending }, page, VIEWS[sight]);
  }

  async listCategories(page: PageRequest, sight: Visibility): Promise<Page<CategoryView>> {
    const seen = [...this.#store.products.values()].filter((product) => isSeen(product, sight));
    const count = ({ id }: Category): number => seen.filter(({ category }) => category?.id === id).length;
    return pageOf([...this.#store.categories.values()], newestFirst, page, (row) => categoryView(row, count(row)));
  }
}

const isSeen = ({ status }: Product, sight: Visibility): boolean => sight === 'full' || status === 'active';

const matches = (product: Product, filter: ProductFilter): boolean => {
  const { ids, categories, priceMin, priceMax, currency, sku, status, available, attributes = {} } = filter;
  const { createdFrom, createdTo, updatedFrom } = filter;
  return (
    (ids === undefined || ids.includes(product.id)) &&
    (categories === undefined || (product.category !== null && categories.includes(product.category.name))) &&
    (priceMin === undefined || shownPrice(product) >= tenThousandths(priceMin)) &&
    (priceMax === undefined || shownPrice(product) <= tenThousandths(priceMax)) &&
    (currency === undefined || product.price.currency === currency) &&
    (sku === undefined || product.sku === sku) &&
    (status === undefined || product.status === status) &&
    (available === undefined || Product.isAvailable(product) === available) &&
    Object.entries(attributes).every(([name, value]) => product.attributes[name] === value) &&
    (createdFrom === undefined || product.createdAt >= createdFrom) &&
    (createdTo === undefined || product.createdAt <= createdTo) &&
    (updatedFrom === undefined || product.updatedAt >= updatedFrom)
  );
};

const categoryView = (category: Category, count: number): CategoryView => ({
  id: category.id,
  object: 'category',
  slug: category.slug,
  name: category.name,
  parent_id: category.parentId,
  product_count: count,
  version: category.version,
  created_at: category.createdAt.toISOString(),
  updated_at: category.updatedAt.toISOString(),
});
