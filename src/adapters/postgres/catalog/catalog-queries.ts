import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { CatalogQueries, CategoryView, ProductListQuery, Visibility } from '#core/catalog/catalog-queries.ts';
import type { ProductId } from '#core/catalog/product.ts';
import { productList } from '#core/catalog/product-list.ts';
import type { ProductView, PublicProductView } from '#core/catalog/product-view.ts';
import { newestFirstList } from '#core/shared/list.ts';
import type { Json, Page, PageRequest } from '#core/shared/page.ts';
import type { Database } from '../connection/database.ts';
import { joinJson, timestamp } from '../connection/json-columns.ts';
import { batchReads, makeSharedReads } from '../connection/shared-reads.ts';
import { filterConditions } from '../lists/filter-conditions.ts';
import { columnOf } from '../lists/list-table.ts';
import { joinItems, type PageQuery, readItems, readPage } from '../lists/page-query.ts';
import { productTable, visibilityConditions } from './product-table.ts';

const AVAILABLE = `(t.status = 'active' and (t.stock is null or t.stock > 0))`;

const JOIN_CATEGORY = 'left join categories c on c.id = t.category_id';

const joinProduct = (visibility: Visibility): string => `
  ${JOIN_CATEGORY}
  ${joinJson({
    id: 't.id',
    object: `'product'`,
    name: 't.name',
    price: 'trim_scale(t.price_major)',
    currency: 't.currency',
    description: 't.description',
    category: 'c.name',
    sku: 't.sku',
    status: 't.status',
    ...(visibility === 'full' ? { stock: 't.stock' } : {}),
    available: AVAILABLE,
    images: 't.images',
    attributes: 't.attributes',
    ...(visibility === 'full' ? { metadata: 't.metadata' } : {}),
    version: 't.version',
    created_at: timestamp('t.created_at'),
    updated_at: timestamp('t.updated_at'),
  })}`;

const JOIN_PRODUCT: Readonly<Record<Visibility, string>> = {
  full: joinProduct('full'),
  public: joinProduct('public'),
};

const ITEM = sql.raw<string>('row_to_json(json)::text');

/** Changes whenever the product or its category is written: the numbers of the transactions that wrote the rows. */
const STAMP = `concat(t.xmin, ' ', c.xmin)`;

const findProducts = (visibility: Visibility): string => `
  select t.id, t.version, ${STAMP} as stamp, row_to_json(json)::text as view from products t ${JOIN_PRODUCT[visibility]}
  where t.id = any($1::text[])${visibility === 'public' ? ` and t.status = 'active'` : ''}`;

type View = Json<ProductView | PublicProductView>;
type Found = Readonly<{ id: string; view: View; version: number; stamp: string }>;

/** Of the cached views of each visibility; they are those of some tens of thousands of products. */
const MAX_CHARACTERS = 16_000_000;

/** Two, so that a slow batch does not delay all others. */
const MAX_CONCURRENT_BATCHES = 2;

const COUNTED: Readonly<Record<Visibility, string>> = { full: '', public: ` and p.status = 'active'` };

const joinCategory = (visibility: Visibility): string =>
  joinJson({
    id: 't.id',
    object: `'category'`,
    slug: 't.slug',
    name: 't.name',
    parent_id: 't.parent_id',
    product_count: `(select count(*) from products p where p.category_id = t.id${COUNTED[visibility]})`,
    version: 't.version',
    created_at: timestamp('t.created_at'),
    updated_at: timestamp('t.updated_at'),
  });

const JOIN_CATEGORY_VIEW: Readonly<Record<Visibility, RawBuilder<unknown>>> = {
  full: sql.raw(joinCategory('full')),
  public: sql.raw(joinCategory('public')),
};

export class PostgresCatalogQueries implements CatalogQueries {
  readonly #database: Database;
  readonly #share = makeSharedReads();
  /** Views by product id; an entry is valid while its stamp is the product's. */
  readonly #cache: Readonly<Record<Visibility, LRUCache<string, Found>>> = {
    full: makeViewCache(),
    public: makeViewCache(),
  };
  readonly #find: Readonly<Record<Visibility, (id: string) => Promise<Found | undefined>>>;

  constructor(database: Database) {
    this.#database = database;
    this.#find = { full: this.#batchFinds('full'), public: this.#batchFinds('public') };
  }

  findProduct(id: ProductId, visibility: Visibility): Promise<Found | undefined> {
    return this.#find[visibility](id);
  }

  listProducts(query: ProductListQuery): Promise<Page<ProductView | PublicProductView>> {
    return this.#share(JSON.stringify(query), () => this.#readProducts(query));
  }

  listCategories(page: PageRequest, visibility: Visibility): Promise<Page<CategoryView>> {
    return readPage(this.#database, {
      name: `categories ${visibility}`,
      table: 'categories',
      conditions: [],
      sort: newestFirstList.defaultSort,
      join: JOIN_CATEGORY_VIEW[visibility],
      item: ITEM,
      page,
    });
  }

  /** Reads the ids and stamps of the page, and then the views that the cache lacks. */
  async #readProducts(query: ProductListQuery): Promise<Page<ProductView | PublicProductView>> {
    const { items, ...rest } = await readItems(this.#database, productStamps(query));
    const cachedView = ({ id, item: stamp }: (typeof items)[number]): View | undefined => {
      const cached = this.#cache[query.visibility].get(id);
      return cached?.stamp === stamp ? cached.view : undefined;
    };
    const missing = items.filter((item) => cachedView(item) === undefined);
    await Promise.all(missing.map(({ id }) => this.#find[query.visibility](id)));
    const views = items.map(cachedView).filter((view) => view !== undefined);
    // a product was changed in between; one statement reads a consistent page
    if (views.length < items.length) return readPage(this.#database, productPage(query));
    return { ...rest, data: joinItems(views) };
  }

  #batchFinds(visibility: Visibility): (id: string) => Promise<Found | undefined> {
    const text = findProducts(visibility);
    return batchReads(async (ids) => {
      const rows = await this.#database.query<Found>({ text, values: [ids] });
      for (const row of rows) this.#cache[visibility].set(row.id, row);
      return new Map(rows.map((row) => [row.id, row]));
    }, MAX_CONCURRENT_BATCHES);
  }
}

const makeViewCache = (): LRUCache<string, Found> =>
  new LRUCache({ maxSize: MAX_CHARACTERS, sizeCalculation: ({ view }) => view.length });

/** The statements of `listProducts`, for tests of their plans. */
export const productPage = (query: ProductListQuery): PageQuery => ({
  ...productStamps(query),
  name: `products ${query.visibility}`,
  join: sql.raw(JOIN_PRODUCT[query.visibility]),
  item: ITEM,
});

export const productStamps = ({
  filter,
  sort = productList.defaultSort,
  page,
  visibility,
}: ProductListQuery): PageQuery => ({
  name: 'product stamps',
  table: productTable.table,
  conditions: [...visibilityConditions(visibility), ...filterConditions(productTable, filter)],
  sort: { ...sort, by: columnOf(productTable, sort.by) },
  join: sql.raw(JOIN_CATEGORY),
  item: sql.raw(STAMP),
  page,
});
