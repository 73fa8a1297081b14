import { expect } from 'chai';
import { Client } from 'pg';
import { facetStatement } from '#adapters/postgres/catalog/facet-statement.ts';
import { productConditions } from '#adapters/postgres/catalog/product-table.ts';
import type { FacetCounts } from '#core/catalog/facets.ts';
import type { ProductFilter } from '#core/catalog/product-view.ts';
import { productCreated } from '#core/catalog/records.ts';
import { Actor } from '#core/shared/actor.ts';
import { Json } from '#core/shared/page.ts';
import { seedProducts } from '../../bench/seed.ts';
import { aProduct } from '../../support/builders/builders.ts';
import { scannedTables } from '../../support/builders/plans.ts';
import { onStorage } from '../../support/servers/on-service.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import { connectPostgresStorage, type PostgresStorage } from '../../support/servers/postgres-storage.ts';

const FACETS = ['category', 'price', 'attributes.colour'] as const;

const FILTERS: readonly ProductFilter[] = [
  {},
  { category: ['Category 1'] },
  { attributes: { colour: 'blue' } },
  { price_min: '490' },
  { price_min: '490', price_max: '495', category: ['Category 1'] },
];

describe('facets on PostgreSQL', () => {
  let url: string;
  let storage: PostgresStorage;

  before(async () => {
    url = await createDatabase();
    storage = await connectPostgresStorage(url);
    await seedProducts(storage.database.pool, 10_000);
  });
  after(() => storage.close());

  const countAll = async (): Promise<FacetCounts> =>
    Json.parse(await storage.catalogQueries.countFacets({ facets: FACETS, filter: {}, visibility: 'full' }));

  it('count 10,000 products exactly, and stop then', async () => {
    const total = ({ price = [] }: FacetCounts): number => price.reduce((sum, { count }) => sum + count, 0);
    const all = await countAll();
    expect([all.exact, total(all)]).to.deep.equal([true, 10_000]);
    await storage.unitOfWork.run(async (tx) => {
      for (const product of [aProduct(), aProduct()]) {
        await tx.products.add(product);
        await tx.events.append(Actor.system, productCreated(product));
      }
    });
    const some = await countAll();
    expect([some.exact, total(some)]).to.deep.equal([false, 10_001]);
  });

  it('read no table completely', async () => {
    const client = new Client({ connectionString: url, options: '-c enable_seqscan=off' });
    await client.connect();
    for (const filter of FILTERS.slice(1)) {
      for (const visibility of ['full', 'public'] as const) {
        const group = { facets: FACETS, filter };
        const { text, values = [] } = facetStatement(group, {
          conditions: productConditions(filter, visibility),
          found: undefined,
          isNewestFirst: Object.keys(filter).length === 0,
          visibility,
          withVariants: true,
        });
        const scanned = await scannedTables(client, text, values);
        expect(
          scanned.filter((table) => table.startsWith('products')),
          JSON.stringify(filter),
        ).to.deep.equal([]);
      }
    }
    await client.end();
  });
});

onStorage('postgres', 'facets beside writers', ({ app }) => {
  it('include each write as soon as it is answered', async () => {
    const countOf = async (writer: string): Promise<number> => {
      const { json } = await app().call('/api/products?limit=1&facets=attributes.writer');
      return json.facets['attributes.writer'].find(({ value }: { value: string }) => value === writer)?.count ?? 0;
    };
    const write = async (writer: string): Promise<void> => {
      for (let written = 1; written <= 15; written += 1) {
        const body = { name: 'Bowl', price: 1, attributes: { writer } };
        const { json } = await app().call('/api/products', { method: 'POST', body });
        expect(await countOf(writer)).to.equal(written);
        if (written % 5 > 0) continue;
        await app().call(`/api/products/${json.id}`, { method: 'PATCH', body: { attributes: { writer: null } } });
        expect(await countOf(writer)).to.equal(written - 1);
        await app().call(`/api/products/${json.id}`, { method: 'PATCH', body: { attributes: { writer } } });
      }
    };
    await Promise.all(['Ann', 'Ben', 'Cem', 'Dora'].map(write));
  });
});
