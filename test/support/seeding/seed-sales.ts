import { seedOrders } from './seed-orders.ts';

/** Anything that runs statements. */
type Runs = Readonly<{ query(text: string): Promise<unknown> }>;

/** One succeeded payment of each paid order, with its authorization, its capture, and a refund of every thousandth. */
const STATEMENTS = [
  `insert into payments (id, payable_id, user_id, gateway, status, capture_method, currency, amount, amount_captured,
    amount_capturing, amount_refunded, amount_refunding, is_voiding, is_overpayment, metadata, actions, check_count,
    created_at, updated_at)
  select concat('pay_', substr(id, 5)), id, user_id, 'sandbox', 'succeeded', 'automatic', currency, total, total, 0,
    amount_refunded, 0, false, false, '{}', '["refund"]', 0, created_at, updated_at
  from orders where amount_paid > 0`,
  `insert into payment_operations (id, version, payment_id, kind, amount, status, created_at, updated_at)
  select id, 2, id, 'authorize', amount, 'succeeded', created_at, updated_at from payments`,
  `insert into ledger_entries (movement_id, account, kind, payment_id, payable_id, currency, debit, credit, created_at)
  select movement_id, account, kind, id, payable_id, currency, debit, credit, created_at
  from payments, lateral (values
    (id, 'gateway:sandbox', 'capture', amount, 0), (id, 'orders', 'capture', 0, amount),
    (concat('re_', substr(id, 5)), 'orders', 'refund', amount_refunded, 0),
    (concat('re_', substr(id, 5)), 'gateway:sandbox', 'refund', 0, amount_refunded))
    as moved (movement_id, account, kind, debit, credit)
  where debit + credit > 0`,
];

/** The year of the orders. */
export const SEEDED_YEAR = 2026;

/** Fills a migrated database with orders of a year, most of them paid, on one connection. Their figures are not counted. */
export const seedSales = async (connection: Runs, count: number): Promise<void> => {
  await seedOrders(connection, count, 365);
  // the rows fit together: without the checks of each of them
  await connection.query('set session_replication_role = replica');
  for (const statement of STATEMENTS) await connection.query(statement);
  await connection.query('set session_replication_role = default');
  await connection.query('vacuum analyze');
};
