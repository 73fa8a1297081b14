import { expect } from 'chai';
import { Client } from 'pg';
import { productPage, productRowVersions } from '#adapters/postgres/catalog/catalog-queries.ts';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { pageStatement } from '#adapters/postgres/lists/page-query.ts';
import type { ProductListQuery, Visibility } from '#core/catalog/ports.ts';
import type { ProductFilter, ProductSort } from '#core/catalog/product-view.ts';
import { productCreated } from '#core/catalog/records.ts';
import { Actor } from '#core/shared/actor.ts';
import type { Currency } from '#core/shared/currency.ts';
import type { Position } from '#core/shared/page.ts';
import { seedProducts } from '../../bench/seed.ts';
import { aCategory, aProduct, NOON, noonPlus } from '../../support/builders/builders.ts';
import { scannedTables } from '../../support/builders/plans.ts';
import { eventually } from '../../support/eventually.ts';
import { runSql } from '../../support/servers/database.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import { connectPostgresStorage } from '../../support/servers/postgres-storage.ts';

const PRODUCTS = 20_000;

const ID = 'prod_01kdxn8000e00brhpqck2vp26t';

const FILTERS: Readonly<Record<string, ProductFilter>> = {
  nothing: {},
  ids: { ids: [ID] },
  'one category': { category: ['Category 1'] },
  'a category that is not there': { category: ['None'] },
  'several categories': { category: ['Category 1', 'Category 30'] },
  'a least price': { price_min: '499' },
  'a greatest price': { price_max: '2' },
  'a range of prices': { price_min: '20', price_max: '30.50' },
  'a category and a range of prices': { category: ['Category 2'], price_min: '20', price_max: '30' },
  'a currency': { currency: 'EUR' as Currency },
  'a currency that is not there': { currency: 'CHF' as Currency },
  'a sku': { sku: 'SKU-17' },
  'a sku that is not there': { sku: 'none' },
  'a vendor of some products': { vendor: 'Vendor 7' },
  'a vendor of many products': { vendor: 'Large' },
  'a vendor that is not there': { vendor: 'None' },
  'a tag of some products': { tag: ['tag 7'] },
  'a tag of many products': { tag: ['sale'] },
  'several tags': { tag: ['tag 1', 'sale', 'tag 9'] },
  'a tag that is not there': { tag: ['none'] },
  'a slug': { slug: 'linen-shirt-17' },
  'a slug that is not there': { slug: 'none' },
  'a rare status': { status: 'archived' },
  'a frequent status': { status: 'active' },
  'what is available': { available: true },
  'what is not available': { available: false },
  'what is low on stock': { low_stock: true },
  'what is not low on stock': { low_stock: false },
  'an attribute': { attributes: { colour: 'blue' } },
  'attributes that are not there': { attributes: { colour: 'none', size: 'M' } },
  'when they were made': {
    created_from: new Date('2026-03-01T00:00:00Z'),
    created_to: new Date('2026-03-02T00:00:00Z'),
  },
  'when they were changed': { updated_from: new Date('2026-10-20T00:00:00Z') },
};

/** Two thirds of the products are of one vendor, and a third has one tag; others have some products each. */
const LABELS = `
  update products set vendor_key = case when number % 3 < 2 then 'large' else concat('vendor ', number % 500) end,
    tag_keys = array[concat('tag ', number % 500)] || case when number % 3 = 0 then array['sale'] end
  from (select id as product_id, row_number() over (order by id) as number from products) numbered where id = product_id`;

const SORTS: readonly ProductSort[] = (['created_at', 'updated_at', 'price', 'name'] as const).flatMap((by) => [
  { by, descending: true },
  { by, descending: false },
]);

const POSITIONS: Readonly<Record<ProductSort['by'], string>> = {
  created_at: '2026-06-01 00:00:00+00',
  updated_at: '2026-06-01 00:00:00+00',
  price: '250',
  name: 'Oak chair',
};

const OTHER_CONNECTIONS = `
  select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;

describe('hot query plans', () => {
  let client: Client;

  before(async () => {
    const connectionString = await createDatabase();
    const database = await openDatabase({ url: connectionString });
    await seedProducts(database.pool, PRODUCTS);
    await database.close();
    client = new Client({ connectionString });
    await client.connect();
    await client.query(LABELS);
    await client.query('vacuum analyze products');
  });
  after(() => client.end());

  const scannedBy = async (query: ProductListQuery): Promise<string[]> => {
    const scanned: string[] = [];
    for (const page of [productPage(query), productRowVersions(query)]) {
      const { text, values = [] } = pageStatement(page);
      scanned.push(...(await scannedTables(client, text, values)));
    }
    return scanned;
  };

  const expectNoScan = async (filter: ProductFilter, sort: ProductSort): Promise<void> => {
    for (const visibility of ['full', 'public'] as const satisfies Visibility[]) {
      const positions: (Position | undefined)[] = [undefined, { value: POSITIONS[sort.by], id: ID }];
      for (const after of positions) {
        const scanned = await scannedBy({ filter, sort, visibility, page: { limit: 20, after } });
        const what = `${JSON.stringify({ filter, sort, visibility, after })} reads all of`;
        expect(
          scanned.filter((table) => table.startsWith('products')),
          what,
        ).to.deep.equal([]);
      }
    }
  };

  for (const [name, filter] of Object.entries(FILTERS)) {
    it(`find products by an index for ${name} in every sort order`, async () => {
      for (const sort of SORTS) await expectNoScan(filter, sort);
    });
  }

  it('report a missing index', async () => {
    await client.query('begin; drop index products_updated_at; drop index products_status_updated_at');
    const sort = { by: 'updated_at', descending: true } as const;
    const scanned = await scannedBy({ filter: {}, sort, visibility: 'full', page: { limit: 20 } });
    await client.query('rollback');
    expect(scanned).to.include('products (force_custom_plan)');
  });

  it('use indexes although the tables were empty when the plans were made', async () => {
    const url = await createDatabase();
    await runSql(url, 'vacuum analyze');
    const storage = await connectPostgresStorage(url);
    const record = { fingerprint: 'f', status: 201, headers: {}, body: '{}' };
    const unknown = { account: 'usr_1', operation: 'POST /api/products', key: 'unknown' };
    // PostgreSQL keeps the generic plan that it makes at the sixth time
    for (let time = 0; time < 10; time += 1) await storage.idempotencyQueries.find(unknown, NOON);
    for (let index = 0; index < 40; index += 1) {
      const name = { account: 'usr_1', operation: 'POST /api/products', key: String(index) };
      await storage.unitOfWork.run(async (tx) => {
        await tx.idempotency.claim(name, NOON);
        const category = await tx.categories.ensure(aCategory(`Label ${index}`));
        const product = aProduct({}, { category });
        await tx.products.add(product);
        await tx.events.append(Actor.system, productCreated(product));
        await tx.idempotency.complete(name, { ...record, mentionedIds: [], at: noonPlus(1) });
      });
      expect(await storage.idempotencyQueries.find(name, NOON)).to.deep.equal(record);
    }
    await storage.close();
    // PostgreSQL's statistics are complete once the connections are closed
    await eventually('all are gone', async () => (await runSql(url, OTHER_CONNECTIONS)).length === 0);
    const read = await runSql(url, 'select relname from pg_stat_user_tables where seq_tup_read > 100');
    expect(read).to.deep.equal([]);
    const byTime = await runSql(
      url,
      `select idx_tup_read as read from pg_stat_user_indexes where indexrelname = 'idempotency_records_created'`,
    );
    expect(byTime).to.deep.equal([{ read: '0' }]);
  });
});
