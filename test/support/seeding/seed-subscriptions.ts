/** Anything that runs statements. */
type Runs = Readonly<{ query(text: string): Promise<unknown> }>;

const id = (prefix: string, number: string): string => `concat('${prefix}_', lpad((${number})::text, 26, '0'))`;

/** The number of subscriptions per user, the newest first. */
const EACH = 4;

/** Most active, to one plan; few past due; a thousandth leased, and a tenth postponed. */
const SUBSCRIPTIONS = (count: number): string => `
  insert into subscriptions (id, version, user_id, status, plan_id, quantity, "interval", interval_count, is_metered,
    currency, collection, anchor, current_period_start, current_period_end, usage_since, unbilled, is_setup_billed,
    is_trial_end_announced, at_period_end, next_plan_id, discount_codes, metadata, actions, next_step_at, lease_owner,
    leased_until, postponed_until, created_at, updated_at)
  select ${id('sub', 'n')}, 1, ${id('usr', `n % ${count / EACH}`)}, case when n % 1000 = 3 then 'past_due'
      when n % 3 = 0 then 'cancelled' else 'active' end,
    ${id('plan', 'case when n % 1000 = 7 then 2 else 1 end')}, 1, 'month', 1, false, 'USD', 'charge', at, at,
    at + interval '1 month', at, '[]', true, false, 'renew', case when n % 1000 = 9 then ${id('plan', '3')} end, '[]',
    '{}', '[]', case when n % 3 <> 0 then at + interval '1 month' end, case when n % 1000 = 5 then 'other' end,
    case when n % 1000 = 5 then timestamptz '2027-01-01' end,
    case when n % 10 = 1 then timestamptz '2026-01-01' + n * interval '1 hour' end, at, at
  from generate_series(1, ${count}) n,
    lateral (select timestamptz '2026-01-01' + n * interval '200 days' / ${count} as at) as t`;

const USAGE = (count: number): string => `
  insert into usage_records (subscription_id, key, quantity, at, recorded_at)
  select ${id('sub', 'n % 10')}, n::text, 1, at, at from generate_series(1, ${count}) n,
    lateral (select timestamptz '2026-01-01' + n * interval '200 days' / ${count} as at) as t`;

const MOVEMENTS = (count: number): string => `
  insert into subscription_movements (subscription_id, version, kind, currency, amount_minor, mrr_minor, created_at)
  select ${id('sub', 'n')}, version, 'expansion', 'USD', 1, version, timestamptz '2026-01-01' + n * interval '1 hour'
  from generate_series(1, ${count}) n, generate_series(1, case when n % 100 = 42 then 50 else 2 end) version`;

/** Fills a migrated database with subscriptions, their movements, and usage records. */
export const seedSubscriptions = async (database: Runs, count: number): Promise<void> => {
  await database.query(SUBSCRIPTIONS(count));
  await database.query(USAGE(count));
  await database.query(MOVEMENTS(count));
  await database.query('vacuum analyze');
};
