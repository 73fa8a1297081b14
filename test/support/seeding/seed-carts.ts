/** Anything that runs statements. */
type Runs = Readonly<{ query(text: string): Promise<unknown> }>;

const id = (prefix: string, number: string): string => `concat('${prefix}_', lpad((${number})::text, 26, '0'))`;

const CONTENTS = `json_build_object('items', json_build_array(
  json_build_object('product_id', concat('prod_', n), 'quantity', 1)), 'seen_prices', json_build_array(null))`;

/** Minutes between two of them. */
const MINUTES = 15;

const TIMES = `lateral (select timestamptz '2026-01-01' + n * interval '${MINUTES} minutes' as at) as t`;

/**
 * Carts of an established shop: half of users, of forty per user, the last of which is open; the others are of guests, half of
 * whom gave an e-mail, and a third of whom ordered.
 */
const CARTS = (count: number): string => `
  insert into carts (id, version, created_at, updated_at, user_id, order_id, expires_at, status, email_key, contents)
  select ${id('cart', 'n')}, 1, at, at, case when n % 2 = 0 then ${id('usr', `n % ${count / 40}`)} end,
    case when not is_open then ${id('ord', 'n')} end, at + interval '30 days',
    case when is_open then 'open' else 'ordered' end,
    case when n % 4 = 1 then concat('guest-', n % 1000, '@example.com') end, ${CONTENTS}
  from generate_series(1, ${count}) n, ${TIMES}, lateral (
    select case when n % 2 = 0 then n > ${count - count / 40} else n % 6 > 1 end as is_open) as kind`;

/** As many checkouts, nine tenths of which have an order. */
const CHECKOUTS = (count: number): string => `
  insert into checkouts (id, version, created_at, updated_at, user_id, order_id, expires_at, email_key, contents)
  select ${id('chk', 'n')}, 1, at, at, case when n % 2 = 0 then ${id('usr', `n % ${count / 40}`)} end,
    case when n % 10 > 0 then ${id('ord', 'n')} end, at + interval '1 day',
    case when n % 2 = 1 then concat('guest-', n % 1000, '@example.com') end, ${CONTENTS}
  from generate_series(1, ${count}) n, ${TIMES}`;

/** Fills a migrated database with carts and checkouts. */
export const seedCarts = async (database: Runs, count: number): Promise<void> => {
  await database.query(CARTS(count));
  await database.query(CHECKOUTS(count));
  await database.query('vacuum analyze');
};
