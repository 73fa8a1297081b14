/** Anything that runs statements. */
type Runs = Readonly<{ query(text: string): Promise<unknown> }>;

const id = (prefix: string, number: string): string => `concat('${prefix}_', lpad((${number})::text, 26, '0'))`;

/** The number of invoices per buyer. */
const EACH = 40;

const CHARGED = `'USD', '[]'::json, '[]'::json, '[]'::json, false, 100, 0, 19, 119`;

/** Invoices of an established shop: most paid, some open, few drafts. Every tenth order has one. */
const INVOICES = (count: number): string => `
  insert into invoices (id, version, number, status, user_id, order_id, subscription_id, currency, lines, discount_lines,
    tax_lines, prices_include_tax, subtotal, discount, tax, total, amount_paid, amount_refunded, amount_credited,
    amount_due, metadata, actions, due_at, finalized_at, created_at, updated_at)
  select ${id('inv', 'n')}, 1, case when status <> 'draft' then 'INV-' || n end, status,
    case when n % 2 = 0 then ${id('usr', `n % ${count / EACH}`)} end, case when n % 10 = 0 then ${id('ord', 'n')} end,
    case when n % 10 = 5 then ${id('sub', `n % ${count / 10}`)} end, ${CHARGED}, 0, 0, 0, 0, '{}', '[]', at,
    case when status <> 'draft' then at end, at, at
  from generate_series(1, ${count}) n, lateral (
    select timestamptz '2026-01-01' + n * interval '200 days' / ${count} as at,
      case when n % 1000 = 7 then 'draft' when n % 50 = 3 then 'open' else 'paid' end as status) as t`;

const CREDIT_NOTES = (count: number): string => `
  insert into credit_notes (id, version, number, invoice_id, invoice_number, user_id, reason, currency, lines,
    discount_lines, tax_lines, prices_include_tax, subtotal, discount, tax, total, seller, buyer, created_at, updated_at)
  select ${id('cn', 'n')}, 1, 'CN-' || n, ${id('inv', 'n / 2')}, 'INV-' || n / 2,
    case when n % 2 = 0 then ${id('usr', `n % ${count / EACH}`)} end,
    case when n % 500 = 3 then 'goodwill' else 'refund' end, ${CHARGED}, '{}', '{}', at, at
  from generate_series(1, ${count}) n,
    lateral (select timestamptz '2026-01-01' + n * interval '200 days' / ${count} as at) as t`;

/** Fills a migrated database with invoices and as many credit notes. */
export const seedInvoices = async (database: Runs, count: number): Promise<void> => {
  await database.query(INVOICES(count));
  await database.query(CREDIT_NOTES(count));
  await database.query('vacuum analyze');
};
