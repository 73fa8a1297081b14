import type { Category, CategoryId } from '#core/catalog/category.ts';
import {
  type CategoryView,
  categoryEventView,
  categoryList,
  categoryView,
  nestCategories,
} from '#core/catalog/category-view.ts';
import { type FacetCounts, groupFacets, joinCounts } from '#core/catalog/facets.ts';
import { labelKey } from '#core/catalog/names.ts';
import type {
  CatalogQueries,
  CategoryListQuery,
  FacetQuery,
  ProductListQuery,
  Visibility,
  WholeTreeView,
} from '#core/catalog/ports.ts';
import { type PricePeriodView, priceChanges, priceList, pricePeriodView } from '#core/catalog/price-history.ts';
import { Product, type ProductId } from '#core/catalog/product.ts';
import {
  type ProductFilter,
  type ProductView,
  type PublicProductView,
  priceRangeView,
  productList,
  productView,
  publicProductView,
} from '#core/catalog/product-view.ts';
import { type RecordedAdjustmentView, recordedAdjustmentView } from '#core/catalog/stock-adjustment.ts';
import { newestFirstList } from '#core/shared/list.ts';
import { Found, Json, type Page, type PageRequest } from '#core/shared/page.ts';
import { listPage, mappedPage, relevantPage } from '../lists/page.ts';
import { predicateOf } from '../lists/predicate.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import { countByCategory, currentCategory, isVisible, productCounts, withDescendants } from './category-lookup.ts';
import { countFacets } from './count-facets.ts';
import { relevanceByProduct } from './search-products.ts';
import { allWithVariants, withVariants } from './variants.ts';

type View = ProductView | PublicProductView;

const VIEWS: Readonly<Record<Visibility, (product: Product) => View>> = {
  full: productView,
  public: publicProductView,
};

export class MemoryCatalogQueries implements CatalogQueries {
  readonly #store: MemoryStore;

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  async findProduct(id: ProductId, visibility: Visibility) {
    const stored = this.#store.products.get(id);
    if (stored === undefined || !isVisible(stored, visibility)) return undefined;
    const product = withVariants(this.#shown(stored), this.#store.products.values());
    return { view: Json.of(VIEWS[visibility](product)), version: product.version };
  }

  async findProducts(ids: readonly ProductId[]): Promise<ReadonlyMap<ProductId, Json<ProductView>>> {
    const wanted = new Set(ids);
    const found = this.#visible('full').filter(({ id }) => wanted.has(id));
    return new Map(found.map((product) => [product.id, Json.of(productView(product))]));
  }

  async readProducts(ids: readonly ProductId[]): Promise<readonly Product[]> {
    const { products } = this.#store;
    return ids.flatMap((id) => products.get(id) ?? []).map((product) => withVariants(product, products.values()));
  }

  async listStockAdjustments(id: ProductId, page: PageRequest): Promise<Page<RecordedAdjustmentView>> {
    const own = this.#store.stockAdjustments.filter(({ productId }) => productId === id);
    return listPage(newestFirstList, own.map(recordedAdjustmentView), { filter: {}, page });
  }

  async listPrices(id: ProductId, page: PageRequest): Promise<Page<PricePeriodView>> {
    const periods = priceChanges(this.#store.productPrices.get(id) ?? []);
    const items = periods.map((period, index) => ({ ...pricePeriodView(period), id: String(index), period }));
    return mappedPage(priceList, items, { filter: {}, page }, ({ period }) => pricePeriodView(period));
  }

  async listProducts({ visibility, filter, ...rest }: ProductListQuery): Promise<Page<View>> {
    const { found, remaining } = this.#find(filter, visibility);
    const query = { ...rest, filter: remaining };
    const show = ({ product }: { product: Product }): View => VIEWS[visibility](product);
    return filter.q !== undefined && query.sort === undefined
      ? relevantPage(productList, found, query, show)
      : mappedPage(productList, found, query, show);
  }

  async countFacets({ visibility, ...query }: FacetQuery): Promise<Json<FacetCounts>> {
    const counts = groupFacets(query).map((group) => {
      const { found, family, remaining } = this.#find(group.filter, visibility);
      const matching = found.filter(predicateOf(productList, remaining)).map(({ product }) => product);
      const parentOf = ({ parentId }: Product): ProductId | null => (family.withVariants ? parentId : null);
      return countFacets(group, { matching, variants: Map.groupBy(family.products, parentOf) });
    });
    return Json.of(joinCounts(query.facets, counts));
  }

  /** The products that match the filters that are not on their own fields alone, and the remaining filters. */
  #find(
    { slug, sku, attributes, stock_max, low_stock, category, q, ...remaining }: ProductFilter,
    visibility: Visibility,
  ) {
    const owner = slug === undefined ? undefined : this.#slugOwner(slug);
    const hasSlug = ({ id }: Product): boolean => slug === undefined || id === owner;
    const categories = category && this.#categoriesIn(category);
    const family = { withVariants: remaining.parent_id === undefined, products: this.#visible(visibility) };
    const relevances = q === undefined ? undefined : relevanceByProduct(family.products, q, rootOf(family));
    const found = foundIn(family, [hasSlug, matching({ sku }), matching({ attributes }), hasStock(stock_max)])
      .filter(hasLowStock(family, low_stock))
      .filter(({ category: own }) => categories?.has(own?.id) ?? true)
      .filter(({ id }) => relevances?.has(id) ?? true)
      .map((product) => ({ ...toListed(product), relevance: relevances?.get(product.id) ?? 0 }));
    return { found, family, remaining };
  }

  /** The product that has the slug now, or else the last one that had it. */
  #slugOwner(slug: string): ProductId | undefined {
    const current = this.#store.products.find((product) => product.slug === slug);
    return current?.id ?? this.#store.formerSlugs.get(slug);
  }

  async listCategories(query: CategoryListQuery, visibility: Visibility): Promise<Page<CategoryView>> {
    const views = this.#store.categories.values().map((row) => this.#categoryView(row, visibility));
    return listPage(categoryList, views, query);
  }

  async findCategoryPaths(ids: readonly CategoryId[]): Promise<ReadonlyMap<CategoryId, readonly CategoryId[]>> {
    const pathOf = (id: CategoryId | null): CategoryId[] => {
      const category = id === null ? undefined : this.#store.categories.get(id);
      return category === undefined ? [] : [category.id, ...pathOf(category.parentId)];
    };
    return new Map(ids.map((id) => [id, pathOf(id)] as const).filter(([, path]) => path.length > 0));
  }

  async findCategory(id: CategoryId, visibility: Visibility): Promise<Found<CategoryView> | undefined> {
    return Found.of((category) => this.#categoryView(category, visibility), this.#store.categories.get(id));
  }

  async readCategoryTree(visibility: Visibility): Promise<Json<WholeTreeView>> {
    const counts = countByCategory(this.#store, visibility);
    const rows = this.#store.categories.values().map((category) => ({
      ...categoryEventView(category),
      product_count: counts.get(category.id) ?? 0,
    }));
    return Json.of<WholeTreeView>({ object: 'category_tree', data: nestCategories(rows) });
  }

  /** The categories with some labels or ids, and those below them. */
  #categoriesIn(labelsOrIds: readonly string[]): ReadonlySet<CategoryId | undefined> {
    const keys = new Set(labelsOrIds.map(labelKey));
    const named = this.#store.categories.filter(({ id, name }) => keys.has(labelKey(name)) || keys.has(id));
    return withDescendants(
      this.#store,
      named.map(({ id }) => id),
    );
  }

  #categoryView(category: Category, visibility: Visibility): CategoryView {
    return categoryView(category, productCounts(this.#store, category.id, visibility));
  }

  #visible(visibility: Visibility): Product[] {
    return allWithVariants(this.#store.products.values())
      .filter((product) => isVisible(product, visibility))
      .map((product) => this.#shown(product));
  }

  /** A product with the current name of its category. */
  #shown(product: Product): Product {
    return { ...product, category: currentCategory(this.#store, product) };
  }
}

/** Of a product with variants only their stock counts, unless it is listed for itself. */
const hasStock = (stock_max: ProductFilter['stock_max']): ((product: Product) => boolean) => {
  const matches = matching({ stock_max });
  return (product) => stock_max === undefined || (product.variants.length === 0 && matches(product));
};

/** Whether little is left of a product or of one of its variants, as a filter asks. */
const hasLowStock = (family: Family, low_stock: ProductFilter['low_stock']): ((product: Product) => boolean) => {
  if (low_stock === undefined) return () => true;
  const low = new Set(family.products.filter(Product.isRunningLow).map(rootOf(family)));
  return ({ id }) => low.has(id) === low_stock;
};

/** What lists filter and sort by. */
const toListed = (product: Product) => ({ ...productView(product), ...priceRangeView(product), product });

const matching = (filter: ProductFilter): ((product: Product) => boolean) => {
  const matches = predicateOf(productList, filter);
  return (product) => matches(productView(product));
};

type Family = Readonly<{
  /** Whether products are also found by their variants, and listed without them. */
  withVariants: boolean;
  products: readonly Product[];
}>;

/** The product that is listed where a product is found. */
const rootOf = ({ withVariants }: Family): ((product: Product) => ProductId) =>
  withVariants ? ({ id, parentId }) => parentId ?? id : ({ id }) => id;

/** The listed products for which each of the conditions holds, for themselves or for a variant. */
const foundIn = (family: Family, conditions: readonly ((product: Product) => boolean)[]): Product[] => {
  const { products, withVariants } = family;
  const listed = withVariants ? products.filter(({ parentId }) => parentId === null) : [...products];
  return conditions.reduce((found, condition) => {
    const ids = new Set(products.filter(condition).map(rootOf(family)));
    return found.filter(({ id }) => ids.has(id));
  }, listed);
};
