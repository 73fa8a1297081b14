import { expect } from 'chai';
import { migrate } from '#adapters/postgres/migrations/migrate.ts';
import { Json } from '#core/shared/page.ts';
import { announceCategories } from '../support/announce-categories.ts';
import { clockAtNoon } from '../support/builders.ts';
import { runSql } from '../support/database.ts';
import { openDatabaseAt } from '../support/former-schema.ts';
import { urlOf } from '../support/postgres.ts';
import { connectPostgresStorage, type PostgresStorage } from '../support/postgres-storage.ts';

const TIMES = `'2026-11-20T12:00:00Z', '2026-11-20T12:00:00Z'`;

const LABELS = ['Shirts', 'shirts', 'Shirts ', ' Hats  and?  ', "It's", 'Lamps'];

const idOf = (prefix: string, index: number): string => `${prefix}_${String(index).padStart(26, '0')}`;

const ADD = LABELS.flatMap((label, index) => {
  const name = label.replaceAll("'", "''");
  const category = `insert into categories (id, name, slug, created_at, updated_at)
    values ('${idOf('cat', index)}', '${name}', 'slug-${index}', ${TIMES})`;
  const product = `
    insert into products (id, name, slug, price, price_major, currency, category_id, status, images, attributes, metadata,
      weight_unit, created_at, updated_at)
    values ('${idOf('prod', index)}', 'a', 'product-${index}', 100, 1, 'USD', '${idOf('cat', index)}',
      '${index === 1 ? 'draft' : 'active'}', '[]', '{}', '{}', 'g', ${TIMES})`;
  return [category, product];
});

describe('an upgrade of a database whose categories differ only in case and white space', () => {
  const name = `test_${process.pid}_upgrade_categories`;
  let storage: PostgresStorage;

  before(async () => {
    const database = await openDatabaseAt(name, '20261210-product-search');
    await runSql(urlOf(name), ...ADD);
    await migrate(database);
    await database.close();
    storage = await connectPostgresStorage(urlOf(name));
  });
  after(() => storage.close());

  const categories = async (visibility: 'full' | 'public') => {
    const { data } = Json.parse(await storage.catalogQueries.readCategoryTree(visibility));
    return data.map((category) => [category.id, category.name, category.product_count]);
  };

  it('merges each into the oldest, with tidy names and exact counts', async () => {
    expect(await categories('full')).to.deep.equal([
      [idOf('cat', 0), 'Shirts', 3],
      [idOf('cat', 3), 'Hats and?', 1],
      [idOf('cat', 4), "It's", 1],
      [idOf('cat', 5), 'Lamps', 1],
    ]);
    expect((await categories('public'))[0]).to.deep.equal([idOf('cat', 0), 'Shirts', 2]);
  });

  it('announces the products whose label has changed', async () => {
    await announceCategories(storage, clockAtNoon());
    const previous = await Promise.all(
      LABELS.map(async (_, index) => {
        const events = await storage.eventsOf(idOf('prod', index) as never);
        return events.map((event) => event.previous);
      }),
    );
    const of = (category: string): object[] => [{ category }];
    expect(previous).to.deep.equal([[], of('shirts'), of('Shirts '), of(' Hats  and?  '), [], []]);
  });
});
