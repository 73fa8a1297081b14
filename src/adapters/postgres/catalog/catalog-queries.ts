import { LRUCache } from 'lru-cache';
import type {
  CatalogQueries,
  CategoryView,
  ProductListing,
  ProductSort,
  Visibility,
} from '#core/catalog/catalog-queries.ts';
import type { ProductId } from '#core/catalog/product.ts';
import type { ProductView, PublicProductView } from '#core/catalog/product-view.ts';
import type { Page, PageRequest } from '#core/shared/page.ts';
import type { Database } from '../connection/database.ts';
import { batchReads, makeSharedReads } from '../connection/shared-reads.ts';
import { joinItems, type PageQuery, Parameters, readItems, readPage } from '../lists/page-query.ts';
import { CATEGORY_VIEWS, FIND_PRODUCTS, type FoundProduct, PRODUCT_STAMP, PRODUCT_VIEWS } from './catalog-views.ts';
import { productConditions } from './product-conditions.ts';

const JOIN_CATEGORY = 'left join categories c on c.id = t.category_id';

const ITEM = 'row_to_json(json)::text';

/** Of the views remembered for each sight: those of some tens of thousands of products. */
const MAX_CHARACTERS = 16_000_000;

/** So that a slow one does not hold up all. */
const GATHERED_AT_ONCE = 2;

const SORTS: Readonly<Record<ProductSort['by'], { column: string; type: 'timestamptz' | 'numeric' | 'text' }>> = {
  created_at: { column: 'created_at', type: 'timestamptz' },
  updated_at: { column: 'updated_at', type: 'timestamptz' },
  price: { column: 'price_major', type: 'numeric' },
  name: { column: 'name', type: 'text' },
};

export class PostgresCatalogQueries implements CatalogQueries {
  readonly #database: Database;
  readonly #share = makeSharedReads();
  /** What was found of late, to be used where its stamp is still the product's. */
  readonly #known: Readonly<Record<Visibility, LRUCache<string, FoundProduct>>> = {
    full: rememberFound(),
    public: rememberFound(),
  };
  readonly #find: Readonly<Record<Visibility, (id: string) => Promise<FoundProduct | undefined>>>;

  constructor(database: Database) {
    this.#database = database;
    this.#find = { full: this.#gatherFinds('full'), public: this.#gatherFinds('public') };
  }

  findProduct(id: ProductId, sight: Visibility): Promise<FoundProduct | undefined> {
    return this.#find[sight](id);
  }

  listProducts(listing: ProductListing): Promise<Page<ProductView | PublicProductView>> {
    return this.#share(JSON.stringify(listing), () => this.#readProducts(listing));
  }

  listCategories(page: PageRequest, sight: Visibility): Promise<Page<CategoryView>> {
    return readPage(this.#database, {
      table: 'categories',
      where: [],
      parameters: new Parameters(),
      sort: { column: 'created_at', type: 'timestamptz', descending: true },
      join: CATEGORY_VIEWS[sight].join,
      item: ITEM,
      page,
    });
  }

  /** Reads which products the page has and in which state, and only those views that are not remembered. */
  async #readProducts(listing: ProductListing): Promise<Page<ProductView | PublicProductView>> {
    const { items, ...rest } = await readItems(this.#database, productStamps(listing));
    const viewOf = ({ id, item: stamp }: (typeof items)[number]): FoundProduct['view'] | undefined => {
      const known = this.#known[listing.sight].get(id);
      return known?.stamp === stamp ? known.view : undefined;
    };
    const unknown = items.filter((item) => viewOf(item) === undefined);
    await Promise.all(unknown.map(({ id }) => this.#find[listing.sight](id)));
    const views = items.map(viewOf).filter((view) => view !== undefined);
    // one was changed in between: an answer is of one moment
    if (views.length < items.length) return readPage(this.#database, productPage(listing));
    return { ...rest, data: joinItems(views) };
  }

  #gatherFinds(sight: Visibility): (id: string) => Promise<FoundProduct | undefined> {
    return batchReads(async (ids) => {
      const rows = await this.#database.query(FIND_PRODUCTS[sight]({ ids }));
      for (const row of rows) this.#known[sight].set(row.id, row);
      return new Map(rows.map((row) => [row.id, row]));
    }, GATHERED_AT_ONCE);
  }
}

const rememberFound = (): LRUCache<string, FoundProduct> =>
  new LRUCache({ maxSize: MAX_CHARACTERS, sizeCalculation: ({ view }) => view.length });

/** The statements of `listProducts`. Exported so that a test reads their plans. */
export const productPage = (listing: ProductListing): PageQuery => ({
  ...productStamps(listing),
  join: `${JOIN_CATEGORY} ${PRODUCT_VIEWS[listing.sight].join}`,
  item: ITEM,
});

export const productStamps = ({ filter, sort, page, sight }: ProductListing): PageQuery => {
  const parameters = new Parameters();
  return {
    table: 'products',
    where: productConditions(filter, sight, parameters),
    parameters,
    sort: { ...SORTS[sort.by], descending: sort.descending },
    join: JOIN_CATEGORY,
    item: PRODUCT_STAMP,
    page,
  };
};
