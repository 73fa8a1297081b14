import { expect } from 'chai';
import { Client } from 'pg';
import { READ_CHANGES, READ_PRODUCTS } from '#adapters/postgres/catalog/product-feed.ts';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import type { Statement } from '#adapters/postgres/connection/statements.ts';
import type { ProductId } from '#core/catalog/product.ts';
import { PRODUCT_EVENT_TYPES } from '#core/catalog/product-feed.ts';
import { seedProducts } from '../../bench/seed.ts';
import { rowsTouched, scannedTables } from '../../support/builders/plans.ts';
import { createDatabase } from '../../support/servers/postgres.ts';

const PRODUCTS = 20_000;

/** Three events of each product, and one of something else for each, with positions. */
const EVENTS = `
  insert into events (id, type, resource_id, sequence, resource_version, data, previous, created_at, position)
  select concat('evt_', lpad(n::text, 26, '0')), case when n % 4 = 0 then 'order.paid' else 'product.updated' end,
    p.id, n / ${PRODUCTS} + 1, 1, '{"parent_id": null}', '{}', timestamptz '2026-01-01' + n * interval '1 second', n
  from (select id, row_number() over (order by id) as number from products) p, generate_series(0, 3) round,
    lateral (select round * ${PRODUCTS} + p.number as n) numbered`;

const READS: Readonly<Record<string, Statement>> = {
  'the first products': READ_PRODUCTS({ after: '' as ProductId, limit: 100 }),
  'the products after one': READ_PRODUCTS({ after: 'prod_01kdxn8000e00brhpqck2vp26t', limit: 100 }),
  'the changes after a position': READ_CHANGES({ position: '70000', limit: 100, types: PRODUCT_EVENT_TYPES }),
  'no changes after the last position': READ_CHANGES({ position: '80000', limit: 100, types: PRODUCT_EVENT_TYPES }),
};

describe('plans of the product feed', () => {
  let client: Client;

  before(async () => {
    const connectionString = await createDatabase();
    const database = await openDatabase({ url: connectionString });
    await seedProducts(database.pool, PRODUCTS);
    await database.close();
    client = new Client({ connectionString });
    await client.connect();
    await client.query(EVENTS);
    await client.query('vacuum analyze events');
  });
  after(() => client.end());

  for (const [what, { text, values = [] }] of Object.entries(READS)) {
    it(`read ${what} by an index, and little more than the page`, async () => {
      const scanned = await scannedTables(client, text, values);
      expect(scanned.filter((table) => !table.startsWith('categories'))).to.deep.equal([]);
      expect(await rowsTouched(client, text, values)).to.be.within(0, 800);
    });
  }
});
