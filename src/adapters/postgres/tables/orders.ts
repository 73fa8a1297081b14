import { defineEntity, p } from '@mikro-orm/postgresql';
import type { GeneratedAlways } from 'kysely';
import { Order } from '#core/orders/order.ts';
import type { OrderState } from '#core/orders/order-states.ts';
import { type FulfillmentView, fulfillmentView, itemViews, type OrderItemView } from '#core/orders/order-view.ts';
import type { Currency } from '#core/shared/currency.ts';
import type { Money } from '#core/shared/money.ts';
import { emailKey } from '#core/users/user.ts';
import { amountOf } from './amount.ts';
import { amount, bigint, id, json, textArray, timestamp } from './column-types.ts';
import type { WrittenRow } from './row.ts';

export const OrderRow = defineEntity({
  name: 'OrderRow',
  tableName: 'orders',
  properties: {
    id: id<'ord'>().primary(),
    version: p.integer(),
    number: bigint(),
    status: p.text().$type<OrderState['status']>(),
    payment_status: p.text().$type<OrderState['payment']>(),
    fulfillment_status: p.text().$type<OrderState['fulfillment']>(),
    items: json<readonly OrderItemView[]>(),
    from_stock: textArray(),
    fulfillments: json<readonly FulfillmentView[]>(),
    currency: p.text().$type<Currency>(),
    total: amount(),
    amount_paid: amount(),
    amount_refunded: amount(),
    user_id: id<'usr'>().strictNullable(),
    email: p.text().strictNullable(),
    email_key: p.text().strictNullable(),
    shipping_address: json<NonNullable<Order['shippingAddress']>>().strictNullable(),
    billing_address: json<NonNullable<Order['billingAddress']>>().strictNullable(),
    metadata: json<Order['metadata']>(),
    expires_at: timestamp().strictNullable(),
    cancelling_since: timestamp().strictNullable(),
    cancelled_at: timestamp().strictNullable(),
    cancel_reason: p.text().strictNullable(),
    created_at: timestamp(),
    updated_at: timestamp(),
    // the three statuses, separated by spaces: one index for all of them
    state: p.text().$type<GeneratedAlways<string>>().generated('stored'),
  },
});

export type OrderRow = WrittenRow<typeof OrderRow>;

export const toOrderRow = (order: Order): OrderRow => ({
  id: order.id,
  version: order.version,
  number: String(order.number),
  status: order.state.status,
  payment_status: order.state.payment,
  fulfillment_status: order.state.fulfillment,
  items: itemViews(order),
  from_stock: order.items.filter(({ isFromStock }) => isFromStock).map(({ productId }) => productId),
  fulfillments: order.fulfillments.map(fulfillmentView),
  currency: order.currency,
  total: Order.total(order).toDecimal(),
  amount_paid: order.amountPaid.toDecimal(),
  amount_refunded: order.amountRefunded.toDecimal(),
  user_id: order.userId,
  email: order.email,
  email_key: order.email === null ? null : emailKey(order.email),
  shipping_address: order.shippingAddress,
  billing_address: order.billingAddress,
  metadata: order.metadata,
  expires_at: order.expiresAt,
  cancelling_since: order.cancellingSince,
  cancelled_at: order.cancelledAt,
  cancel_reason: order.cancelReason,
  created_at: order.createdAt,
  updated_at: order.updatedAt,
});

export const toOrder = (row: OrderRow): Order => {
  const money = (major: string | number): Money => amountOf(major, row.currency);
  return {
    id: row.id,
    version: row.version,
    number: Number(row.number),
    state: { status: row.status, payment: row.payment_status, fulfillment: row.fulfillment_status },
    items: row.items.map((item) => ({
      id: item.id,
      productId: item.product_id,
      name: item.name,
      sku: item.sku,
      unitPrice: money(item.unit_price),
      quantity: item.quantity,
      isFromStock: row.from_stock.includes(item.product_id),
    })),
    fulfillments: row.fulfillments.map((fulfillment) => ({
      id: fulfillment.id,
      items: fulfillment.items.map(({ item_id: itemId, quantity }) => ({ itemId, quantity })),
      trackingNumber: fulfillment.tracking_number,
      carrier: fulfillment.carrier,
      createdAt: new Date(fulfillment.created_at),
    })),
    currency: row.currency,
    amountPaid: money(row.amount_paid),
    amountRefunded: money(row.amount_refunded),
    userId: row.user_id,
    email: row.email,
    shippingAddress: row.shipping_address,
    billingAddress: row.billing_address,
    metadata: row.metadata,
    expiresAt: row.expires_at,
    cancellingSince: row.cancelling_since,
    cancelledAt: row.cancelled_at,
    cancelReason: row.cancel_reason,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
};
