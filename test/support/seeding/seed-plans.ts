/** Anything that runs statements. */
type Runs = Readonly<{ query(text: string): Promise<unknown> }>;

/** Plans of a large platform: every hundredth active, few in euros and by the week, four of each product. */
const PLANS = (count: number): string => `
  insert into plans (id, version, name, status, product_id, pricing, amount, setup_amount, currency, "interval",
    interval_count, trial_days, after_dunning, metadata, actions, created_at, updated_at)
  select concat('plan_', lpad(n::text, 26, '0')), 1, 'Plan', case when n % 100 = 0 then 'active' else 'archived' end,
    case when n % 2 = 0 then concat('prod_', lpad((n % ${count / 4})::text, 26, '0')) end,
    'flat', 10, 0, case when n % 1000 = 7 then 'EUR' else 'USD' end, case when n % 1000 = 3 then 'week' else 'month' end,
    1, 0, 'unpaid', '{}', '["activate"]', at, at
  from generate_series(1, ${count}) n,
    lateral (select timestamptz '2026-01-01' + n * interval '200 days' / ${count} as at) as t`;

/** Fills a migrated database with plans. */
export const seedPlans = async (database: Runs, count: number): Promise<void> => {
  await database.query(PLANS(count));
  await database.query('vacuum analyze');
};
