import { Pool } from 'pg';
import * as ownSeeds from './seed.ts';
import { say } from './settings.ts';

/** More than can be paid during a measurement. */
const PAYABLE_ORDERS = 150_000;

type Seeds = Pick<typeof ownSeeds, 'seedPayableOrders' | 'seedProducts'>;

/**
 * Fills a migrated database with products and unpaid orders, by the seeds of the version that owns its tables.
 * @returns the ids of some products with ample stock.
 */
export const seedDatabase = async (
  databaseUrl: string,
  count: number,
  { seeds = ownSeeds, mix }: Readonly<{ seeds?: Seeds; mix?: ownSeeds.Mix }> = {},
): Promise<[string, ...string[]]> => {
  say(`Seeding ${count} products.`);
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  try {
    await seeds.seedProducts(pool, count, mix);
    await seeds.seedPayableOrders(pool, PAYABLE_ORDERS);
    const { rows } = await pool.query<{ id: string }>(
      `update products set stock = case when variant_count = 0 then 1000000000 end where id in (
        select id from products where status = 'active' and currency = 'USD' and parent_id is null
        order by md5(id) limit 2000
      ) returning id`,
    );
    // autovacuum would do it in the middle of a measurement, and may change a plan
    await pool.query('vacuum analyze');
    const [first = { id: '' }, ...rest] = rows;
    return [first.id, ...rest.map(({ id }) => id)];
  } finally {
    await pool.end();
  }
};
