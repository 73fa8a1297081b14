/** Anything that runs statements. */
type Runs = Readonly<{ query(text: string): Promise<unknown> }>;

const id = (prefix: string, number: string): string => `concat('${prefix}_', lpad((${number})::text, 26, '0'))`;

/** The number of payments per buyer. */
const EACH = 40;

/**
 * Payments of an established shop: most succeeded, a thousandth by a rare gateway or authorized, few pending or due.
 * Every tenth order has two.
 */
const PAYMENTS = (count: number): string => `
  insert into payments (id, payable_id, user_id, gateway, status, capture_method, currency, amount, amount_captured,
    amount_capturing, amount_refunded, amount_refunding, is_voiding, is_overpayment, metadata, actions, next_check_at, check_count,
    created_at, updated_at)
  select ${id('pay', 'n')}, case when n % 20 = 1 then ${id('ord', 'n - 1')} else ${id('ord', 'n')} end,
    case when n % 2 = 0 then ${id('usr', `n % ${count / EACH}`)} end,
    case when n % 1000 = 9 then 'manual' when n % 10 = 3 then 'stripe' else 'sandbox' end, status, 'automatic', 'USD', 49.98,
    case when status = 'succeeded' then 49.98 else 0 end, 0, case when n % 50 = 2 and status = 'succeeded' then 10 else 0 end,
    0, false, false, '{}', case status when 'authorized' then '["capture","cancel"]' when 'succeeded' then '["refund"]' else '[]' end::json,
    case when status = 'processing' then at end, 0, at, at
  from generate_series(1, ${count}) n,
    lateral (select timestamptz '2026-01-01' + n * interval '200 days' / ${count} as at,
      case when n % 1000 = 7 then 'authorized' when n % 500 = 11 then 'processing' when n % 20 = 4 then 'failed'
        when n % 40 = 5 then 'cancelled' else 'succeeded' end as status) as t`;

/** An authorization each, two refunds of every tenth, and idempotency keys for half of them. */
const OPERATIONS = (count: number): string => `
  insert into payment_operations (id, payment_id, kind, amount, status, idempotency_key, request_fingerprint, created_at,
    updated_at)
  select case kind when 'authorize' then id else concat('re_', n, substr(id, 12)) end, id, kind, 10,
    case status when 'processing' then 'pending' else 'succeeded' end,
    case when kind = 'authorize' and user_id is not null then concat('request ', id) end, 'f', created_at, created_at
  from payments, lateral (
    select 0 as n, 'authorize' as kind union all
    select n, 'refund' from generate_series(1, 2) n where right(payments.id, 1) = '2') as asked
  where ${count} > 0`;

const TIMELINES = (count: number): string => `
  insert into payment_timeline (id, payment_id, type, actor_kind, details, created_at)
  select ${id('tml', 'n * 10 + entry')}, ${id('pay', 'n')}, 'captured', 'system', '{}',
    timestamptz '2026-01-01' + n * interval '1 second'
  from generate_series(1, ${count}) n, generate_series(1, 3) entry`;

const WEBHOOKS = (count: number): string => `
  insert into gateway_webhooks (gateway, id, created_at)
  select 'sandbox', concat('evt_', n), timestamptz '2026-01-01' + n * interval '200 days' / ${count}
  from generate_series(1, ${count}) n`;

/** Fills a migrated database with payments without movements. */
export const seedPayments = async (database: Runs, count: number): Promise<void> => {
  await database.query('set session_replication_role = replica');
  for (const statement of [PAYMENTS, OPERATIONS, TIMELINES, WEBHOOKS]) await database.query(statement(count));
  await database.query('set session_replication_role = default');
  await database.query('vacuum analyze');
};
