import Joi from 'joi';
import { FULFILLMENT_STATUSES, ORDER_PAYMENT_STATUSES, ORDER_STATUSES } from '#core/orders/order-states.ts';
import type { OrderItemView, OrderView } from '#core/orders/order-view.ts';
import { orderList } from '#core/orders/order-view.ts';
import { filterSchema } from '../lists/query-schema.ts';
import { addressSchema } from '../schemas/address.ts';
import { chargesFields, orderAmount, pricedLineFields } from '../schemas/charges.ts';
import { type EventSchemas, eventOf } from '../schemas/event.ts';
import { currency, idOf, pageOf, stringMap, timestamp } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { resourceSchema } from '../schemas/resource-schema.ts';
import { externalId } from './external-id.ts';
import { fulfillmentSchema } from './fulfillment-schemas.ts';

// Joi accepts an id for one schema object only, so both fields share it
const nullableAddress = addressSchema.allow(null).required();

export const orderItemSchema = objectOf<OrderItemView>({
  id: idOf('item').required().description('The id within the order.'),
  product_id: idOf('prod').required().description('The product.'),
  name: Joi.string().required().description('The product’s name at the time of the order.').example('Linen shirt'),
  sku: Joi.string().allow(null).required().description('The stock keeping unit.').example('SHIRT-LINEN-M'),
  slug: Joi.string()
    .allow(null)
    .required()
    .description('The product’s slug at the time of the order; null for older items.')
    .example('linen-shirt'),
  image: Joi.string()
    .allow(null)
    .required()
    .description('The URL of the product’s first image at the time of the order.')
    .example('https://cdn.example.com/linen-shirt.jpg'),
  options: stringMap()
    .required()
    .description('How the product differs from the other variants of its parent; empty unless it is a variant.')
    .example({ size: 'M' }),
  unit_price: orderAmount()
    .required()
    .description('The price of one unit, in major units.')
    .example(19.99, { override: true }),
  quantity: Joi.number()
    .integer()
    .min(0)
    .required()
    .description('The ordered quantity without what was cancelled.')
    .example(2),
  cancelled_quantity: Joi.number()
    .integer()
    .min(0)
    .required()
    .description('What was cancelled, which is no longer part of the quantity.')
    .example(0),
  returned_quantity: Joi.number().integer().min(0).required().description('What was returned.').example(0),
  fulfilled_quantity: Joi.number().integer().min(0).required().description('The fulfilled quantity.').example(0),
  subtotal: orderAmount().required().description('The unit price times the quantity.'),
  ...pricedLineFields,
})
  .id('OrderItem')
  .description('An item of an order, with the product’s data at the time of the order.');

const statusSchema = (values: readonly string[], example: string): Joi.StringSchema =>
  Joi.string()
    .valid(...values)
    .example(example)
    .required();

export const orderSchema = resourceSchema<OrderView>('order', 'ord', {
  number: Joi.number().integer().min(1001).required().description('The order number for people.').example(1001),
  external_id: externalId().required().example(null, { override: true }),
  status: statusSchema(ORDER_STATUSES, 'open').description(
    '`open`, then `completed` (paid and fulfilled) or `cancelled`.',
  ),
  payment_status: statusSchema(ORDER_PAYMENT_STATUSES, 'unpaid').description(
    'How much of the order is paid. `partially_paid`: more than nothing and less than the total, before it was ever paid ' +
      'in full.',
  ),
  fulfillment_status: statusSchema(FULFILLMENT_STATUSES, 'unfulfilled').description(
    'How much of the order is fulfilled.',
  ),
  items: Joi.array().items(orderItemSchema).required().description('The items.'),
  ...chargesFields,
  amount_paid: orderAmount().required().description('The amount paid.').example(0, { override: true }),
  amount_refunded: orderAmount()
    .required()
    .description('The amount refunded, of the amount paid.')
    .example(0, { override: true }),
  amount_due: orderAmount().required().description('The amount still to be paid.'),
  refund_due: orderAmount()
    .required()
    .description('What is to be refunded for cancelled or returned items, and is on its way.')
    .example(0, { override: true }),
  currency: currency().required().description('ISO 4217 code.').example('USD'),
  expires_at: timestamp()
    .allow(null)
    .required()
    .description('When the order is cancelled unless it is paid in full or fulfilled before.'),
  user_id: idOf('usr').allow(null).required().description('The buyer; null for a guest.'),
  invoice_id: idOf('inv')
    .allow(null)
    .required()
    .description('The invoice that bills it; null if there is none.')
    .example(null, { override: true }),
  email: Joi.string().allow(null).required().description('The buyer’s e-mail.').example('ada@example.com'),
  shipping_address: nullableAddress,
  billing_address: nullableAddress,
  fulfillments: Joi.array().items(fulfillmentSchema).required().description('The fulfillments.'),
  cancelled_at: timestamp().allow(null).required().description('When the order was cancelled.'),
  cancel_reason: Joi.string().allow(null).required().description('The reason of the cancellation.').example(null),
  metadata: stringMap().required().description('Your own data.').example({ channel: 'newsletter' }),
  actions: Joi.array()
    .items(Joi.string().example('cancel'))
    .required()
    .description(
      'The actions that its state allows the caller: `cancel`, `fulfill`; in events those that it allows at all.',
    ),
})
  .id('Order')
  .description('An order.');

const anyOrder: Joi.ObjectSchema = orderSchema;

export const createdOrderSchema = anyOrder
  .keys({
    client_secret: Joi.string()
      .description('Only for a guest, only in this response, and not in a dry run: opens the order as `Order-Token`.')
      .example('cpo_6R3zK0mN1pQ7sT9vX2yB4dF8hJ5lW0aC3eG6iKoMqSu1a2b3C'),
  })
  .id('CreatedOrder')
  .description('A new order.');

export const orderPage = pageOf('OrderList', orderSchema);

export const orderExportQuery = filterSchema(orderList);

export const orderEvents: EventSchemas = {
  order: eventOf(orderSchema).id('OrderEvent').description('An event of an order.'),
};

export const claimedOrders = objectOf<Readonly<{ object: 'claimed_orders'; count: number; has_more: boolean }>>({
  object: Joi.string()
    .valid('claimed_orders')
    .required()
    .description('The type of the object.')
    .example('claimed_orders'),
  count: Joi.number().integer().min(0).required().description('The number of orders that were added.').example(1),
  has_more: Joi.boolean().required().description('Whether a repetition may add more.').example(false),
})
  .id('ClaimedOrders')
  .description('The result of claiming guest orders.');
