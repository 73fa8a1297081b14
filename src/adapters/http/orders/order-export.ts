import type { OrderView } from '#core/orders/order-view.ts';
import type { OrderListQuery, OrderQueries } from '#core/orders/ports.ts';
import { BatchSize } from '#core/shared/batch-size.ts';
import { Json, type Position } from '#core/shared/page.ts';
import { csvLine } from '../request/csv.ts';

type Cell = string | number | null;

const COLUMNS: Readonly<Record<string, (order: OrderView) => Cell>> = {
  id: ({ id }) => id,
  number: ({ number }) => number,
  status: ({ status }) => status,
  payment_status: (order) => order.payment_status,
  fulfillment_status: (order) => order.fulfillment_status,
  currency: ({ currency }) => currency,
  total: ({ total }) => total,
  amount_paid: (order) => order.amount_paid,
  amount_refunded: (order) => order.amount_refunded,
  amount_due: (order) => order.amount_due,
  units: ({ items }) => items.reduce((sum, { quantity }) => sum + quantity, 0),
  items: ({ items }) => items.map(({ name, quantity }) => `${quantity} × ${name}`).join('; '),
  user_id: (order) => order.user_id,
  email: ({ email }) => email,
  ...addressColumns('shipping'),
  ...addressColumns('billing'),
  created_at: (order) => order.created_at,
  updated_at: (order) => order.updated_at,
  external_id: (order) => order.external_id,
};

/** The matching orders as CSV, read page by page so that memory does not grow with their number. */
export async function* orderCsv(
  queries: OrderQueries,
  selection: Omit<OrderListQuery, 'page'>,
): AsyncGenerator<string> {
  let lines = csvLine(Object.keys(COLUMNS));
  const size = new BatchSize();
  let after: Position | undefined;
  do {
    const page = await queries.list({ ...selection, page: { limit: size.limit, after } });
    size.adapt(page.items);
    const orders = page.items.map(Json.parse);
    lines += orders.map((row) => csvLine(Object.values(COLUMNS).map((cellOf) => cellOf(row)))).join('');
    yield lines;
    lines = '';
    after = page.next ?? undefined;
  } while (after !== undefined);
}

function addressColumns(kind: 'shipping' | 'billing'): Record<string, (order: OrderView) => Cell> {
  const parts = ['name', 'company', 'line1', 'line2', 'city', 'state', 'postal_code', 'country', 'phone'] as const;
  return Object.fromEntries(
    parts.map((part) => [`${kind}_${part}`, (order: OrderView) => order[`${kind}_address`]?.[part] ?? null]),
  );
}
