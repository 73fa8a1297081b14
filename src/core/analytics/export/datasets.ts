import type { Json } from '#core/shared/page.ts';

/** What the values of a column are in the JSON of a row. */
type Values = {
  text: string;
  /** A whole number. */
  whole: number;
  /** Major units as a decimal with four digits: `12.5000`. */
  amount: string;
  /** A percentage as a decimal with four digits: `19.0000`. */
  percent: string;
  boolean: boolean;
  /** RFC 3339 in UTC with milliseconds. */
  time: string;
  json: unknown;
};

export type ColumnType = keyof Values;

/** A column of a dataset. */
type Column = Readonly<{ type: ColumnType; nullable: boolean; description: string }>;

/** The columns of a dataset by name, in their order. */
export type Columns = Readonly<Record<string, Column>>;

/** A row of a dataset, by the names of its columns. */
type RowOf<C extends Columns> = {
  readonly [Name in keyof C]: Values[C[Name]['type']] | (C[Name]['nullable'] extends true ? null : never);
};

/** A row as queries return it. */
export type ExportedRow = Json<Readonly<Record<string, unknown>>>;

const required = <T extends ColumnType>(type: T, description: string) =>
  ({ type, nullable: false, description }) as const;

const nullable = <T extends ColumnType>(type: T, description: string) =>
  ({ type, nullable: true, description }) as const;

const ORDERS = {
  id: required('text', 'The id of the order.'),
  number: required('whole', 'Its number.'),
  external_id: nullable('text', 'Its id in another system.'),
  status: required('text', '`open`, `completed` or `cancelled`.'),
  payment_status: required('text', 'Such as `paid`.'),
  fulfillment_status: required('text', '`unfulfilled`, `partially_fulfilled` or `fulfilled`.'),
  currency: required('text', 'ISO 4217.'),
  subtotal: required('amount', 'The items, before discounts.'),
  discount: required('amount', 'All discounts.'),
  shipping: required('amount', 'The shipping, before discounts.'),
  tax: required('amount', 'All taxes.'),
  total: required('amount', 'What the buyer pays in all.'),
  prices_include_tax: required('boolean', 'Whether the tax is in the prices, or is added to them.'),
  tax_exemption: nullable('text', 'Why there is no tax, such as `reverse_charge`.'),
  amount_paid: required('amount', 'What was paid, refunds not subtracted.'),
  amount_refunded: required('amount', 'What was refunded, lost disputes included.'),
  discounts: required('json', 'A list of `{discount_id, code, amount}`.'),
  user_id: nullable('text', 'The buyer; null for guests and after an erasure.'),
  is_guest: required('boolean', 'Whether the buyer has no account.'),
  is_erased: required('boolean', 'Whether the data of the buyer was erased.'),
  country: nullable('text', 'Of the shipping address, else of the billing address: ISO 3166. An erasure keeps it.'),
  is_by_customer: required('boolean', 'Whether the buyer created it, not the staff.'),
  invoice_id: nullable('text', 'The invoice that bills it; payments may refer to it.'),
  cancelled_at: nullable('time', 'When it was cancelled.'),
  created_at: required('time', 'When it was created.'),
  updated_at: required('time', 'When it last changed.'),
};

const ORDER_ITEMS = {
  id: required('text', 'The id of the item.'),
  order_id: required('text', 'Its order.'),
  position: required('whole', 'Its position in the order, from 0.'),
  product_id: nullable('text', 'The product or variant; null for a custom item.'),
  name: required('text', 'The name of the product at checkout.'),
  sku: nullable('text', 'Its SKU at checkout.'),
  category_id: nullable('text', 'Its category at checkout.'),
  category: nullable('text', 'The name of the category at checkout.'),
  quantity: required('whole', 'What is ordered, without what was cancelled.'),
  cancelled_quantity: required('whole', 'What was cancelled.'),
  returned_quantity: required('whole', 'Of the quantity, what was returned.'),
  currency: required('text', 'ISO 4217.'),
  unit_price: required('amount', 'The price of one.'),
  discount: required('amount', 'Its part of the discounts, for the whole quantity.'),
  tax: required('amount', 'Its tax, for the whole quantity.'),
  tax_name: nullable('text', 'The name of the tax.'),
  tax_rate: nullable('percent', 'In percent; null where no rate applies.'),
  created_at: required('time', 'When the order was created.'),
};

const PAYMENTS = {
  id: required('text', 'The id of the payment.'),
  order_id: nullable('text', 'The order that it pays; null for an invoice.'),
  invoice_id: nullable('text', 'The invoice that it pays; null for an order.'),
  gateway: required('text', 'Such as `stripe`.'),
  status: required('text', 'Such as `succeeded`.'),
  capture_method: required('text', '`automatic` or `manual`.'),
  currency: required('text', 'ISO 4217.'),
  amount: required('amount', 'What was requested.'),
  amount_captured: required('amount', 'What was captured.'),
  amount_refunded: required('amount', 'What was refunded, lost disputes included.'),
  amount_disputed: required('amount', 'What open disputes withhold.'),
  is_overpayment: required('boolean', 'Whether it came too late to be used.'),
  is_off_session: required('boolean', 'Whether a saved method was charged without its owner.'),
  failure_code: nullable('text', 'Why it failed.'),
  created_at: required('time', 'When it was created.'),
  updated_at: required('time', 'When it last changed.'),
};

const REFUNDS = {
  id: required('text', 'The id of the refund.'),
  payment_id: required('text', 'Its payment.'),
  order_id: nullable('text', 'The order of the payment; null for an invoice.'),
  invoice_id: nullable('text', 'The invoice of the payment; null for an order.'),
  gateway: required('text', 'Such as `stripe`.'),
  status: required('text', '`pending`, `succeeded` or `failed`.'),
  currency: required('text', 'ISO 4217.'),
  amount: required('amount', 'What was requested.'),
  has_reason: required('boolean', 'Whether a reason was noted; an erasure removes it.'),
  items: nullable('json', 'A list of `{item_id, quantity}`; null for the refund of an amount.'),
  is_restocked: nullable('boolean', 'Whether the items went back to the stock.'),
  failure_code: nullable('text', 'Why it failed.'),
  created_at: required('time', 'When it was requested.'),
  updated_at: required('time', 'When it last changed.'),
};

/** What is exported. No column has personal data beyond the id of a user and a country. */
export const DATASETS = {
  orders: ORDERS,
  order_items: ORDER_ITEMS,
  payments: PAYMENTS,
  refunds: REFUNDS,
} as const satisfies Record<string, Columns>;

export type Dataset = keyof typeof DATASETS;

export const DATASET_NAMES = Object.keys(DATASETS) as readonly Dataset[];

/** The resources whose creations and changes decide which rows of a dataset are exported. */
export type Source = Exclude<Dataset, 'order_items'>;

export const sourceOf = (dataset: Dataset): Source => (dataset === 'order_items' ? 'orders' : dataset);

export type OrderRow = RowOf<typeof ORDERS>;
export type OrderItemRow = RowOf<typeof ORDER_ITEMS>;
export type PaymentRow = RowOf<typeof PAYMENTS>;
export type RefundRow = RowOf<typeof REFUNDS>;
