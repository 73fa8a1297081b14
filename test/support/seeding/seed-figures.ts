import { seedInvoices } from './seed-invoices.ts';
import { seedReturns } from './seed-returns.ts';
import { seedSales } from './seed-sales.ts';
import { seedWithdrawals } from './seed-withdrawals.ts';

/** Anything that runs statements. */
type Runs = Readonly<{ query(text: string): Promise<unknown> }>;

/** The generation of the seeded figures. */
export const GENERATION = 1;

/** Whose purchases are half of all. */
const BUYER = 'usr_many';

/** A purchase of `BUYER` in the middle of theirs. */
export const purchaseOf = (number: number): Readonly<{ order_id: `ord_${string}`; buyer: string; at: Date }> => ({
  order_id: `ord_${String(number).padStart(26, '0')}`,
  buyer: BUYER,
  at: new Date(Date.UTC(2026, 0, 1) + number * 60_000),
});

/** Every second purchase is one of `BUYER`, a minute after the one before; all others have a buyer each. */
const PURCHASES = (count: number): string => `
  insert into analytics_purchases (generation, order_id, buyer, at, first_at, previous_at)
  select ${GENERATION}, concat('ord_', lpad(n::text, 26, '0')), case when n % 2 = 0 then '${BUYER}' else concat('usr_', n) end, at,
    case when n % 2 = 0 then timestamptz '2026-01-01T00:02:00Z' else at end,
    case when n % 2 = 0 and n > 2 then at - interval '2 minutes' end
  from generate_series(1, ${count}) n, lateral (select timestamptz '2026-01-01T00:00:00Z' + n * interval '1 minute' as at) t`;

/** The entries of each order, and the event of its payment. */
const OF_ORDERS = [
  `insert into analytics_entries (generation, subject_id, at, entries)
  select ${GENERATION}, id, created_at, '[{"dimension":"none","key":"","currency":"USD","gross":"4998"}]' from orders`,
  `insert into payment_timeline (id, payment_id, type, actor_kind, details, created_at)
  select concat('tml_', id), id, 'captured', 'system', '{}', created_at from payments`,
  `insert into analytics_labels (dimension, key, label, at)
  select 'product', concat('prod_', n), 'Linen shirt', now() from generate_series(1, 5000) n`,
  `insert into events (id, type, resource_id, sequence, resource_version, data, previous, created_at, position)
  select concat('evt_', substr(id, 5)), 'payment.succeeded', id, 1, 1, '{}', '{}', created_at, row_number() over (order by id)
  from payments`,
];

const MOVEMENTS = `
  insert into subscription_movements (subscription_id, version, kind, currency, amount_minor, mrr_minor, created_at)
  select concat('sub_', n), 1, 'trial_started', 'USD', 0, 0, now() from generate_series(1, 5000) n`;

/** The figures of the shop in 2026, and those of products and users by day. */
const ROLLUPS = `
  insert into analytics_rollups (generation, dimension, currency, grain, start, key, gross, orders)
  select ${GENERATION}, 'none', 'USD', grain, start, '', 4998, 1
  from (values ('quarter_hour', interval '15 minutes'), ('hour', interval '1 hour'), ('day', interval '1 day')) as g (grain, step),
    generate_series(timestamptz '2026-01-01T00:00:00Z', '2026-12-31T23:45:00Z', step) start
  union all
  select ${GENERATION}, dimension, 'USD', 'day', start, concat(dimension, n), 4998, 1
  from (values ('product'), ('user')) as d (dimension), generate_series(1, 50) n,
    generate_series(timestamptz '2026-01-01T00:00:00Z', '2026-12-31T00:00:00Z', '1 day') start
  union all
  select ${GENERATION}, 'cohort', 'USD', 'month', start, to_char(start, 'YYYY-MM'), 4998, 1
  from generate_series(timestamptz '2026-01-01T00:00:00Z', '2026-12-01T00:00:00Z', '1 month') start`;

/** Fills a migrated database with figures, and with a tenth as many orders as there are purchases. */
export const seedFigures = async (database: Runs, purchases: number): Promise<void> => {
  await seedSales(database, purchases / 10);
  await seedReturns(database, purchases / 10);
  await seedWithdrawals(database, purchases / 10);
  await seedInvoices(database, purchases / 10);
  for (const statement of [PURCHASES(purchases), ...OF_ORDERS, MOVEMENTS, ROLLUPS]) await database.query(statement);
  await database.query('vacuum analyze');
};
