import { Order } from '#core/orders/order.ts';
import type { OrderState } from '#core/orders/order-states.ts';
import { type FulfillmentView, fulfillmentView, itemViews, type OrderItemView } from '#core/orders/order-view.ts';
import type { Currency } from '#core/shared/currency.ts';
import type { Money } from '#core/shared/money.ts';
import { emailKey } from '#core/users/user.ts';
import { amountOf } from './amount.ts';

/** A row of `orders`, with amounts in major units as texts. */
export type OrderRow = Readonly<{
  id: Order['id'];
  version: number;
  number: string;
  status: OrderState['status'];
  paymentStatus: OrderState['payment'];
  fulfillmentStatus: OrderState['fulfillment'];
  items: readonly OrderItemView[];
  fromStock: readonly string[];
  fulfillments: readonly FulfillmentView[];
  currency: Currency;
  amountPaid: string;
  amountRefunded: string;
  userId: Order['userId'];
  email: string | null;
  shippingAddress: Order['shippingAddress'];
  billingAddress: Order['billingAddress'];
  metadata: Order['metadata'];
  expiresAt: string | null;
  cancellingSince: string | null;
  cancelledAt: string | null;
  cancelReason: string | null;
  createdAt: string;
  updatedAt: string;
}>;

/** What is selected to have such a row. */
export const ORDER_COLUMNS = `id, version, number, status, payment_status as "paymentStatus",
  fulfillment_status as "fulfillmentStatus", items, from_stock as "fromStock", fulfillments, currency,
  amount_paid as "amountPaid", amount_refunded as "amountRefunded", user_id as "userId", email,
  shipping_address as "shippingAddress", billing_address as "billingAddress", metadata, expires_at as "expiresAt",
  cancelling_since as "cancellingSince", cancelled_at as "cancelledAt", cancel_reason as "cancelReason",
  created_at as "createdAt", updated_at as "updatedAt"`;

/** The columns of an order but its id and version. */
export const toOrderRow = (order: Order) => ({
  number: order.number,
  status: order.state.status,
  paymentStatus: order.state.payment,
  fulfillmentStatus: order.state.fulfillment,
  items: JSON.stringify(itemViews(order)),
  fromStock: order.items.filter(({ isFromStock }) => isFromStock).map(({ productId }) => productId),
  fulfillments: JSON.stringify(order.fulfillments.map(fulfillmentView)),
  currency: order.currency,
  total: Order.total(order).toDecimal(),
  amountPaid: order.amountPaid.toDecimal(),
  amountRefunded: order.amountRefunded.toDecimal(),
  userId: order.userId,
  email: order.email,
  emailKey: order.email === null ? null : emailKey(order.email),
  shippingAddress: order.shippingAddress && JSON.stringify(order.shippingAddress),
  billingAddress: order.billingAddress && JSON.stringify(order.billingAddress),
  metadata: JSON.stringify(order.metadata),
  expiresAt: order.expiresAt,
  cancellingSince: order.cancellingSince,
  cancelledAt: order.cancelledAt,
  cancelReason: order.cancelReason,
  createdAt: order.createdAt,
  updatedAt: order.updatedAt,
});

export const toOrder = (row: OrderRow): Order => {
  const money = (major: string | number): Money => amountOf(major, row.currency);
  return {
    id: row.id,
    version: row.version,
    number: Number(row.number),
    state: { status: row.status, payment: row.paymentStatus, fulfillment: row.fulfillmentStatus },
    items: row.items.map((item) => ({
      id: item.id,
      productId: item.product_id,
      name: item.name,
      sku: item.sku,
      unitPrice: money(item.unit_price),
      quantity: item.quantity,
      isFromStock: row.fromStock.includes(item.product_id),
    })),
    fulfillments: row.fulfillments.map((fulfillment) => ({
      id: fulfillment.id,
      items: fulfillment.items.map(({ item_id: itemId, quantity }) => ({ itemId, quantity })),
      trackingNumber: fulfillment.tracking_number,
      carrier: fulfillment.carrier,
      createdAt: new Date(fulfillment.created_at),
    })),
    currency: row.currency,
    amountPaid: money(row.amountPaid),
    amountRefunded: money(row.amountRefunded),
    userId: row.userId,
    email: row.email,
    shippingAddress: row.shippingAddress,
    billingAddress: row.billingAddress,
    metadata: row.metadata,
    expiresAt: timeOf(row.expiresAt),
    cancellingSince: timeOf(row.cancellingSince),
    cancelledAt: timeOf(row.cancelledAt),
    cancelReason: row.cancelReason,
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
  };
};

const timeOf = (written: string | null): Date | null => (written === null ? null : new Date(written));
