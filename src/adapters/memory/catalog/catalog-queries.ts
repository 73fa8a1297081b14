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
  ProductPage,
  Visibility,
  WholeTreeView,
} from '#core/catalog/ports.ts';
import { type PricePeriodView, priceChanges, priceList, pricePeriodView } from '#core/catalog/price-history.ts';
import type { Product, ProductId } from '#core/catalog/product.ts';
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
import { DEFAULT_SEARCH_RULES, type Languages } from '#core/shared/languages.ts';
import { newestFirstList } from '#core/shared/list.ts';
import { Found, Json, type Page, type PageRequest } from '#core/shared/page.ts';
import { listPage, mappedPage, relevantPage } from '../lists/page.ts';
import { predicateOf } from '../lists/predicate.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import { countByCategory, currentCategory, isVisible, productCounts, withDescendants } from './category-lookup.ts';
import { countFacets } from './count-facets.ts';
import { foundIn, hasLabels, hasLowStock, hasStock, matching, rootOf } from './product-conditions.ts';
import { searchProducts } from './search-products.ts';
import { allWithVariants, withVariants } from './variants.ts';

type View = ProductView | PublicProductView;

const VIEWS: Readonly<Record<Visibility, (product: Product) => View>> = {
  full: productView,
  public: publicProductView,
};

type Searching = 'visibility' | 'searchRules' | 'minFound';

export class MemoryCatalogQueries implements CatalogQueries {
  readonly #store: MemoryStore;
  readonly #languages: Languages;

  constructor(store: MemoryStore, languages: Languages) {
    this.#store = store;
    this.#languages = languages;
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

  async listProducts({ visibility, filter, searchRules, minFound, ...rest }: ProductListQuery): Promise<ProductPage> {
    const { found, remaining, meta } = this.#find(filter, { visibility, searchRules, minFound });
    const query = { ...rest, filter: remaining };
    const show = ({ product }: { product: Product }): View => VIEWS[visibility](product);
    const page =
      filter.q !== undefined && query.sort === undefined
        ? relevantPage(productList, found, query, show)
        : mappedPage(productList, found, query, show);
    return { ...page, ...(meta && { meta }) };
  }

  async countFacets({ visibility, searchRules, minFound, ...query }: FacetQuery): Promise<Json<FacetCounts>> {
    const counts = groupFacets(query).map((group) => {
      const { found, family, remaining } = this.#find(group.filter, { visibility, searchRules, minFound });
      const matching = found.filter(predicateOf(productList, remaining)).map(({ product }) => product);
      const parentOf = ({ parentId }: Product): ProductId | null => (family.withVariants ? parentId : null);
      return countFacets(group, { matching, variants: Map.groupBy(family.products, parentOf) });
    });
    return Json.of(joinCounts(query.facets, counts));
  }

  /** The products that match the filters that are not on their own fields alone, and the remaining filters. */
  #find(
    { slug, sku, vendor, tag, attributes, stock_max, low_stock, category, q, ...remaining }: ProductFilter,
    { visibility, searchRules = DEFAULT_SEARCH_RULES, minFound }: Pick<ProductListQuery, Searching>,
  ) {
    const owner = slug === undefined ? undefined : this.#slugOwner(slug);
    const hasSlug = ({ id }: Product): boolean => slug === undefined || id === owner;
    const categories = category && this.#categoriesIn(category);
    const family = { withVariants: remaining.parent_id === undefined, products: this.#visible(visibility) };
    const searched =
      q === undefined
        ? undefined
        : searchProducts(
            family.products,
            { q, languages: this.#languages, rules: searchRules, minFound },
            rootOf(family),
          );
    const relevances = searched?.relevances;
    const found = foundIn(family, [hasSlug, matching({ sku }), matching({ attributes }), hasStock(stock_max)])
      .filter(hasLowStock(family, low_stock))
      .filter(hasLabels({ vendor, tag }))
      .filter(({ category: own }) => categories?.has(own?.id) ?? true)
      .filter(({ id }) => relevances?.has(id) ?? true)
      .map((product) => ({ ...toListed(product), relevance: relevances?.get(product.id) ?? 0 }));
    return { found, family, remaining, meta: searched?.meta };
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

/** What lists filter and sort by. */
const toListed = (product: Product) => ({ ...productView(product), ...priceRangeView(product), product });
