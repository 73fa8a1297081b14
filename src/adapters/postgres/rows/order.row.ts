import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Order } from '#core/orders/order.ts';
import type { OrderState } from '#core/orders/order-states.ts';
import { type FulfillmentView, fulfillmentView, itemViews, type OrderItemView } from '#core/orders/order-view.ts';
import type { Currency } from '#core/shared/currency.ts';
import { Money } from '#core/shared/money.ts';
import { emailKey } from '#core/users/user.ts';

export const OrderRow = defineEntity({
  name: 'OrderRow',
  tableName: 'orders',
  properties: {
    id: p.text().primary(),
    version: p.integer().version(),
    number: p.bigint(),
    status: p.text().$type<OrderState['status']>(),
    paymentStatus: p.text().$type<OrderState['payment']>(),
    fulfillmentStatus: p.text().$type<OrderState['fulfillment']>(),
    items: p.json().$type<readonly OrderItemView[]>().columnType('json'),
    fromStock: p.array().$type<readonly string[]>(),
    fulfillments: p.json().$type<readonly FulfillmentView[]>().columnType('json'),
    currency: p.text().$type<Currency>(),
    total: p.decimal(),
    amountPaid: p.decimal(),
    amountRefunded: p.decimal(),
    userId: p.text().nullable(),
    email: p.text().nullable(),
    emailKey: p.text().nullable(),
    shippingAddress: p.json().$type<NonNullable<Order['shippingAddress']>>().columnType('json').nullable(),
    billingAddress: p.json().$type<NonNullable<Order['billingAddress']>>().columnType('json').nullable(),
    metadata: p.json().$type<Order['metadata']>().columnType('json'),
    expiresAt: p.datetime(3).nullable(),
    cancellingSince: p.datetime(3).nullable(),
    cancelledAt: p.datetime(3).nullable(),
    cancelReason: p.text().nullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

export type OrderRow = InferEntity<typeof OrderRow>;

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
  const money = (major: string | number): Money => parsed(major, row.currency);
  return {
    id: row.id as Order['id'],
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
    userId: (row.userId ?? null) as Order['userId'],
    email: row.email ?? null,
    shippingAddress: row.shippingAddress ?? null,
    billingAddress: row.billingAddress ?? null,
    metadata: row.metadata,
    expiresAt: row.expiresAt ?? null,
    cancellingSince: row.cancellingSince ?? null,
    cancelledAt: row.cancelledAt ?? null,
    cancelReason: row.cancelReason ?? null,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
};

const parsed = (major: string | number, currency: Currency): Money => {
  const amount = Money.parse(major, currency);
  if (!(amount instanceof Money)) throw new TypeError(`${major} is no amount of ${currency}.`);
  return amount;
};
