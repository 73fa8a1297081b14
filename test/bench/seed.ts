import type { Pool } from 'pg';
import { languages } from '#adapters/languages/languages.ts';
import { toSearchWordRow } from '#adapters/postgres/catalog/search-entries.ts';
import { toCategoryRow } from '#adapters/postgres/tables/categories.ts';
import { toProductSearchRow } from '#adapters/postgres/tables/product-search.ts';
import { toProductRow } from '#adapters/postgres/tables/products.ts';
import { makeTypeIds } from '#adapters/system/type-ids.ts';
import { Category } from '#core/catalog/category.ts';
import { Product } from '#core/catalog/product.ts';
import type { ProductFields } from '#core/catalog/product-fields.ts';
import { isVocabulary } from '#core/catalog/search/edits.ts';
import { searchDocumentOf } from '#core/catalog/search/search-document.ts';
import { Variant } from '#core/catalog/variant.ts';
import type { Currency } from '#core/shared/currency.ts';
import { labelAbove, makeProduct, makeRandom, makeVariants } from './products.ts';

const SEED = 20_261_120;
const BATCH = 5_000;
const FIRST_AT = Date.UTC(2026, 0, 1);
const SPAN_MS = 300 * 24 * 60 * 60 * 1000;

/** None of these if left out. */
export type Mix = Readonly<{
  /** How many variants each product gets. */
  variantsEach?: number;
  /** Whether the categories are a tree of three levels. */
  isTree?: boolean;
  /** How many values an attribute `finish` has. */
  finishes?: number;
}>;

/**
 * Fills a migrated, empty database with products and their words, the same each time, created over three hundred days.
 * Variants are included in the count.
 */
export const seedProducts = async (pool: Pool, count: number, mix: Mix = {}): Promise<void> => {
  const { variantsEach = 0, isTree = false, finishes = 0 } = mix;
  const random = makeRandom(SEED);
  let now = FIRST_AT;
  const clock = { isSystemTime: true, now: () => new Date(now) } as const;
  const ids = makeTypeIds(clock);
  const categories = new Map<string, Category>();
  const vocabulary = new Set<string>();

  const categoryOf = async (name: string): Promise<Category> => {
    const existing = categories.get(name);
    if (existing !== undefined) return existing;
    const above = isTree ? labelAbove(name) : undefined;
    const parentId = above === undefined ? null : (await categoryOf(above)).id;
    const category = Category.create({ id: ids.next('cat'), name, at: clock.now() }, { parentId, position: 0 });
    await insert(pool, 'categories', [toCategoryRow(category)]);
    categories.set(name, category);
    return category;
  };

  const familySize = 1 + variantsEach;
  const batch = BATCH - (BATCH % familySize);
  for (let made = 0; made < count; made += batch) {
    const products: Product[] = [];
    for (let number = made + 1; number <= Math.min(count, made + batch); number += familySize) {
      now = FIRST_AT + Math.floor((number * SPAN_MS) / count);
      const fields = withFinish(makeProduct(random, number), finishes === 0 ? undefined : random.below(finishes));
      const category = await categoryOf(fields.category ?? '');
      const placing = { category, storeCurrency: 'USD' as Currency, at: clock.now() };
      const product = Product.create(ids.next('prod'), fields, placing);
      const variants = makeVariants(random, fields, variantsEach).map((variant) =>
        Product.create(ids.next('prod'), { ...variant, parent_id: product.id }, placing),
      );
      const updatedAt = new Date(now + random.below(2) * random.below(SPAN_MS));
      products.push({ ...product, updatedAt, variants: variants.map(Variant.of) }, ...variants);
    }
    await insert(pool, 'products', products.map(toProductRow));
    await insertWords(pool, products, vocabulary);
  }
  await pool.query(LAST_EVENT);
  await pool.query('vacuum analyze');
};

const withFinish = (fields: ProductFields, finish: number | undefined): ProductFields =>
  finish === undefined ? fields : { ...fields, attributes: { ...fields.attributes, finish: `Finish ${finish}` } };

/** Of the newest product: what is kept of the catalogue is valid until its next event. */
const LAST_EVENT = `
  insert into events (id, type, resource_id, sequence, resource_version, data, previous, created_at)
  select concat('evt_', substr(id, 6)), 'product.created', id, 1, 1, json_build_object('id', id), '{}', created_at
  from products order by created_at desc, id desc limit 1`;

/** Inserts what products are found by; `vocabulary` are the words of earlier ones. */
const insertWords = async (pool: Pool, products: readonly Product[], vocabulary: Set<string>): Promise<void> => {
  const documents = products.map((product) => ({ product, document: searchDocumentOf(product) }));
  const rows = documents.map(({ product, document }) => toProductSearchRow(product, document));
  await insert(pool, 'product_search', rows);
  const words = new Set(documents.flatMap(({ document }) => [...document.words.keys()].filter(isVocabulary)));
  const added = [...words].filter((word) => !vocabulary.has(word));
  for (const word of added) vocabulary.add(word);
  await insert(
    pool,
    'search_words',
    added.map((word) => toSearchWordRow(languages, word, true)),
  );
};

/** Adds unpaid orders of 49.98 that do not expire. */
export const seedPayableOrders = async (pool: Pool, count: number): Promise<void> => {
  await insertOrders(pool, { userId: null, count, total: 49.98 });
  await pool.query(`
    insert into order_items (
      order_id, position, id, product_id, name, options, unit_price, quantity, is_from_stock, created_at)
    select o.id, position, concat('item_', position, substr(o.id, 6)), concat('prod_', position), name, '{}', price,
      quantity, false, o.created_at
    from orders o, (values (0, 'Linen shirt', 19.99, 2), (1, 'Wool scarf', 10, 1)) as item (position, name, price, quantity)
    where o.number > 1000000`);
};

/** Adds orders of a user with a hundred items each, and their events: about 50 kB each. */
export const seedLargeOrders = async (pool: Pool, userId: string, count: number): Promise<void> => {
  await insertOrders(pool, { userId, count, total: 1_000 });
  await pool.query(
    `insert into order_items (
      order_id, position, id, product_id, name, options, unit_price, quantity, is_from_stock, created_at)
    select o.id, position, concat('item_', position, substr(o.id, 8)), concat('prod_', position),
      concat('Linen shirt ', position, repeat(' of a long name', 5)), '{}', 10, 1, false, o.created_at
    from orders o, generate_series(0, 99) as position where o.user_id = $1`,
    [userId],
  );
  await pool.query(
    `insert into events (id, type, resource_id, sequence, resource_version, data, previous, created_at)
    select concat('evt_', substr(o.id, 5)), 'order.created', o.id, 1, 1,
      json_build_object('id', o.id, 'items', (select json_agg(i) from order_items i where i.order_id = o.id)), '{}',
      o.created_at
    from orders o where o.user_id = $1`,
    [userId],
  );
};

type SeededOrders = Readonly<{ userId: string | null; count: number; total: number }>;

const insertOrders = async (pool: Pool, { userId, count, total }: SeededOrders): Promise<void> => {
  await pool.query(
    `insert into orders (id, number, status, payment_status, fulfillment_status, fulfillments, currency, total, amount_paid,
      amount_refunded, amount_due, actions, metadata, user_id, created_at, updated_at)
    select concat('ord_', lpad(n::text, 26, '0')), 1000000 + n, 'open', 'unpaid', 'unfulfilled', '[]', 'USD', $1, 0, 0,
      $1, '["cancel","fulfill"]', '{}', $2, timestamptz '2026-01-01' + n * interval '1 second', timestamptz '2026-01-01'
    from generate_series(1, $3) n`,
    [total, userId, count],
  );
};

/** Inserts rows whose properties are the columns in camel case. */
const insert = async (pool: Pool, table: string, rows: readonly object[]): Promise<void> => {
  if (rows.length === 0) return;
  const columns = Object.keys(rows[0] ?? {})
    .map(snake)
    .join(', ');
  const named = rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [snake(name), value])));
  const json = JSON.stringify(named, (_, value) => (typeof value === 'bigint' ? String(value) : value));
  const all = `select ${columns} from json_populate_recordset(null::${table}, $1::json)`;
  await pool.query(`insert into ${table} (${columns}) ${all}`, [json]);
};

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
