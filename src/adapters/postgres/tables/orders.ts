import { p } from '@mikro-orm/postgresql';
import type { GeneratedAlways } from 'kysely';
import type { TokenHash } from '#core/access/bearer-tokens.ts';
import { type Fulfillment, toFulfilledItems } from '#core/orders/fulfillment.ts';
import { Order } from '#core/orders/order.ts';
import {
  type DiscountLineView,
  discountLineViews,
  type OrderCharges,
  OrderSums,
  type ShippingLine,
  type ShippingLineView,
  shippingLineViews,
  type TaxLineView,
  taxLineViews,
} from '#core/orders/order-charges.ts';
import type { OrderState } from '#core/orders/order-states.ts';
import { type FulfillmentView, fulfillmentView } from '#core/orders/order-view.ts';
import { WithdrawalTerms } from '#core/orders/withdrawal-terms.ts';
import type { TaxExemption } from '#core/pricing/quote.ts';
import { contactWordsOf } from '#core/shared/contact-words.ts';
import type { Currency } from '#core/shared/currency.ts';
import { emailKey } from '#core/shared/mail.ts';
import type { Money } from '#core/shared/money.ts';
import type { TaxRounding } from '#core/shop/rules.ts';
import { contactVector } from '../lists/contact-search.ts';
import { amountOf } from './amount.ts';
import { amount, bigint, id, json, jsonb, resourceColumns, timestamp } from './column-types.ts';
import { copiedColumns } from './copied-columns.ts';
import { type StoredOrderItem, toOrderItem } from './order-items.ts';
import { toAllocations, toLineTax } from './priced-line.ts';
import { table, type WrittenRow } from './table.ts';

/** A fulfillment in the column `fulfillments`. */
type StoredFulfillment = Omit<FulfillmentView, 'delivered_at'> &
  Readonly<{
    /** Missing in fulfillments that are older than this member. */
    delivered_at?: FulfillmentView['delivered_at'];
  }>;

const copied = copiedColumns({
  ...resourceColumns<'ord'>(),
  external_id: p.text().strictNullable(),
  currency: p.text().$type<Currency>(),
  refund_due_at: timestamp().strictNullable(),
  user_id: id<'usr'>().strictNullable(),
  invoice_id: id<'inv'>().strictNullable(),
  checkout_id: id<'chk'>().strictNullable(),
  is_by_customer: p.boolean(),
  email: p.text().strictNullable(),
  shipping_address: json<NonNullable<Order['shippingAddress']>>().strictNullable(),
  billing_address: json<NonNullable<Order['billingAddress']>>().strictNullable(),
  country: p.text().strictNullable(),
  erased_buyer: id<'usr'>().strictNullable(),
  metadata: json<Order['metadata']>(),
  customer_metadata_keys: json<Order['customerMetadataKeys']>(),
  expires_at: timestamp().strictNullable(),
  expiry_minutes: p.integer().strictNullable(),
  cancelling_since: timestamp().strictNullable(),
  cancelled_at: timestamp().strictNullable(),
  cancel_reason: p.text().strictNullable(),
  note: p.text().strictNullable(),
  is_erased: p.boolean().default(false),
});

export const OrderRow = table('orders', {
  ...copied.columns,
  number: bigint(),
  status: p.text().$type<OrderState['status']>(),
  payment_status: p.text().$type<OrderState['payment']>(),
  fulfillment_status: p.text().$type<OrderState['fulfillment']>(),
  fulfillments: json<readonly StoredFulfillment[]>(),
  shipping_lines: json<readonly ShippingLineView[]>(),
  discount_lines: json<readonly DiscountLineView[]>(),
  // the tax lines and these sums follow from the items and the shipping lines, and are stored for readers
  tax_lines: json<readonly TaxLineView[]>(),
  prices_include_tax: p.boolean(),
  tax_rounding: p.text().$type<TaxRounding>().strictNullable(),
  tax_id: p.text().strictNullable(),
  tax_exemption: p.text().$type<TaxExemption>().strictNullable(),
  discount: amount(),
  shipping: amount(),
  tax: amount(),
  total: amount(),
  amount_paid: amount(),
  amount_refunded: amount(),
  // these two are null for nothing
  waived: amount().strictNullable(),
  shipping_refunded: amount().strictNullable(),
  // that of the shipping line; null also for an order that is older than this column
  cheapest_shipping: amount().strictNullable(),
  // null for an order that is older than this column
  withdrawal_terms: jsonb<WithdrawalTerms>().strictNullable(),
  refund_due: amount(),
  // these two follow from the order's state and are stored for its readers
  amount_due: amount(),
  actions: json<readonly string[]>(),
  guest_secret_hash: p.text().$type<TokenHash>().strictNullable(),
  // that of a customer, too
  guest_client: p.text().strictNullable(),
  email_key: p.text().strictNullable(),
  // a tsvector of what the buyer is found by; null until it is computed
  contact: p.text().columnType('tsvector').strictNullable(),
  // the three statuses, separated by spaces: one index for all of them
  state: p.text().$type<GeneratedAlways<string>>().generated('stored'),
});

export type OrderRow = WrittenRow<typeof OrderRow>;

export const toOrderRow = (order: Order): OrderRow => {
  const sums = OrderSums.of(order);
  return {
    ...copied.toColumns(order),
    number: String(order.number),
    status: order.state.status,
    payment_status: order.state.payment,
    fulfillment_status: order.state.fulfillment,
    fulfillments: order.fulfillments.map(fulfillmentView),
    shipping_lines: shippingLineViews(order),
    discount_lines: discountLineViews(order),
    tax_lines: taxLineViews(order),
    prices_include_tax: order.charges.pricesIncludeTax,
    tax_rounding: order.charges.taxRounding,
    tax_id: order.charges.taxId,
    tax_exemption: order.charges.taxExemption,
    discount: sums.discount.toDecimal(),
    shipping: sums.shipping.toDecimal(),
    tax: sums.tax.toDecimal(),
    total: sums.total.toDecimal(),
    amount_paid: order.amountPaid.toDecimal(),
    amount_refunded: order.amountRefunded.toDecimal(),
    waived: unlessZero(order.waived),
    shipping_refunded: unlessZero(order.shippingRefunded),
    cheapest_shipping: order.charges.shippingLines[0]?.cheapest?.toDecimal() ?? null,
    withdrawal_terms: order.withdrawalTerms,
    refund_due: order.refundDue.toDecimal(),
    amount_due: Order.amountDue(order).toDecimal(),
    actions: Order.actions(order),
    guest_secret_hash: order.guest?.secretHash ?? null,
    guest_client: order.client,
    email_key: order.email === null ? null : emailKey(order.email),
    contact: orderContact(order),
  };
};

/** What the buyer of an order is found by. */
export const orderContact = ({
  shippingAddress,
  billingAddress,
}: Pick<Order, 'shippingAddress' | 'billingAddress'>): string =>
  contactVector(contactWordsOf([shippingAddress, billingAddress]));

const unlessZero = (amount: Money): string | null => (amount.minor === 0n ? null : amount.toDecimal());

/** An order from its row, read with its items. */
export const toOrder = (row: OrderRow & Readonly<{ items: readonly StoredOrderItem[] }>): Order => {
  const money = (major: string): Money => amountOf(major, row.currency);
  return {
    ...copied.toProperties(row),
    number: Number(row.number),
    state: { status: row.status, payment: row.payment_status, fulfillment: row.fulfillment_status },
    items: row.items.map((item) => toOrderItem(item, row.currency)),
    fulfillments: row.fulfillments.map(toFulfillment),
    charges: toCharges(row),
    withdrawalTerms: toWithdrawalTerms(row.withdrawal_terms),
    amountPaid: money(row.amount_paid),
    amountRefunded: money(row.amount_refunded),
    waived: money(row.waived ?? '0'),
    shippingRefunded: money(row.shipping_refunded ?? '0'),
    refundDue: money(row.refund_due),
    guest: row.guest_secret_hash === null ? null : { secretHash: row.guest_secret_hash },
    client: row.guest_client,
  };
};

/** The statutory terms where none were recorded. */
export const toWithdrawalTerms = (stored: OrderRow['withdrawal_terms']): WithdrawalTerms =>
  stored ?? WithdrawalTerms.statutory;

/** What an order costs beside its items. */
export const toCharges = (row: ChargesRow): OrderCharges => ({
  shippingLines: row.shipping_lines.map((line) => toShippingLine(line, row)),
  discounts: row.discount_lines.map(({ discount_id: id, code, name }) => ({ id, code, name })),
  pricesIncludeTax: row.prices_include_tax,
  taxRounding: row.tax_rounding,
  taxId: row.tax_id,
  taxExemption: row.tax_exemption,
});

type ChargesRow = Pick<
  OrderRow,
  | 'currency'
  | 'shipping_lines'
  | 'cheapest_shipping'
  | 'discount_lines'
  | 'prices_include_tax'
  | 'tax_rounding'
  | 'tax_id'
  | 'tax_exemption'
>;

const toShippingLine = (
  line: ShippingLineView,
  { currency, cheapest_shipping: cheapest }: ChargesRow,
): ShippingLine => ({
  methodId: line.shipping_method_id,
  name: line.name,
  price: amountOf(line.amount, currency),
  cheapest: cheapest === null ? null : amountOf(cheapest, currency),
  discounts: toAllocations(line.discount_allocations, currency),
  tax: toLineTax(line, currency),
});

const timeOrNull = (time: string | null): Date | null => (time === null ? null : new Date(time));

const toFulfillment = (stored: StoredFulfillment): Fulfillment => ({
  id: stored.id,
  items: toFulfilledItems(stored.items),
  trackingNumber: stored.tracking_number,
  carrier: stored.carrier,
  deliveredAt: timeOrNull(stored.delivered_at ?? null),
  createdAt: new Date(stored.created_at),
});
