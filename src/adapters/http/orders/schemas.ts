import Joi from 'joi';
import { FULFILLMENT_STATUSES, ORDER_PAYMENT_STATUSES, ORDER_STATUSES } from '#core/orders/order-states.ts';
import { type OrderItemView, type OrderView, orderList } from '#core/orders/order-view.ts';
import type { OrderWithdrawalView } from '#core/withdrawals/order-withdrawal.ts';
import { filterSchema } from '../lists/query-schema.ts';
import { addressSchema } from '../schemas/address.ts';
import { chargesFields, orderAmount, pricedLineFields } from '../schemas/charges.ts';
import { type EventSchemas, eventOf } from '../schemas/event.ts';
import { currency, idOf, integer, pageOf, stringMap, timestamp } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { orderWithdrawalSchema } from '../schemas/order-withdrawal.ts';
import { quoteFields } from '../schemas/quote-fields.ts';
import { required } from '../schemas/required.ts';
import { resourceSchema } from '../schemas/resource-schema.ts';
import { withdrawalExemption } from '../schemas/withdrawal-exemption.ts';
import { externalId } from './external-id.ts';
import { fulfillmentSchema } from './fulfillment-schemas.ts';

// Joi accepts an id for one schema object only, so both fields share it
const nullableAddress = addressSchema.allow(null).required();

export const orderItemSchema = objectOf<OrderItemView>({
  id: required(idOf('item'), 'The id within the order.'),
  product_id: required(idOf('prod').allow(null), 'The product; null for a custom item.'),
  name: required(Joi.string(), 'The product’s name at the time of the order.', 'Linen shirt'),
  sku: required(Joi.string().allow(null), 'The stock keeping unit.', 'SHIRT-LINEN-M'),
  slug: required(
    Joi.string().allow(null),
    'The product’s slug at the time of the order; null for older items.',
    'linen-shirt',
  ),
  image: required(
    Joi.string().allow(null),
    'The URL of the product’s first image at the time of the order.',
    'https://cdn.example.com/linen-shirt.jpg',
  ),
  options: required(
    stringMap(),
    'How the product differs from the other variants of its parent; empty unless it is a variant.',
    { size: 'M' },
  ),
  withdrawal_exemption: withdrawalExemption()
    .description(
      'The product’s `withdrawal_exemption` at the time of the order: why consumers cannot withdraw from its purchase; null if ' +
        'they can, for older items, and for a `periodical` of a subscription, which the law does not exempt.',
    )
    .required(),
  unit_price: required(orderAmount(), 'The price of one unit, in major units.', 19.99),
  quantity: required(integer(0), 'The ordered quantity without what was cancelled.', 2),
  cancelled_quantity: required(integer(0), 'What was cancelled, which is no longer part of the quantity.', 0),
  returned_quantity: required(integer(0), 'What was returned.', 0),
  fulfilled_quantity: required(integer(0), 'The fulfilled quantity.', 0),
  subtotal: required(orderAmount(), 'The unit price times the quantity.'),
  ...pricedLineFields,
})
  .id('OrderItem')
  .description('An item of an order, with the product’s data at the time of the order.');

const statusSchema = (values: readonly string[], example: string): Joi.StringSchema =>
  Joi.string()
    .valid(...values)
    .example(example)
    .required();

/** Lists and events leave out what may be withdrawn from, and the note. */
type ShownOrder = OrderView & Readonly<{ withdrawal?: OrderWithdrawalView | null; note?: string | null }>;

export const orderSchema = resourceSchema<ShownOrder>('order', 'ord', {
  number: required(integer(1001), 'The order number for people.', 1001),
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
  items: required(Joi.array().items(orderItemSchema), 'The items.'),
  ...chargesFields,
  amount_paid: required(orderAmount(), 'The amount paid.', 0),
  amount_refunded: required(orderAmount(), 'The amount refunded, of the amount paid.', 0),
  shipping_refunded: required(orderAmount(), 'What was refunded of the shipping, with tax.', 0),
  amount_due: required(orderAmount(), 'The amount still to be paid.'),
  refund_due: required(orderAmount(), 'What is to be refunded for cancelled or returned items, and is on its way.', 0),
  currency: required(currency(), 'ISO 4217 code.', 'USD'),
  expires_at: required(
    timestamp().allow(null),
    'When the order is cancelled unless it is paid in full or fulfilled before; null if it is not.',
  ),
  user_id: required(idOf('usr').allow(null), 'The buyer; null for a guest.'),
  invoice_id: required(idOf('inv').allow(null), 'The invoice that bills it; null if there is none.', null),
  checkout_id: required(idOf('chk').allow(null), 'The checkout that has placed it; null without one.', null),
  email: required(Joi.string().allow(null), 'The buyer’s e-mail.', 'ada@example.com'),
  shipping_address: nullableAddress,
  billing_address: nullableAddress,
  fulfillments: required(Joi.array().items(fulfillmentSchema), 'The fulfillments.'),
  cancelled_at: required(timestamp().allow(null), 'When the order was cancelled.'),
  cancel_reason: required(Joi.string().allow(null), 'The reason of the cancellation.', null),
  metadata: required(stringMap(), 'Your own data.', { channel: 'newsletter' }),
  actions: required(
    Joi.array().items(Joi.string().example('cancel')),
    'The actions that its state allows the caller: `cancel`, `fulfill`; in events those that it allows at all.',
  ),
  withdrawal: orderWithdrawalSchema,
  note: Joi.string()
    .allow(null)
    .description('The note of the staff; only for them, and not in lists and events.')
    .example(null, { override: true }),
})
  .id('Order')
  .description('An order.');

const anyOrder: Joi.ObjectSchema = orderSchema;

export const createdOrderSchema = anyOrder
  .keys({
    client_secret: Joi.string()
      .description('Only for a guest, only in this response, and not in a dry run: opens the order as `Order-Token`.')
      .example('cpo_6R3zK0mN1pQ7sT9vX2yB4dF8hJ5lW0aC3eG6iKoMqSu1a2b3C'),
    ...quoteFields,
  })
  .id('CreatedOrder')
  .description('A new order.');

export const orderPage = pageOf('OrderList', orderSchema);

export const orderExportQuery = filterSchema(orderList);

export const orderEvents: EventSchemas = {
  order: eventOf(orderSchema).id('OrderEvent').description('An event of an order.'),
};

export const claimedOrders = objectOf<Readonly<{ object: 'claimed_orders'; count: number; has_more: boolean }>>({
  object: required(Joi.string().valid('claimed_orders'), 'The type of the object.', 'claimed_orders'),
  count: required(integer(0), 'The number of orders that were added.', 1),
  has_more: required(Joi.boolean(), 'Whether a repetition may add more.', false),
})
  .id('ClaimedOrders')
  .description('The result of claiming guest orders.');
