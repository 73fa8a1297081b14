import type { ListQuery } from '#core/shared/list.ts';
import type { Found, Json, Page, PageRequest } from '#core/shared/page.ts';
import type { CategoryId } from './category.ts';
import type { categoryList } from './category-list.ts';
import type { CategoryTreeView, CategoryView } from './category-view.ts';
import type { FacetCounts, FacetRequest } from './facets.ts';
import type { PricePeriodView } from './price-period.ts';
import type { Product, ProductId } from './product.ts';
import type { productList } from './product-list.ts';
import type { ProductView, PublicProductView } from './product-view.ts';
import type { RecordedAdjustmentView } from './recorded-adjustment.ts';

/** `full`: every product with all fields; `public`: active products without their private fields. */
export type Visibility = 'full' | 'public';

export type ProductListQuery = ListQuery<typeof productList> & Readonly<{ visibility: Visibility }>;

export type CategoryListQuery = ListQuery<typeof categoryList>;

/** The whole tree as the API shows it. */
export type WholeTreeView = Readonly<{ object: 'category_tree'; data: readonly CategoryTreeView[] }>;

/** `facets` at least one. */
export type FacetQuery = FacetRequest & Readonly<{ visibility: Visibility }>;

/** Reads of the catalog. Each result is consistent, and includes every commit before the call. */
export interface CatalogQueries {
  /** Undefined if there is no visible product. */
  findProduct(id: ProductId, visibility: Visibility): Promise<Found<ProductView | PublicProductView> | undefined>;
  /** The products that exist, with all fields, by their ids. */
  findProducts(ids: readonly ProductId[]): Promise<ReadonlyMap<ProductId, Json<ProductView>>>;
  /** The products that exist, without a lock. */
  readProducts(ids: readonly ProductId[]): Promise<readonly Product[]>;
  /** The prices of a product, the newest first. */
  listPrices(id: ProductId, page: PageRequest): Promise<Page<PricePeriodView>>;
  /** The recorded stock adjustments of a product, the newest first. */
  listStockAdjustments(id: ProductId, page: PageRequest): Promise<Page<RecordedAdjustmentView>>;
  /** Names sort by the Unicode root collation, prices by their number in major units, whatever the currency. */
  listProducts(query: ProductListQuery): Promise<Page<ProductView | PublicProductView>>;
  /** Counts the products that a list without pages would have. */
  countFacets(query: FacetQuery): Promise<Json<FacetCounts>>;
  /** The newest first. */
  listCategories(query: CategoryListQuery, visibility: Visibility): Promise<Page<CategoryView>>;
  /** The ids of each category that exists and of those above it, the category's own first. */
  findCategoryPaths(ids: readonly CategoryId[]): Promise<ReadonlyMap<CategoryId, readonly CategoryId[]>>;
  findCategory(id: CategoryId, visibility: Visibility): Promise<Found<CategoryView> | undefined>;
  /** All categories as `{ object: 'category_tree', data: [...] }`, those at the top in their order. */
  readCategoryTree(visibility: Visibility): Promise<Json<WholeTreeView>>;
}
