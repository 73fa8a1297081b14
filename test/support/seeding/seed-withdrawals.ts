/** Anything that runs statements. */
type Runs = Readonly<{ query(text: string): Promise<unknown> }>;

const id = (prefix: string, number: string): string => `concat('${prefix}_', lpad((${number})::text, 26, '0'))`;

/** Withdrawals of an established shop, one of each order: most completed, few waiting, accepted or rejected. */
const WITHDRAWALS = (count: number): string => `
  insert into withdrawals (id, version, created_at, updated_at, order_id, order_number, name, email, email_key, is_verified,
    status, refund_by, accepted_items, is_erased)
  select ${id('wdr', 'n')}, 1, at, at, ${id('ord', 'n')}, n::text, 'Ada', 'ada@example.com', 'ada@example.com', true,
    case n % 50 when 1 then 'received' when 2 then 'accepted' when 3 then 'rejected' else 'completed' end,
    at + interval '14 days', json_build_array(json_build_object('item_id', ${id('item', 'n')}, 'quantity', 1)), false
  from generate_series(1, ${count}) n,
    lateral (select timestamptz '2026-01-01' + n * interval '200 days' / ${count} as at) as t`;

/** Fills a migrated database with withdrawals. */
export const seedWithdrawals = async (database: Runs, count: number): Promise<void> => {
  await database.query(WITHDRAWALS(count));
  await database.query('vacuum analyze');
};
