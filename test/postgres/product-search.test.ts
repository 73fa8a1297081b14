import { expect } from 'chai';
import { Client } from 'pg';
import { productRowVersions } from '#adapters/postgres/catalog/catalog-queries.ts';
import { findSearchQuery } from '#adapters/postgres/catalog/product-search.ts';
import { pageStatement } from '#adapters/postgres/lists/page-query.ts';
import { migrate } from '#adapters/postgres/migrations/migrate.ts';
import { Json } from '#core/shared/page.ts';
import { aProduct } from '../support/builders.ts';
import { runSql } from '../support/database.ts';
import { openDatabaseAt } from '../support/former-schema.ts';
import { scannedTables } from '../support/plans.ts';
import { createDatabase, urlOf } from '../support/postgres.ts';
import { connectPostgresStorage, type PostgresStorage } from '../support/postgres-storage.ts';
import { addSearchedProducts } from '../support/searched-products.ts';

describe('a search on PostgreSQL', () => {
  let url: string;
  let storage: PostgresStorage;
  let client: Client;

  before(async () => {
    url = await createDatabase();
    storage = await connectPostgresStorage(url);
    await storage.unitOfWork.run((tx) => addSearchedProducts(tx, 2_000));
    await runSql(url, 'vacuum analyze');
    client = new Client({ connectionString: url, options: '-c enable_seqscan=off' });
    await client.connect();
  });
  after(async () => {
    await client.end();
    await storage.close();
  });

  it('reads no table completely', async () => {
    for (const q of ['lamp', 'oaken tables', 'a1 o']) {
      const search = await findSearchQuery(storage.database, q);
      for (const sort of [undefined, { by: 'price', descending: false } as const]) {
        for (const visibility of ['public', 'full'] as const) {
          const query = { filter: { q }, visibility, search, page: { limit: 20 }, ...(sort && { sort }) };
          const { text, values = [] } = pageStatement(productRowVersions(query));
          expect(await scannedTables(client, text, values), q).to.deep.equal([]);
        }
      }
    }
  });

  it('finds the words that are one edit away by an index', async () => {
    const { text, values = [] } = {
      text: `select word from search_words where edit_keys && $1`,
      values: ['{lamp,lap}'],
    };
    expect(await scannedTables(client, text, values)).to.deep.equal([]);
  });

  it('writes no words again when the stock changes, or a field that no search reads', async () => {
    const product = aProduct({ name: 'Anvil', stock: 3 });
    await storage.unitOfWork.run((tx) => tx.products.add(product));
    const written = () => runSql(url, `select xmin from product_search where product_id = '${product.id}'`);
    const before = await written();
    const at = new Date();
    await storage.unitOfWork.run((tx) => tx.products.adjustStock([{ productId: product.id, delta: -1 }], at));
    const stored = await storage.unitOfWork.run((tx) => tx.products.get(product.id));
    await storage.unitOfWork.run((tx) =>
      tx.products.save({ ...stored, taxCategory: 'reduced', version: stored.version + 1 }),
    );
    expect(await written()).to.deep.equal(before);
  });
});

const ADD_PRODUCTS = `
  insert into products (
    id, version, name, price, price_major, currency, status, images, attributes, metadata, created_at, updated_at)
  select concat('prod_', lpad(i::text, 26, '0')), 1, concat('Former lamp ', i), 1, 0.01, 'USD', 'active', '[]', '{}', '{}',
    now(), now()
  from generate_series(1, 1200) i`;

describe('an upgrade of a database from before the search', () => {
  const name = `test_${process.pid}_search`;
  let storage: PostgresStorage;

  before(async () => {
    const database = await openDatabaseAt(name, '20261206-audit-removal');
    await runSql(urlOf(name), ADD_PRODUCTS);
    await migrate(database);
    await database.close();
    storage = await connectPostgresStorage(urlOf(name));
  });
  after(() => storage.close());

  const find = async (q: string): Promise<string[]> => {
    const page = { limit: 2 };
    const { items } = await storage.catalogQueries.listProducts({ filter: { q }, visibility: 'full', page });
    return items.map((item) => Json.parse(item).name);
  };

  it('finds the former products once the background task has indexed them', async () => {
    expect(await find('former')).to.deep.equal([]);
    const batches: number[] = [];
    do batches.push(await storage.productSearchIndex.indexStale());
    while ((batches.at(-1) ?? 0) > 0);
    expect(batches).to.deep.equal([500, 500, 200, 0]);
    expect((await find('fromer 17'))[0]).to.equal('Former lamp 17');
  });

  it('finds a product that was changed before it was indexed as it is now', async () => {
    await runSql(urlOf(name), `update product_search set is_stale = true, words = '' where product_id like '%0007'`);
    const stored = await storage.unitOfWork.run((tx) => tx.products.get('prod_00000000000000000000000007'));
    await storage.unitOfWork.run((tx) => tx.products.save({ ...stored, name: 'Changed', version: 2 }));
    expect(await find('changed')).to.deep.equal(['Changed']);
    expect(await storage.productSearchIndex.indexStale()).to.equal(0);
    expect(await find('changed')).to.deep.equal(['Changed']);
  });
});
