/** Anything that runs statements. */
type Runs = Readonly<{ query(text: string): Promise<unknown> }>;

const id = (prefix: string, number: string): string => `concat('${prefix}_', lpad((${number})::text, 26, '0'))`;

/** The number of methods per user. */
const EACH = 20;

/** Methods of an established shop: most active at the sandbox, few failed, a thousandth being saved or removed. */
const METHODS = (count: number): string => `
  insert into payment_methods (id, version, user_id, gateway, status, type, brand, last4, exp_month, exp_year, is_default,
    token, reference, next_check_at, check_count, created_at, updated_at)
  select ${id('pm', 'n')}, 2, ${id('usr', `n % ${count / EACH}`)},
    case when n % 1000 = 9 then 'stripe' else 'sandbox' end, status, 'card', 'visa', '4242', 12, 2030,
    status = 'active' and n > ${count - count / EACH}, case when status = 'saving' then 'tok_slow' end, 'encrypted',
    case when status in ('saving', 'removing') then at end, 0, at, at
  from generate_series(1, ${count}) n,
    lateral (select timestamptz '2026-01-01' + n * interval '200 days' / ${count} as at,
      case when n % 1000 = 7 then 'saving' when n % 1000 = 8 then 'removing' when n % 50 = 3 then 'failed'
        else 'active' end as status) as t`;

/** Fills a migrated database with payment methods. */
export const seedPaymentMethods = async (database: Runs, count: number): Promise<void> => {
  await database.query(METHODS(count));
  await database.query('vacuum analyze');
};
