import { expect } from 'chai';
import { Client } from 'pg';
import { languages } from '#adapters/languages/languages.ts';
import { productRowVersions } from '#adapters/postgres/catalog/catalog-queries.ts';
import { decideSearch, findSearch, searchForAll } from '#adapters/postgres/catalog/find-search.ts';
import type { Database } from '#adapters/postgres/connection/database.ts';
import type { Statement } from '#adapters/postgres/connection/statements.ts';
import { pageStatement } from '#adapters/postgres/lists/page-query.ts';
import { DEFAULT_SEARCH_RULES } from '#core/shared/languages.ts';
import { Json } from '#core/shared/page.ts';
import { aProduct } from '../../support/builders/builders.ts';
import { scannedTables } from '../../support/builders/plans.ts';
import { addSearchedProducts } from '../../support/builders/searched-products.ts';
import { runSql } from '../../support/servers/database.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import { connectPostgresStorage, type PostgresStorage } from '../../support/servers/postgres-storage.ts';

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
      const found = await findSearch(storage.database, {
        q,
        visibility: 'full',
        languages,
        rules: DEFAULT_SEARCH_RULES,
      });
      for (const sort of [undefined, { by: 'price', descending: false } as const]) {
        for (const visibility of ['public', 'full'] as const) {
          const search = searchForAll(found);
          const query = { filter: { q }, visibility, search, page: { limit: 20 }, ...(sort && { sort }) };
          const { text, values = [] } = pageStatement(productRowVersions(query));
          expect(await scannedTables(client, text, values), q).to.deep.equal([]);
        }
      }
    }
  });

  it('looks up what words mean, and how many of them have to match, by indexes', async () => {
    const statements: Statement[] = [];
    const query: Database['query'] = (statement) => {
      statements.push(statement);
      return storage.database.query(statement);
    };
    const q = 'refrigarators buerotuer';
    const search = await findSearch({ query }, { q, visibility: 'full', languages, rules: DEFAULT_SEARCH_RULES });
    await decideSearch({ query }, { search, visibility: 'public' });
    expect(statements).to.have.length(2);
    await client.query('set enable_seqscan = on');
    for (const { text, values = [] } of statements) expect(await scannedTables(client, text, values)).to.deep.equal([]);
    await client.query('set enable_seqscan = off');
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

describe('products that were stored without their words', () => {
  let url: string;
  let storage: PostgresStorage;

  before(async () => {
    url = await createDatabase();
    storage = await connectPostgresStorage(url);
    await storage.unitOfWork.run(async (tx) => {
      for (let number = 1; number <= 1_200; number += 1) await tx.products.add(aProduct({ name: `Lamp ${number}` }));
    });
    await runSql(url, `update product_search set is_stale = true, words = ''`, 'delete from search_words');
  });
  after(() => storage.close());

  const find = async (q: string): Promise<string[]> => {
    const page = { limit: 2 };
    const { items } = await storage.catalogQueries.listProducts({ filter: { q }, visibility: 'full', page });
    return items.map((item) => Json.parse(item).name);
  };

  it('are found once the background task has indexed them', async () => {
    expect(await find('lamp')).to.deep.equal([]);
    const batches: number[] = [];
    do batches.push(await storage.productSearchIndex.indexStale());
    while ((batches.at(-1) ?? 0) > 0);
    expect(batches).to.deep.equal([500, 500, 200, 0]);
    expect((await find('lmap 17'))[0]).to.equal('Lamp 17');
  });

  it('are found as they are now if they were changed before that', async () => {
    const changed = aProduct({ name: 'Chair' });
    await storage.unitOfWork.run((tx) => tx.products.add(changed));
    await runSql(url, `update product_search set is_stale = true, words = '' where product_id = '${changed.id}'`);
    await storage.unitOfWork.run((tx) => tx.products.save({ ...changed, name: 'Changed', version: 2 }));
    expect(await find('changed')).to.deep.equal(['Changed']);
    expect(await storage.productSearchIndex.indexStale()).to.equal(0);
    expect(await find('changed')).to.deep.equal(['Changed']);
  });
});
