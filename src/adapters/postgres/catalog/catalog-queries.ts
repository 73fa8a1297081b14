import { sql } from 'kysely';
import type { CategoryId } from '#core/catalog/category.ts';
import { type CategoryView, categoryEventView, categoryList, nestCategories } from '#core/catalog/category-view.ts';
import { type FacetCounts, groupFacets, joinCounts } from '#core/catalog/facets.ts';
import type {
  CatalogQueries,
  CategoryListQuery,
  FacetQuery,
  ProductListQuery,
  ProductPage,
  Visibility,
  WholeTreeView,
} from '#core/catalog/ports.ts';
import type { PricePeriodView } from '#core/catalog/price-history.ts';
import type { Product, ProductId } from '#core/catalog/product.ts';
import { type ProductFilter, type ProductView, productList } from '#core/catalog/product-view.ts';
import type { Search } from '#core/catalog/search/search-terms.ts';
import type { RecordedAdjustmentView } from '#core/catalog/stock-adjustment.ts';
import { DEFAULT_SEARCH_RULES, type Languages } from '#core/shared/languages.ts';
import { type Found, Json, type Page, type PageRequest } from '#core/shared/page.ts';
import type { Database } from '../connection/database.ts';
import { makeSharedReads } from '../connection/shared-reads.ts';
import { KeptViews } from '../lists/kept-views.ts';
import { listPageQuery } from '../lists/list-page.ts';
import { columnOf, listTable } from '../lists/list-table.ts';
import { type PageQuery, readItems, readPage } from '../lists/page-query.ts';
import { foundView } from '../statements/row-view.ts';
import { toCategory } from '../tables/categories.ts';
import { UnchangedReads } from './catalog-state.ts';
import { FIND_PRODUCTS, type FoundProduct, PRODUCT_ROW_VERSION, PRODUCT_VIEWS } from './catalog-views.ts';
import { inCategories } from './category-filter.ts';
import { CATEGORY_ROWS, CATEGORY_VIEWS, FIND_CATEGORY_PATHS, PRESENT_CATEGORIES } from './category-views.ts';
import { facetCounts, facetStatement } from './facet-statement.ts';
import { type DecidedSearch, decideSearch, findSearch, searchForAll } from './find-search.ts';
import { pricePage } from './product-prices.ts';
import { foundProducts, mostRelevant, searchCondition } from './product-search.ts';
import { productConditions, productTable } from './product-table.ts';
import { readProducts } from './read-products.ts';
import { adjustmentPage } from './stock-adjustments.ts';

const categoryTable = listTable('categories')(categoryList);

const JOIN_CATEGORY = sql`left join categories c on c.id = t.category_id`;

/** Some tens of thousands of products. */
const KEPT_VIEWS = { maxCharacters: 16_000_000, maxKeys: 200 };

export class PostgresCatalogQueries implements CatalogQueries {
  readonly #database: Database;
  readonly #languages: Languages;
  readonly #share = makeSharedReads();
  readonly #views: Readonly<Record<Visibility, KeptViews<FoundProduct>>>;
  /** Counts, and the ids and row versions of pages. */
  readonly #unchanged = new UnchangedReads();

  constructor(database: Database, languages: Languages) {
    this.#database = database;
    this.#languages = languages;
    this.#views = { full: this.#keptViews('full'), public: this.#keptViews('public') };
  }

  findProduct(id: ProductId, visibility: Visibility): Promise<FoundProduct | undefined> {
    return this.#views[visibility].find(id);
  }

  /** Not cached: a file of all products would replace what is read often. */
  async findProducts(ids: readonly ProductId[]): Promise<ReadonlyMap<ProductId, Json<ProductView>>> {
    const rows = await this.#database.query(FIND_PRODUCTS.full({ ids, versions: ids.map(() => null) }));
    return new Map(rows.map(({ id, view }) => [id as ProductId, view as Json<ProductView>]));
  }

  readProducts(ids: readonly ProductId[]): Promise<readonly Product[]> {
    return readProducts(this.#database, ids);
  }

  listStockAdjustments(id: ProductId, page: PageRequest): Promise<Page<RecordedAdjustmentView>> {
    return readPage(this.#database, adjustmentPage(id, page));
  }

  listPrices(id: ProductId, page: PageRequest): Promise<Page<PricePeriodView>> {
    return readPage(this.#database, pricePage(id, page));
  }

  listProducts(query: ProductListQuery): Promise<ProductPage> {
    const key = keyOf(query);
    return this.#share(key, () => this.#readProducts(key, query));
  }

  countFacets(query: FacetQuery): Promise<Json<FacetCounts>> {
    const key = `facets ${keyOf(query)}`;
    return this.#share(key, async () => {
      const { reads, searches } = await this.#statementsFor(query.visibility);
      const { counts } = await this.#unchanged.read({
        key,
        database: reads,
        read: async () => ({ counts: await this.#countFacets(searches, query) }),
      });
      return counts;
    });
  }

  listCategories(query: CategoryListQuery, visibility: Visibility): Promise<Page<CategoryView>> {
    return this.#share(JSON.stringify(['categories', query, visibility]), async () => {
      const { reads } = await this.#statementsFor(visibility);
      return readPage(reads, {
        ...listPageQuery(categoryTable, CATEGORY_VIEWS[visibility], { ...query, conditions: [PRESENT_CATEGORIES] }),
        name: `categories ${visibility}`,
      });
    });
  }

  async findCategoryPaths(ids: readonly CategoryId[]): Promise<ReadonlyMap<CategoryId, readonly CategoryId[]>> {
    const rows = await this.#database.query(FIND_CATEGORY_PATHS({ ids }));
    return new Map(rows.map(({ id, path }) => [id, path]));
  }

  async findCategory(id: CategoryId, visibility: Visibility): Promise<Found<CategoryView> | undefined> {
    const { reads } = await this.#statementsFor(visibility);
    const [row] = await reads.query(CATEGORY_VIEWS[visibility].find({ id }), true);
    return row === undefined || row.removed ? undefined : foundView(CATEGORY_VIEWS[visibility], row);
  }

  readCategoryTree(visibility: Visibility): Promise<Json<WholeTreeView>> {
    return this.#share(`category tree ${visibility}`, async () => {
      const { reads } = await this.#statementsFor(visibility);
      const rows = await reads.query(CATEGORY_ROWS[visibility]({}));
      const counted = rows.map((row) => ({ ...categoryEventView(toCategory(row)), product_count: row.product_count }));
      return Json.of<WholeTreeView>({ object: 'category_tree', data: nestCategories(counted) });
    });
  }

  async #countFacets(
    searches: Pick<Database, 'query'>,
    { visibility, searchRules, minFound, ...query }: FacetQuery,
  ): Promise<Json<FacetCounts>> {
    const { q } = query.filter;
    const scope = { visibility, withVariants: query.filter.parent_id === undefined };
    const search =
      q === undefined ? undefined : await this.#findSearch(searches, { q, visibility, searchRules, minFound });
    const found = search && foundProducts(await decideSearch(searches, { search, visibility }), scope);
    const groups = groupFacets(query).map(async (group) => {
      const conditions = productConditions(group.filter, visibility);
      const [row] = await searches.query(
        facetStatement(group, { conditions, found, isNewestFirst: isUnfiltered(group.filter), ...scope }),
      );
      return facetCounts(group, row);
    });
    return Json.of(joinCounts(query.facets, await Promise.all(groups)));
  }

  /** Where a read and its searches run. */
  async #statementsFor(visibility: Visibility): ReturnType<Database['publicReads']> {
    return visibility === 'public' ? this.#database.publicReads() : { reads: this.#database, searches: this.#database };
  }

  /** Reads the ids and row versions of the page, and then the views that the cache lacks. */
  async #readProducts(key: string, request: ProductListQuery): Promise<ProductPage> {
    const { visibility } = request;
    const statements = await this.#statementsFor(visibility);
    const reads = request.filter.q === undefined ? statements.reads : statements.searches;
    const { items, ...rest } = await this.#unchanged.read({
      key,
      // searches have few connections, behind which a kept page would wait
      database: statements.reads,
      read: () => this.#readFound(reads, request, (query) => readItems(reads, productRowVersions(query))),
      rowsOf: (page) => ({ ids: page.items.map(({ id }) => id), versions: page.items.map(({ item }) => item) }),
    });
    const views = await this.#views[visibility].viewsOf(items);
    // a product was changed in between; one statement reads a consistent page
    return views === undefined
      ? this.#readFound(reads, request, (query) => readPage(reads, productPage(query)))
      : { ...rest, items: views };
  }

  /** Reads what has all words, and again what has fewer if it is not enough. */
  async #readFound<T extends Readonly<{ items: readonly unknown[] }>>(
    database: Pick<Database, 'query'>,
    request: ProductListQuery,
    read: (query: SearchedListQuery) => Promise<T>,
  ): Promise<T & Pick<ProductPage, 'meta'>> {
    const { filter, visibility } = request;
    if (filter.q === undefined) return read(request);
    const search = await this.#findSearch(database, { ...request, q: filter.q });
    const { meta } = search;
    const all = searchForAll(search);
    const page = await read({ ...request, search: all });
    if (page.items.length >= Math.max(search.minFound, 1) && filter.parent_id === undefined) return { ...page, meta };
    const decided = await decideSearch(database, { search, visibility });
    return decided.count === all.count ? { ...page, meta } : { ...(await read({ ...request, search: decided })), meta };
  }

  #findSearch(
    database: Pick<Database, 'query'>,
    { q, visibility, searchRules: rules = DEFAULT_SEARCH_RULES, minFound }: Searched,
  ): Promise<Search> {
    return findSearch(database, { q, minFound, visibility, languages: this.#languages, rules });
  }

  #keptViews(visibility: Visibility): KeptViews<FoundProduct> {
    return new KeptViews<FoundProduct>(
      async (known) => (await this.#statementsFor(visibility)).reads.query(FIND_PRODUCTS[visibility](known), true),
      KEPT_VIEWS,
    );
  }
}

/** Identifies a read: of the rules of the search their version is enough. */
const keyOf = ({ searchRules, ...query }: ProductListQuery | FacetQuery): string =>
  JSON.stringify([query, searchRules?.version]);

const isUnfiltered = (filter: ProductFilter): boolean => Object.values(filter).every((value) => value === undefined);

type Searched = Readonly<{ q: string }> & Pick<ProductListQuery, 'visibility' | 'searchRules' | 'minFound'>;

const BY_RELEVANCE = { by: 'relevance', descending: true };

/** The query of a list, with what its `q` asks for. */
export type SearchedListQuery = ProductListQuery & Readonly<{ search?: DecidedSearch }>;

/** The statements of `listProducts`, for tests of their plans. */
export const productPage = (query: SearchedListQuery): PageQuery => ({
  ...productRowVersions(query),
  name: `products ${query.visibility}`,
  join: sql`${JOIN_CATEGORY} cross join lateral ${PRODUCT_VIEWS[query.visibility].lateralRow}`,
  item: PRODUCT_VIEWS[query.visibility].jsonText,
});

export const productRowVersions = ({ filter, sort, page, visibility, search }: SearchedListQuery): PageQuery => {
  const isRanked = search !== undefined && sort === undefined;
  const { category, ...others } = filter;
  // a page in an order is merged from pages of each category
  const unmerged = isRanked ? filter : others;
  const conditions = productConditions(unmerged, visibility);
  const scope = { visibility, withVariants: filter.parent_id === undefined };
  const { by, descending } = sort ?? productList.defaultSort;
  return {
    name: 'product row versions',
    table: productTable.table,
    anyOf: isRanked ? undefined : category && inCategories(category),
    conditions: search === undefined || isRanked ? conditions : [...conditions, searchCondition(search, scope)],
    ranked: isRanked
      ? mostRelevant(search, { ...scope, isFiltered: !isUnfiltered({ ...filter, q: undefined }) })
      : undefined,
    sort: isRanked ? BY_RELEVANCE : { by: columnOf(productTable, by), descending },
    join: JOIN_CATEGORY,
    item: PRODUCT_ROW_VERSION,
    page,
  };
};
