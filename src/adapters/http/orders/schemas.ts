import Joi from 'joi';
import type { FulfilledItemView } from '#core/orders/fulfilled-item-view.ts';
import type { Order } from '#core/orders/order.ts';
import type { OrderDetails } from '#core/orders/order-details.ts';
import type { OrderItem } from '#core/orders/order-item.ts';
import { orderList } from '#core/orders/order-list.ts';
import { FULFILLMENT_STATUSES, ORDER_PAYMENT_STATUSES, ORDER_STATUSES } from '#core/orders/order-states.ts';
import type { FulfillmentView, OrderItemView, OrderView } from '#core/orders/order-view.ts';
import type { OrderPatch } from '#core/orders/patched-details.ts';
import type { Currency } from '#core/shared/currency.ts';
import { filterSchema } from '../lists/query-schema.ts';
import { addressInput, addressPatch, addressSchema } from '../schemas/address.ts';
import { email } from '../schemas/email.ts';
import { type EventSchemas, eventOf } from '../schemas/event.ts';
import { currency, idOf, line, pageOf, stringMap, stringMapPatch, text, timestamp } from '../schemas/fields.ts';
import { fulfilledItems, fulfilledItemsInput } from '../schemas/fulfilled-items.ts';
import { objectOf } from '../schemas/object-of.ts';
import { resourceSchema } from '../schemas/resource-schema.ts';
import { amount, chargesFields, pricedLineFields } from './charges-schemas.ts';

const MAX_ITEMS = 100;

const quantity = (): Joi.NumberSchema =>
  Joi.number().integer().min(1).max(10_000).description('The quantity.').example(2);

// Joi accepts an id for one schema object only, so both fields share it
const nullableAddressInput = addressInput.allow(null);
const nullableAddressPatch = addressPatch.allow(null);
const nullableAddress = addressSchema.allow(null).required();

const externalId = (): Joi.StringSchema =>
  line(255)
    .allow(null)
    .description('Your own identifier of the order, such as its number in your ERP, unique; without personal data.')
    .example('ERP-2026-10042');

const details = {
  external_id: externalId().example(null, { override: true }),
  email: email().allow(null).description('The buyer’s e-mail; the default is the user’s e-mail.'),
  shipping_address: nullableAddressInput,
  billing_address: nullableAddressInput,
  metadata: stringMap().description('At most 50 strings of your own.').example({ channel: 'newsletter' }),
};

type ItemInput = Readonly<{ product_id: OrderItem['productId']; quantity: number }>;

export type OrderInput = OrderDetails &
  Readonly<{
    items: readonly ItemInput[];
    expected_total?: number;
    user_id?: Order['userId'];
    anonymous?: boolean;
    currency?: Currency;
    shipping_method_id?: string | null;
    discount_codes?: readonly string[];
    tax_id?: string | null;
  }>;

const items = Joi.array()
  .items(
    objectOf<ItemInput>({
      product_id: idOf('prod').required().description('An active product.'),
      quantity: quantity().required(),
    }),
  )
  .min(1)
  .max(MAX_ITEMS)
  .unique('product_id')
  .description('1 to 100 distinct products.')
  .example([{ product_id: 'prod_01h455vb4pex5vsknk084sn02q', quantity: 2 }]);

/** What else an order is priced by. */
const choices = {
  shipping_method_id: line(100)
    .allow(null)
    .description('One of the `shipping_options` of a quote. Customers must choose one where the shop ships.')
    .example(null, { override: true }),
  discount_codes: Joi.array()
    .items(line(64))
    .max(10)
    .unique((a: string, b: string) => a.toUpperCase() === b.toUpperCase())
    .description('Codes of discounts. An order is rejected if one does not apply; a quote says why.')
    .example([]),
  tax_id: line(40)
    .allow(null)
    .description('The tax id of a business. In the EU, a VAT number of another country exempts the order from tax.')
    .example(null, { override: true }),
};

export const orderInput = objectOf<OrderInput>({
  items: items.required(),
  expected_total: amount().description(
    'The total that the buyer has seen, in major units. The order is rejected if its total differs.',
  ),
  user_id: idOf('usr')
    .allow(null)
    .description('The buyer; null or omitted for a guest, who has an `email`. Customers order for themselves.')
    .example(null, { override: true }),
  anonymous: Joi.boolean()
    .description('Whether there is no buyer on purpose. Otherwise staff orders have a `user_id` or an `email`.')
    .example(false),
  currency: currency()
    .description('The currency of all products; the default is the currency of the first.')
    .example('USD'),
  ...choices,

  ...details,
})
  .id('OrderInput')
  .description('A new order.');

export type OrderEditInput = OrderPatch &
  Partial<Pick<OrderInput, 'items' | 'shipping_method_id' | 'discount_codes' | 'tax_id' | 'expected_total'>>;

export const orderPatch = objectOf<OrderEditInput>({
  items: items.description('What is ordered instead: 1 to 100 distinct products.'),
  ...choices,
  expected_total: amount().description('The total that was seen in a dry run; another one is rejected.'),
  ...details,
  email: details.email.description('The buyer’s e-mail; null removes it.'),
  shipping_address: nullableAddressPatch,
  billing_address: nullableAddressPatch,
  metadata: stringMapPatch().example({ channel: null }),
})
  .id('OrderPatch')
  .description('A JSON Merge Patch (RFC 7396): omitted fields stay, and null resets a field to its default.');

export const cancelReason = (): Joi.StringSchema =>
  text(1, 500).allow(null).description('The reason.').example('The buyer has changed their mind.');

export const cancellation = objectOf<Readonly<{ reason?: string | null }>>({ reason: cancelReason() })
  .id('Cancellation')
  .description('The cancellation of an order.');

export const itemCancellation = objectOf<
  Readonly<{ quantity: number; refund?: boolean; restock?: boolean; reason?: string | null }>
>({
  quantity: quantity()
    .required()
    .description('At most the unfulfilled quantity of the item.')
    .example(1, { override: true }),
  refund: Joi.boolean().description('Whether what was paid for it is refunded; `true` if omitted.').example(true),
  restock: Joi.boolean().description('Whether the stock is restored; `true` if omitted.').example(true),
  reason: text(1, 500).allow(null).description('The reason.').example('It is damaged.'),
})
  .id('ItemCancellation')
  .description('The cancellation of a part of an item.');

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

const trackingNumber = (): Joi.StringSchema =>
  line(100).allow(null).description('The carrier’s tracking number.').example('00340434161094');

const carrier = (): Joi.StringSchema => line(100).allow(null).description('The carrier.').example('DHL');

export type FulfillmentInput = Readonly<{
  items?: readonly FulfilledItemView[];
  tracking_number?: string | null;
  carrier?: string | null;
}>;

export const fulfillmentInput = objectOf<FulfillmentInput>({
  items: fulfilledItemsInput().description('The fulfilled items; the default is all unfulfilled items.'),
  tracking_number: trackingNumber(),
  carrier: carrier(),
})
  .id('FulfillmentInput')
  .description('A new fulfillment, such as a shipment.');

type TrackingPatch = Pick<FulfillmentInput, 'tracking_number' | 'carrier'>;

export const trackingPatch = objectOf<TrackingPatch>({ tracking_number: trackingNumber(), carrier: carrier() })
  .id('TrackingPatch')
  .description('A JSON Merge Patch (RFC 7396): omitted fields stay, and null removes.');

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
  unit_price: amount()
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
  subtotal: amount().required().description('The unit price times the quantity.'),
  ...pricedLineFields,
})
  .id('OrderItem')
  .description('An item of an order, with the product’s data at the time of the order.');

const fulfillmentSchema = objectOf<FulfillmentView>({
  id: idOf('ful').required().description('The id.'),
  items: fulfilledItems().description('The fulfilled items.'),
  tracking_number: trackingNumber().required(),
  carrier: carrier().required(),
  created_at: timestamp().required().description('When the fulfillment was created.'),
})
  .id('Fulfillment')
  .description('A fulfillment, such as a shipment.');

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
  amount_paid: amount().required().description('The amount paid.').example(0, { override: true }),
  amount_refunded: amount()
    .required()
    .description('The amount refunded, of the amount paid.')
    .example(0, { override: true }),
  amount_due: amount().required().description('The amount still to be paid.'),
  refund_due: amount()
    .required()
    .description('What is to be refunded for cancelled or returned items, and is on its way.')
    .example(0, { override: true }),
  currency: currency().required().description('ISO 4217 code.').example('USD'),
  expires_at: timestamp()
    .allow(null)
    .required()
    .description('When the order is cancelled unless it is paid in full or fulfilled before.'),
  user_id: idOf('usr').allow(null).required().description('The buyer; null for a guest.'),
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
