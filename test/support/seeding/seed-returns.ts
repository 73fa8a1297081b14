/** Anything that runs statements. */
type Runs = Readonly<{ query(text: string): Promise<unknown> }>;

const id = (prefix: string, number: string): string => `concat('${prefix}_', lpad((${number})::text, 26, '0'))`;

/** The number of returns per buyer. */
const EACH = 40;

/** Returns of an established shop: most received, few requested, a thousandth approved. Every tenth order has two. */
const RETURNS = (count: number): string => `
  insert into returns (id, version, order_id, user_id, status, currency, items, actions, created_at, updated_at)
  select ${id('ret', 'n')}, 1, case when n % 20 = 1 then ${id('ord', 'n - 1')} else ${id('ord', 'n')} end,
    case when n % 2 = 0 then ${id('usr', `n % ${count / EACH}`)} end,
    case when n % 1000 = 7 then 'approved' when n % 50 = 3 then 'requested' else 'received' end, 'USD',
    json_build_array(json_build_object('item_id', ${id('item', 'n')}, 'quantity', 1, 'reason', null,
      'restocked', true, 'refund', 19.99)), '[]', at, at
  from generate_series(1, ${count}) n,
    lateral (select timestamptz '2026-01-01' + n * interval '200 days' / ${count} as at) as t`;

/** Fills a migrated database with returns. */
export const seedReturns = async (database: Runs, count: number): Promise<void> => {
  await database.query(RETURNS(count));
  await database.query('vacuum analyze');
};
