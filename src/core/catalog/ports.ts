import type { AuditTx } from '#core/audit/ports.ts';
import type { EventsTx } from '#core/shared/domain-event.ts';
import type { SearchRules } from '#core/shared/languages.ts';
import type { ListQuery } from '#core/shared/list.ts';
import type { Found, Json, Page, PageRequest } from '#core/shared/page.ts';
import type { RulesTx } from '#core/shop/ports.ts';
import type { Category, CategoryId } from './category.ts';
import type { CategoryTree } from './category-tree.ts';
import type { CategoryTreeView, CategoryView, categoryList, ProductCounts } from './category-view.ts';
import type { FacetCounts, FacetRequest } from './facets.ts';
import type { PricePeriod, PricePeriodView } from './price-history.ts';
import type { Product, ProductId } from './product.ts';
import type { ProductView, PublicProductView, productList } from './product-view.ts';
import type { SearchMeta } from './search/search-terms.ts';
import type { AdjustedStock, RecordedAdjustment, RecordedAdjustmentView, StockAdjustment } from './stock-adjustment.ts';

/** `full`: every product with all fields; `public`: active products without their private fields. */
export type Visibility = 'full' | 'public';

type Searching = Readonly<{
  /** How the shop's customers search; `DEFAULT_SEARCH_RULES` if omitted. */
  searchRules?: SearchRules | undefined;
  /**
   * How many products must have all words of a search, so that those with fewer are not found: ten if omitted. 0:
   * a product has to have all words.
   */
  minFound?: number | undefined;
}>;

export type ProductListQuery = ListQuery<typeof productList> & Readonly<{ visibility: Visibility }> & Searching;

/** A page of products, with what became of the words of a search. */
export type ProductPage = Page<ProductView | PublicProductView> & Readonly<{ meta?: SearchMeta }>;

export type CategoryListQuery = ListQuery<typeof categoryList>;

/** The whole tree as the API shows it. */
export type WholeTreeView = Readonly<{ object: 'category_tree'; data: readonly CategoryTreeView[] }>;

/** `facets` at least one. */
export type FacetQuery = FacetRequest & Readonly<{ visibility: Visibility }> & Searching;

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
  listProducts(query: ProductListQuery): Promise<ProductPage>;
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

/** Writes categories. */
export interface CategoryRepository {
  /** Reads the tree and locks it until the transaction ends: before every `add`, `save` and `remove`. */
  lockTree(): Promise<CategoryTree>;
  /** Locks the category until the transaction ends. @throws DomainError `not_found`. */
  get(id: CategoryId): Promise<Category>;
  /**
   * The category whose products a product of this category id belongs to: of a category that was removed while its
   * products are being reassigned, the one they are reassigned to. It may be stale; a product cannot be stored with a
   * stale one.
   */
  find(id: CategoryId): Promise<Category | undefined>;
  /** The categories whose names have a label's key, the oldest first, at most 20. One of them may be stale. */
  labelled(label: string): Promise<readonly Category[]>;
  /** The number of categories. */
  count(): Promise<number>;
  /**
   * Adds a category behind all others at the top unless one there has its name, also concurrently, and returns the
   * stored one. A duplicate slug is extended.
   */
  ensure(category: Category): Promise<Category>;
  /** Adds a category and returns it; a duplicate slug is extended. @throws DomainError `already_exists` for its name. */
  add(category: Category): Promise<Category>;
  /**
   * Stores the next version of a category. Every read shows a new name at once; `ProductRepository.recategorize` stores
   * it in the products.
   * @throws DomainError `conflict` unless the stored version is the previous one; `already_exists` as `add` does.
   */
  save(category: Category): Promise<void>;
  /** Removes a category without products and children. */
  remove(id: CategoryId): Promise<void>;
  /**
   * Removes a category without children whose products belong to another category from now on. Every read shows that
   * at once; `ProductRepository.recategorize` stores it.
   */
  reassign(id: CategoryId, to: Category): Promise<void>;
  /** The number of products of a visibility in a category. */
  countProducts(id: CategoryId, visibility: Visibility): Promise<ProductCounts>;
  /** The number of variants in a category that do not have it from their parents. */
  countVariants(id: CategoryId): Promise<number>;
}

// Why: docs/decisions/0012-stock.md

/** The product that has a slug now, or else the last one that had it. */
export type SlugOwner = Readonly<{ productId: ProductId; isCurrent: boolean }>;

export type RecategorizedProduct = Readonly<{ before: Product; after: Product }>;

/** What products are found by. */
export type ProductKeys = Readonly<{ ids: readonly ProductId[]; skus: readonly string[] }>;

/**
 * Writes products. `get` locks the product until the transaction ends, and with a variant its parent, in the order of
 * their ids.
 */
export interface ProductRepository {
  /** Who has these slugs now or had them; no entry for a slug that is free. */
  slugOwners(slugs: readonly string[]): Promise<ReadonlyMap<string, SlugOwner>>;
  /**
   * The prices at which products were active, the newest first: those that ended after a time, and the last one. `add` and
   * `save` record the price.
   */
  publishedPrices(ids: readonly ProductId[], after: Date): Promise<ReadonlyMap<ProductId, readonly PricePeriod[]>>;
  /** @throws DomainError `not_found`. */
  get(id: ProductId): Promise<Product>;
  /** @throws DomainError `already_exists` for a duplicate sku, `conflict` for a duplicate slug. */
  add(product: Product): Promise<void>;
  /**
   * Stores the next version of a product. A changed slug leaves the former one to the product until another takes it.
   * @throws DomainError `conflict` unless the stored version is the previous one; otherwise as `add` does.
   */
  save(product: Product): Promise<void>;
  /**
   * Stores the next versions of some products whose category was renamed, or removed with its products reassigned: each
   * once, unless it was saved since. Their former versions have the former name and category.
   * @returns the products before and after; undefined if there is nothing to do at the moment.
   */
  recategorize(limit: number, at: Date): Promise<readonly RecategorizedProduct[] | undefined>;
  /** Locks and returns the existing products with these ids or SKUs, and the parents of variants, sorted by id. */
  getMany(keys: ProductKeys): Promise<readonly Product[]>;
  /** Adds products in one statement, as `add` does. */
  addMany(products: readonly Product[]): Promise<void>;
  /**
   * Stores later versions of different products that the transaction has locked, in one statement.
   * @throws DomainError `conflict` unless each is later than the stored version; otherwise as `add` does.
   */
  saveMany(products: readonly Product[]): Promise<void>;
  /** @throws DomainError `not_found`. */
  remove(id: ProductId): Promise<void>;
  /**
   * Adjusts the stock of several products, each named once, as `Product.withStockAdjusted` does: an untracked stock, or
   * one that would become negative, is unchanged. Products are locked by id, so that no two transactions deadlock,
   * until the transaction ends. A parent of which a variant is sold out or in stock again is locked with them, and stored
   * if its own availability changes.
   * @returns the existing products, and the parents that were stored.
   */
  adjustStock(moves: readonly StockAdjustment[], at: Date): Promise<readonly AdjustedStock[]>;
  /** Records an adjustment that was made. */
  recordAdjustment(adjustment: RecordedAdjustment): Promise<void>;
}

/** Keeps what products are found by. Product repositories write it with each product. */
export interface ProductSearchIndex {
  /**
   * Computes what some products are found by that were stored without it, for example by a migration.
   * @returns the number of products; 0 when none is left.
   */
  indexStale(): Promise<number>;
}

/** Keeps the numbers of products in categories. Reads are exact at any time, and faster the fewer changes are pending. */
export interface CategoryCounts {
  /** Adds up some pending changes. @returns their number; 0 when none is left. */
  addUp(): Promise<number>;
}

/** The part of a transaction that the catalogue's use cases need. */
export type CatalogTx = Readonly<{ products: ProductRepository; categories: CategoryRepository }> &
  RulesTx &
  EventsTx &
  AuditTx;
