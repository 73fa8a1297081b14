import type {
  CatalogQueries,
  CategoryView,
  ProductListing,
  ProductSort,
  Sight,
} from '#core/catalog/catalog-queries.ts';
import type { ProductId } from '#core/catalog/product.ts';
import type { ProductView, PublicProductView } from '#core/catalog/product-view.ts';
import type { Json, Page, PageRequest } from '#core/shared/page.ts';
import type { Database } from './database.ts';
import { joinJson, timestamp } from './json-columns.ts';
import { Parameters, readPage } from './page-query.ts';
import { productConditions } from './product-conditions.ts';
import { gatherReads, makeSharedReads } from './shared-reads.ts';

const AVAILABLE = `(t.status = 'active' and (t.stock is null or t.stock > 0))`;

const joinProduct = (sight: Sight): string => `
  left join categories c on c.id = t.category_id
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
    ...(sight === 'everything' ? { stock: 't.stock' } : {}),
    available: AVAILABLE,
    images: 't.images',
    attributes: 't.attributes',
    ...(sight === 'everything' ? { metadata: 't.metadata' } : {}),
    version: 't.version',
    created_at: timestamp('t.created_at'),
    updated_at: timestamp('t.updated_at'),
  })}`;

const JOIN_PRODUCT: Readonly<Record<Sight, string>> = {
  everything: joinProduct('everything'),
  public: joinProduct('public'),
};

const findProducts = (sight: Sight): string => `
  select t.id, t.version, row_to_json(json)::text as view from products t ${JOIN_PRODUCT[sight]}
  where t.id = any($1::text[])${sight === 'public' ? ` and t.status = 'active'` : ''}`;

type Found = Readonly<{ id: string; view: Json<ProductView | PublicProductView>; version: number }>;

/** So that a slow one does not hold up all. */
const GATHERED_AT_ONCE = 2;

const SORTS: Readonly<Record<ProductSort['by'], { column: string; type: 'timestamptz' | 'numeric' | 'text' }>> = {
  created_at: { column: 'created_at', type: 'timestamptz' },
  updated_at: { column: 'updated_at', type: 'timestamptz' },
  price: { column: 'price_major', type: 'numeric' },
  name: { column: 'name', type: 'text' },
};

const COUNTED: Readonly<Record<Sight, string>> = { everything: '', public: ` and p.status = 'active'` };

const joinCategory = (sight: Sight): string =>
  joinJson({
    id: 't.id',
    object: `'category'`,
    slug: 't.slug',
    name: 't.name',
    parent_id: 't.parent_id',
    product_count: `(select count(*) from products p where p.category_id = t.id${COUNTED[sight]})`,
    version: 't.version',
    created_at: timestamp('t.created_at'),
    updated_at: timestamp('t.updated_at'),
  });

export class PostgresCatalogQueries implements CatalogQueries {
  readonly #database: Database;
  readonly #share = makeSharedReads();
  readonly #find: Readonly<Record<Sight, (id: string) => Promise<Found | undefined>>>;

  constructor(database: Database) {
    this.#database = database;
    this.#find = { everything: this.#gatherFinds('everything'), public: this.#gatherFinds('public') };
  }

  findProduct(id: ProductId, sight: Sight): Promise<Found | undefined> {
    return this.#find[sight](id);
  }

  listProducts(listing: ProductListing): Promise<Page<ProductView | PublicProductView>> {
    return this.#share(JSON.stringify(listing), () => readPage(this.#database, productPage(listing)));
  }

  listCategories(page: PageRequest, sight: Sight): Promise<Page<CategoryView>> {
    return readPage(this.#database, {
      table: 'categories',
      where: [],
      parameters: new Parameters(),
      sort: { column: 'created_at', type: 'timestamptz', descending: true },
      join: joinCategory(sight),
      page,
    });
  }

  #gatherFinds(sight: Sight): (id: string) => Promise<Found | undefined> {
    const text = findProducts(sight);
    return gatherReads(async (ids) => {
      const rows = await this.#database.query<Found>({ text, values: [ids] });
      return new Map(rows.map((row) => [row.id, row]));
    }, GATHERED_AT_ONCE);
  }
}

/** What `listProducts` reads, for whoever wants to see its plan. */
export const productPage = ({ filter, sort, page, sight }: ProductListing) => {
  const parameters = new Parameters();
  return {
    table: 'products',
    where: productConditions(filter, sight, parameters),
    parameters,
    sort: { ...SORTS[sort.by], descending: sort.descending },
    join: JOIN_PRODUCT[sight],
    page,
  };
};
