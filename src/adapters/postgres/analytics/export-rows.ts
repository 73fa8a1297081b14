import { type Expression, type RawBuilder, sql } from 'kysely';
import type { OrderItemRow, OrderRow, PaymentRow, RefundRow } from '#core/analytics/export/datasets.ts';
import type { PayableId } from '#core/payments/payable-id.ts';
import { columnsOf, jsonView, utcText } from '../statements/json-view.ts';

const o = columnsOf<{ t: 'orders' }>();
const i = columnsOf<{ i: 'order_items' }>();
const p = columnsOf<{ t: 'payments' }>();
const r = columnsOf<{ t: 'payment_operations' }>();
const of = columnsOf<{ payment: 'payments' }>();

/** A column of amounts has four decimals. */
const decimal = (amount: Expression<unknown>): RawBuilder<string> => sql`${amount}::text`;

const payableWith = (prefix: string, payable: Expression<PayableId>): RawBuilder<string | null> =>
  sql`case when starts_with(${payable}, ${sql.lit(`${prefix}_`)}) then ${payable} end`;

/** An order `t`. */
export const ORDER_ROW = jsonView<OrderRow>()({
  id: o('t.id'),
  number: sql<number>`${o('t.number')}`,
  external_id: o('t.external_id'),
  status: o('t.status'),
  payment_status: o('t.payment_status'),
  fulfillment_status: o('t.fulfillment_status'),
  currency: o('t.currency'),
  subtotal: decimal(
    sql`(${o('t.total')} + ${o('t.discount')} - ${o('t.shipping')} - case when t.prices_include_tax then 0 else ${o('t.tax')} end)`,
  ),
  discount: decimal(o('t.discount')),
  shipping: decimal(o('t.shipping')),
  tax: decimal(o('t.tax')),
  total: decimal(o('t.total')),
  prices_include_tax: o('t.prices_include_tax'),
  tax_exemption: o('t.tax_exemption'),
  amount_paid: decimal(o('t.amount_paid')),
  amount_refunded: decimal(o('t.amount_refunded')),
  discounts: sql`array_to_json(array(
    select json_build_object('discount_id', line -> 'discount_id', 'code', line -> 'code', 'amount', line -> 'amount')
    from json_array_elements(${o('t.discount_lines')}) line))`,
  user_id: sql<string | null>`case when not ${o('t.is_erased')} then ${o('t.user_id')} end`,
  is_guest: sql<boolean>`${o('t.user_id')} is null`,
  is_erased: o('t.is_erased'),
  country: o('t.country'),
  is_by_customer: o('t.is_by_customer'),
  invoice_id: o('t.invoice_id'),
  cancelled_at: utcText(o('t.cancelled_at')),
  created_at: utcText(o('t.created_at')),
  updated_at: utcText(o('t.updated_at')),
});

/** An item `i` of an order `t`. */
export const ORDER_ITEM_ROW = jsonView<OrderItemRow>()({
  id: i('i.id'),
  order_id: i('i.order_id'),
  position: i('i.position'),
  product_id: i('i.product_id'),
  name: i('i.name'),
  sku: i('i.sku'),
  category_id: i('i.category_id'),
  category: i('i.category'),
  quantity: i('i.quantity'),
  cancelled_quantity: i('i.cancelled_quantity'),
  returned_quantity: i('i.returned_quantity'),
  currency: o('t.currency'),
  unit_price: decimal(i('i.unit_price')),
  discount: decimal(i('i.discount')),
  tax: decimal(i('i.tax')),
  tax_name: i('i.tax_name'),
  // parts per million
  tax_rate: sql<string | null>`round(${i('i.tax_rate')} / 10000.0, 4)::text`,
  created_at: utcText(o('t.created_at')),
});

/** A payment `t`. */
export const PAYMENT_ROW = jsonView<PaymentRow>()({
  id: p('t.id'),
  order_id: payableWith('ord', p('t.payable_id')),
  invoice_id: payableWith('inv', p('t.payable_id')),
  gateway: p('t.gateway'),
  status: p('t.status'),
  capture_method: p('t.capture_method'),
  currency: p('t.currency'),
  amount: decimal(p('t.amount')),
  amount_captured: decimal(p('t.amount_captured')),
  amount_refunded: decimal(p('t.amount_refunded')),
  amount_disputed: decimal(p('t.amount_disputed')),
  is_overpayment: p('t.is_overpayment'),
  is_off_session: p('t.off_session'),
  failure_code: p('t.failure_code'),
  created_at: utcText(p('t.created_at')),
  updated_at: utcText(p('t.updated_at')),
});

/** A refund `t` of a payment `payment`. */
export const REFUND_ROW = jsonView<RefundRow>()({
  id: r('t.id'),
  payment_id: r('t.payment_id'),
  order_id: payableWith('ord', of('payment.payable_id')),
  invoice_id: payableWith('inv', of('payment.payable_id')),
  gateway: of('payment.gateway'),
  status: sql<string>`case ${r('t.status')} when 'reversed' then 'failed' else ${r('t.status')} end`,
  currency: of('payment.currency'),
  amount: decimal(r('t.amount')),
  has_reason: sql<boolean>`${r('t.reason')} is not null`,
  items: r('t.items'),
  is_restocked: r('t.restock'),
  failure_code: r('t.failure_code'),
  created_at: utcText(r('t.created_at')),
  updated_at: utcText(r('t.updated_at')),
});
