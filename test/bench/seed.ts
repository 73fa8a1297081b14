import type { Pool } from 'pg';
import { toProductRow } from '#adapters/postgres/tables/products.ts';
import { makeTypeIds } from '#adapters/system/type-ids.ts';
import { Category } from '#core/catalog/category.ts';
import { Product } from '#core/catalog/product.ts';
import type { Currency } from '#core/shared/currency.ts';
import { makeProduct, makeRandom } from './products.ts';

const SEED = 20_261_120;
const BATCH = 5_000;
const FIRST_AT = Date.UTC(2026, 0, 1);
const SPAN_MS = 300 * 24 * 60 * 60 * 1000;

/** Fills a migrated, empty database with products, the same each time, created over three hundred days. */
export const seedProducts = async (pool: Pool, count: number): Promise<void> => {
  const random = makeRandom(SEED);
  let now = FIRST_AT;
  const clock = { now: () => new Date(now) };
  const ids = makeTypeIds(clock);
  const categories = new Map<string, Category>();

  const categoryOf = async (name: string): Promise<Category> => {
    const category = categories.get(name) ?? Category.create({ id: ids.next('cat'), name, at: clock.now() });
    if (!categories.has(name)) await insert(pool, 'categories', [category]);
    categories.set(name, category);
    return category;
  };

  for (let made = 0; made < count; made += BATCH) {
    const products: object[] = [];
    for (let number = made + 1; number <= Math.min(count, made + BATCH); number += 1) {
      now = FIRST_AT + Math.floor((number * SPAN_MS) / count);
      const fields = makeProduct(random, number);
      const category = await categoryOf(fields.category ?? '');
      const placing = { category, storeCurrency: 'USD' as Currency, at: clock.now() };
      const product = Product.create(ids.next('prod'), fields, placing);
      const updatedAt = new Date(now + random.below(2) * random.below(SPAN_MS));
      products.push(toProductRow({ ...product, updatedAt }));
    }
    await insert(pool, 'products', products);
  }
  await pool.query('vacuum analyze');
};

/** Adds unpaid orders of 49.98 that do not expire. */
export const seedPayableOrders = async (pool: Pool, count: number): Promise<void> => {
  await pool.query(`
    insert into orders (id, number, status, payment_status, fulfillment_status, fulfillments, currency, total, amount_paid,
      amount_refunded, amount_due, actions, metadata, created_at, updated_at)
    select concat('ord_', lpad(n::text, 26, '0')), 1000000 + n, 'open', 'unpaid', 'unfulfilled', '[]', 'USD', 49.98, 0, 0,
      49.98, '["cancel","fulfill"]', '{}', timestamptz '2026-01-01' + n * interval '1 second', timestamptz '2026-01-01'
    from generate_series(1, ${count}) n`);
  await pool.query(`
    insert into order_items (
      order_id, position, id, product_id, name, unit_price, quantity, is_from_stock, created_at)
    select o.id, position, concat('item_', position, substr(o.id, 6)), concat('prod_', position), name, price, quantity,
      false, o.created_at
    from orders o, (values (0, 'Linen shirt', 19.99, 2), (1, 'Wool scarf', 10, 1)) as item (position, name, price, quantity)
    where o.number > 1000000`);
};

/** Inserts rows whose properties are the columns in camel case. */
const insert = async (pool: Pool, table: string, rows: readonly object[]): Promise<void> => {
  const columns = Object.keys(rows[0] ?? {})
    .map(snake)
    .join(', ');
  const named = rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [snake(name), value])));
  const json = JSON.stringify(named, (_, value) => (typeof value === 'bigint' ? String(value) : value));
  const all = `select ${columns} from json_populate_recordset(null::${table}, $1::json)`;
  await pool.query(`insert into ${table} (${columns}) ${all}`, [json]);
};

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
