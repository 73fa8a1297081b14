/** Anything that runs statements. */
type Runs = Readonly<{ query(text: string): Promise<unknown> }>;

const id = (prefix: string, number: string): string => `concat('${prefix}_', lpad((${number})::text, 26, '0'))`;

/** Orders of an established shop: most completed, few open, a thousandth rare; forty per buyer. */
const ORDERS = (count: number, days: number): string => `
  insert into orders (id, number, external_id, status, payment_status, fulfillment_status, fulfillments, currency, total,
    amount_paid, amount_refunded, amount_due, actions, user_id, email, email_key, contact, metadata, created_at, updated_at)
  select ${id('ord', 'n')}, n, concat('ERP-', n),
    case kind when 'done' then 'completed' when 'rare' then 'completed' when 'gone' then 'cancelled' else 'open' end,
    case kind when 'done' then 'paid' when 'rare' then 'partially_refunded' when 'sent' then 'paid' else 'unpaid' end,
    case kind when 'done' then 'fulfilled' when 'rare' then 'fulfilled' when 'sent' then 'partially_fulfilled'
      else 'unfulfilled' end,
    case when kind in ('done', 'rare', 'sent')
      then json_build_array(json_build_object('tracking_number', concat('TRACK-', n))) else '[]' end, 'USD', 49.98, case when kind in ('done', 'rare', 'sent') then 49.98 else 0 end,
    case kind when 'rare' then 10 else 0 end, case kind when 'open' then 49.98 else 0 end,
    case kind when 'open' then '["cancel","fulfill"]' when 'sent' then '["fulfill"]' else '[]' end::json,
    case when n % 2 = 0 then ${id('usr', `n % ${count / 40}`)} end, concat('Buyer-', n % ${count / 40}, '@example.com'),
    concat('buyer-', n % ${count / 40}, '@example.com'), concat('''buyer'' ''', n % ${count / 40}, '''')::tsvector, '{}', at, at
  from generate_series(1, ${count}) n,
    lateral (select timestamptz '2026-01-01' + n * interval '${days} days' / ${count} as at,
      case when n % 1000 = 7 then 'rare' when n % 20 = 1 then 'gone' when n % 50 = 2 then 'sent' when n % 50 = 3 then 'open'
        else 'done' end as kind) as t`;

/** Two products each, one of which is in every tenth order. */
const ITEMS = (count: number): string => `
  insert into order_items (
    order_id, position, id, product_id, name, sku, options, unit_price, quantity, is_from_stock, created_at)
  select o.id, position, concat('item_', position, substr(o.id, 6)), product_id, name, concat('SKU-', right(product_id, 4)::integer),
    '{}', price, quantity, false,
    created_at
  from orders o, lateral (values
    (0, ${id('prod', 'number % 10')}, 'Linen shirt', 19.99, 2),
    (1, ${id('prod', '100 + number % 5000')}, 'Wool scarf', 10, 1)) as item (position, product_id, name, price, quantity)
  where number <= ${count}`;

const TIMELINES = (count: number): string => `
  insert into order_timeline (id, order_id, type, actor_kind, details, created_at)
  select ${id('tml', 'n * 10 + entry')}, ${id('ord', 'n')}, 'note', 'system', '{}',
    timestamptz '2026-01-01' + n * interval '1 second'
  from generate_series(1, ${count}) n, generate_series(1, 3) entry`;

/** Fills a migrated database with orders. */
export const seedOrders = async (database: Runs, count: number, days = 200): Promise<void> => {
  for (const statement of [ORDERS, ITEMS, TIMELINES]) await database.query(statement(count, days));
  await database.query('vacuum analyze');
};
