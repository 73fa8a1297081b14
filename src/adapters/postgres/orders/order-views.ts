import { sql } from 'kysely';
import type { FulfillmentView, OrderItemView, OrderView } from '#core/orders/order-view.ts';
import { timelineEntryView } from '#core/orders/timeline-entry.ts';
import { columnsOf, jsonView, literal, majorUnits, utcText } from '../statements/json-view.ts';
import { rowView } from '../statements/row-view.ts';
import { OrderTimelineEntryRow, toOrderTimelineEntry } from '../tables/order-timeline.ts';

const item = columnsOf<{ i: 'order_items' }>();

// only a partially fulfilled order needs the sum
const FULFILLED_QUANTITY = sql<number>`case t.fulfillment_status when 'unfulfilled' then 0 when 'fulfilled' then i.quantity else (
  select coalesce(sum((fulfilled ->> 'quantity')::integer), 0)
  from json_array_elements(t.fulfillments) as fulfillment, json_array_elements(fulfillment -> 'items') as fulfilled
  where fulfilled ->> 'item_id' = i.id) end`;

const SUBTOTAL = sql<string>`(${item('i.unit_price')} * ${item('i.quantity')})`;

/** An item `i` of an order `t` as the API shows it. */
const ITEM_VIEW = jsonView<OrderItemView>()({
  id: item('i.id'),
  product_id: item('i.product_id'),
  name: item('i.name'),
  sku: item('i.sku'),
  slug: item('i.slug'),
  image: item('i.image'),
  options: item('i.options'),
  withdrawal_exemption: item('i.withdrawal_exemption'),
  unit_price: majorUnits(item('i.unit_price')),
  quantity: item('i.quantity'),
  fulfilled_quantity: FULFILLED_QUANTITY,
  cancelled_quantity: item('i.cancelled_quantity'),
  returned_quantity: item('i.returned_quantity'),
  subtotal: majorUnits(SUBTOTAL),
  discount: majorUnits(item('i.discount')),
  discount_allocations: item('i.discount_allocations'),
  tax_name: item('i.tax_name'),
  // parts per million, in percent
  tax_rate: sql<number>`trim_scale(${item('i.tax_rate')}::numeric / 10000)`,
  tax: majorUnits(item('i.tax')),
  total: majorUnits(
    sql`(${SUBTOTAL} - ${item('i.discount')} + case when t.prices_include_tax then 0 else ${item('i.tax')} end)`,
  ),
});

// unlike `json_agg` it adds no spaces, which the core's JSON does not have either; the index returns items by position
const ITEM_VIEWS = sql<readonly OrderItemView[]>`array_to_json(array(
  select row_to_json(json) from order_items i cross join lateral ${ITEM_VIEW.lateralRow}
  where i.order_id = t.id order by i.position))`;

const t = columnsOf<{ t: 'orders' }>();

/** Those of fulfillments that are older than `delivered_at` lack it: all of an order are written together. */
const FULFILLMENTS = sql<readonly FulfillmentView[]>`case
  when t.fulfillment_status = 'unfulfilled' or t.fulfillments -> 0 -> 'delivered_at' is not null then t.fulfillments
  else array_to_json(array(select row_to_json(shown) from json_array_elements(t.fulfillments) as f cross join lateral (
    select f -> 'id' as id, f -> 'items' as items, f -> 'tracking_number' as tracking_number, f -> 'carrier' as carrier,
      f -> 'delivered_at' as delivered_at, f -> 'created_at' as created_at) as shown)) end`;

/** An order `t` as the API shows it. */
export const ORDER_VIEW = jsonView<OrderView>()({
  id: t('t.id'),
  object: literal('order'),
  number: sql<number>`${t('t.number')}`,
  external_id: t('t.external_id'),
  status: t('t.status'),
  payment_status: t('t.payment_status'),
  fulfillment_status: t('t.fulfillment_status'),
  items: ITEM_VIEWS,
  shipping_lines: t('t.shipping_lines'),
  discount_lines: t('t.discount_lines'),
  tax_lines: t('t.tax_lines'),
  prices_include_tax: t('t.prices_include_tax'),
  tax_id: t('t.tax_id'),
  tax_exemption: t('t.tax_exemption'),
  subtotal: majorUnits(
    sql`(${t('t.total')} + ${t('t.discount')} - ${t('t.shipping')} - case when t.prices_include_tax then 0 else ${t('t.tax')} end)`,
  ),
  discount: majorUnits(t('t.discount')),
  shipping: majorUnits(t('t.shipping')),
  tax: majorUnits(t('t.tax')),
  total: majorUnits(t('t.total')),
  amount_paid: majorUnits(t('t.amount_paid')),
  amount_refunded: majorUnits(t('t.amount_refunded')),
  shipping_refunded: majorUnits(sql`coalesce(${t('t.shipping_refunded')}, 0)`),
  amount_due: majorUnits(t('t.amount_due')),
  refund_due: majorUnits(t('t.refund_due')),
  currency: t('t.currency'),
  expires_at: utcText(t('t.expires_at')),
  user_id: t('t.user_id'),
  invoice_id: t('t.invoice_id'),
  checkout_id: t('t.checkout_id'),
  email: t('t.email'),
  shipping_address: t('t.shipping_address'),
  billing_address: t('t.billing_address'),
  fulfillments: FULFILLMENTS,
  cancelled_at: utcText(t('t.cancelled_at')),
  cancel_reason: t('t.cancel_reason'),
  metadata: t('t.metadata'),
  actions: t('t.actions'),
  version: t('t.version'),
  created_at: utcText(t('t.created_at')),
  updated_at: utcText(t('t.updated_at')),
});

const entryView = (withActor: boolean) =>
  rowView(OrderTimelineEntryRow, (row) => timelineEntryView(toOrderTimelineEntry(row), { withActor }));

/** An entry `t` of an order's timeline as the API shows it. */
export const ORDER_ENTRY_VIEWS = { full: entryView(true), buyer: entryView(false) };
