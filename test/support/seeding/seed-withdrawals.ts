/** Anything that runs statements. */
type Runs = Readonly<{ query(text: string): Promise<unknown> }>;

const id = (prefix: string, number: string): string => `concat('${prefix}_', lpad((${number})::text, 26, '0'))`;

/** The number of withdrawals per buyer. */
const EACH = 40;

/** Withdrawals of an established shop: most completed, few accepted, a thousandth received. Every tenth order has two. */
const WITHDRAWALS = (count: number): string => `
  insert into withdrawals (id, version, order_id, user_id, order_number, name, email, email_key, is_verified, status,
    process_at, refund_by, accepted_items, is_erased, created_at, updated_at)
  select ${id('wdr', 'n')}, 1, case when n % 20 = 1 then ${id('ord', 'n - 1')} else ${id('ord', 'n')} end,
    case when n % 2 = 0 then ${id('usr', `n % ${count / EACH}`)} end, n::text, 'Ada',
    'ada-' || n || '@example.com', 'ada-' || n || '@example.com', true,
    case when n % 1000 = 7 then 'received' when n % 50 = 3 then 'accepted' else 'completed' end,
    case when n % 5000 = 7 then at end, at + interval '14 days',
    json_build_array(json_build_object('item_id', ${id('item', 'n')}, 'quantity', 1)), false, at, at
  from generate_series(1, ${count}) n,
    lateral (select timestamptz '2026-01-01' + n * interval '200 days' / ${count} as at) as t`;

/** Fills a migrated database with withdrawals. */
export const seedWithdrawals = async (database: Runs, count: number): Promise<void> => {
  await database.query(WITHDRAWALS(count));
  await database.query('vacuum analyze');
};
