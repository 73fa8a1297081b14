import { sql } from 'kysely';
import type { PaidInvoice, Sale, SaleMovement, SoldOrder } from '#core/analytics/sale.ts';
import { type FulfilledItemView, toFulfilledItems } from '#core/orders/fulfillment.ts';
import type { PayableId } from '#core/payments/payable-id.ts';
import { STORED_ITEMS } from '../orders/order-statements.ts';
import { prepare } from '../statements/prepare.ts';
import { anyOf, db } from '../statements/sql-builder.ts';
import { amountOf } from '../tables/amount.ts';
import { toChargedDocument } from '../tables/invoice-parts.ts';
import type { InvoiceRow } from '../tables/invoices.ts';
import { type StoredOrderItem, toOrderItem } from '../tables/order-items.ts';
import { type OrderRow, toCharges } from '../tables/orders.ts';

/** A movement as JSON. */
type StoredMovement = Readonly<{
  id: SaleMovement['id'];
  kind: SaleMovement['kind'];
  /** In major units. */
  amount: string;
  /** RFC 3339. */
  at: string;
  is_overpayment: boolean;
  items: readonly FulfilledItemView[] | null;
  /** In major units. */
  shipping: string | null;
}>;

/** The movements of an order or an invoice, by the index on `payable_id`. Each has two ledger entries: the debit is read. */
const movementsOf = (payable: 'orders' | 'invoices') =>
  sql<readonly StoredMovement[]>`array_to_json(array(
  select json_build_object('id', l.movement_id, 'kind', l.kind, 'amount', l.debit::text, 'at', l.created_at,
    'is_overpayment', p.is_overpayment,
    'items', o.items, 'shipping', o.shipping::text)
  from ledger_entries l join payments p on p.id = l.payment_id
    left join payment_operations o on l.kind = 'refund' and o.id = l.movement_id
  where l.payable_id = ${sql.ref(`${payable}.id`)} and l.debit > 0))`.as('movements');

/** An attempt as JSON; `at` is RFC 3339. */
type StoredAttempt = Readonly<{ gateway: string; code: string | null; at: string }>;

/** A cancelled payment has an outcome only if it failed or was authorized before. */
const attemptsOf = (payable: 'orders' | 'invoices') =>
  sql<readonly StoredAttempt[]>`array_to_json(array(
  select json_build_object('gateway', p.gateway, 'at', o.updated_at,
    'code', case when o.status = 'failed' then coalesce(o.failure_code, 'unknown') end)
  from payments p join payment_operations o on o.id = p.id
  where p.payable_id = ${sql.ref(`${payable}.id`)} and o.status in ('succeeded', 'failed')
    and (p.status <> 'cancelled' or o.status = 'failed'
      or exists (select from payment_timeline t where t.payment_id = p.id and t.type = 'authorized'))))`.as('attempts');

/** A received return as JSON; `at` is RFC 3339. */
type StoredReturn = Readonly<{ at: string; units: number }>;

const RETURNS = sql<readonly StoredReturn[]>`array_to_json(array(
  select json_build_object('at', r.updated_at,
    'units', (select sum(coalesce(item ->> 'received_quantity', item ->> 'quantity')::integer) from json_array_elements(r.items) item))
  from returns r where r.order_id = ${sql.ref('orders.id')} and r.status = 'received'))`.as('returns');

/** An accepted withdrawal as JSON; `at` is RFC 3339. */
type StoredWithdrawal = Readonly<{ at: string; units: number }>;

const WITHDRAWALS = sql<readonly StoredWithdrawal[]>`array_to_json(array(
  select json_build_object('at', w.created_at,
    'units', (select sum((item ->> 'quantity')::integer) from json_array_elements(w.accepted_items) item))
  from withdrawals w where w.order_id = ${sql.ref('orders.id')} and w.status in ('accepted', 'completed')))`.as(
  'withdrawals',
);

type Ids = Readonly<{ ids: readonly PayableId[] }>;

export const FIND_ORDERS = prepare<Ids>()(($) =>
  db
    .selectFrom('orders')
    .select(['id', 'currency', 'created_at', 'user_id', 'erased_buyer', 'country'])
    .select(['shipping_lines', 'discount_lines', 'prices_include_tax', 'tax_rounding', 'tax_id', 'tax_exemption'])
    .select(sql<string | null>`encode(sha256(convert_to(email_key, 'UTF8')), 'hex')`.as('guest_key'))
    .select(STORED_ITEMS.as('items'))
    .select([movementsOf('orders'), attemptsOf('orders'), RETURNS, WITHDRAWALS])
    .where('id', '=', anyOf($('ids') as readonly OrderRow['id'][])),
);

export const FIND_INVOICES = prepare<Ids>()(($) =>
  db
    .selectFrom('invoices')
    .select(['id', 'currency', 'created_at', 'user_id', 'lines', 'discount_lines', 'prices_include_tax', 'tax_id'])
    .select(['tax_exemption', 'country'])
    .select([movementsOf('invoices'), attemptsOf('invoices')])
    .where('id', '=', anyOf($('ids') as readonly InvoiceRow['id'][]))
    .where('order_id', 'is', null),
);

type SoldOrderRow = Pick<
  OrderRow,
  | 'id'
  | 'currency'
  | 'created_at'
  | 'user_id'
  | 'erased_buyer'
  | 'country'
  | 'shipping_lines'
  | 'discount_lines'
  | 'prices_include_tax'
  | 'tax_rounding'
  | 'tax_id'
  | 'tax_exemption'
> &
  Readonly<{ items: readonly StoredOrderItem[]; guest_key: string | null }>;

type PaidInvoiceRow = Pick<
  InvoiceRow,
  | 'id'
  | 'currency'
  | 'created_at'
  | 'user_id'
  | 'country'
  | 'lines'
  | 'discount_lines'
  | 'prices_include_tax'
  | 'tax_id'
  | 'tax_exemption'
>;

export const toSoldOrder = (row: SoldOrderRow): SoldOrder => ({
  id: row.id,
  currency: row.currency,
  createdAt: row.created_at,
  userId: row.user_id,
  erasedBuyer: row.erased_buyer,
  country: row.country,
  guestKey: row.guest_key,
  items: row.items.map((item) => toOrderItem(item, row.currency)),
  // no figure depends on what other shipping would have cost
  charges: toCharges({ ...row, cheapest_shipping: null }),
});

export const toPaidInvoice = (row: PaidInvoiceRow): PaidInvoice => ({
  ...toChargedDocument(row),
  id: row.id,
  createdAt: row.created_at,
  userId: row.user_id,
  country: row.country,
});

type Facts = Readonly<{
  movements: readonly StoredMovement[];
  attempts: readonly StoredAttempt[];
  /** Of an order. */
  returns?: readonly StoredReturn[];
  withdrawals?: readonly StoredWithdrawal[];
  currency: SoldOrder['currency'];
}>;

export const toFacts = ({
  movements,
  attempts,
  returns = [],
  withdrawals = [],
  currency,
}: Facts): Omit<Sale, 'sold'> => ({
  movements: movements.map(({ id, kind, amount, at, is_overpayment: isOverpayment, items, shipping }) => ({
    id,
    kind,
    amount: amountOf(amount, currency),
    at: new Date(at),
    isOverpayment,
    items: items && toFulfilledItems(items),
    shipping: shipping === null ? null : amountOf(shipping, currency),
  })),
  attempts: attempts.map(({ gateway, code, at }) => ({ gateway, failureCode: code, at: new Date(at) })),
  returns: returns.map(({ at, units }) => ({ at: new Date(at), units })),
  withdrawals: withdrawals.map(({ at, units }) => ({ at: new Date(at), units })),
});
