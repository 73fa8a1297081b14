import Joi from 'joi';
import { orderList } from '#core/orders/order-list.ts';
import { FULFILLMENT_STATUSES, ORDER_PAYMENT_STATUSES, ORDER_STATUSES } from '#core/orders/order-states.ts';
import { newestFirstList } from '#core/shared/list.ts';
import { filterSchema, querySchema } from '../lists/query-schema.ts';
import { address, addressInput, addressPatch } from '../schemas/address.ts';
import {
  currency,
  dryRunFields,
  idOf,
  label,
  line,
  listOf,
  matching,
  pairs,
  resourceFields,
  stringMapPatch,
  text,
  timestamp,
  versionFields,
} from '../schemas/fields.ts';
import { email } from '../users/schemas.ts';

const MAX_ITEMS = 100;

const quantity = (): Joi.NumberSchema => Joi.number().integer().min(1).max(10_000).description('Pieces.').example(2);

const amount = (): Joi.NumberSchema => Joi.number().min(0).max(999_999_999_999.99).example(39.98);

const status = () =>
  Joi.string()
    .valid(...ORDER_STATUSES)
    .example('open');
const paymentStatus = () =>
  Joi.string()
    .valid(...ORDER_PAYMENT_STATUSES)
    .example('unpaid');
const fulfillmentStatus = () =>
  Joi.string()
    .valid(...FULFILLMENT_STATUSES)
    .example('unfulfilled');

// one schema for both, since Joi takes a name for one object alone
const givenAddress = addressInput.allow(null);
const patchedAddress = addressPatch.allow(null);
const shownAddress = address.allow(null).required();

const details = {
  email: email().allow(null).description('Where the buyer gets mail; the user’s own if left out.'),
  shipping_address: givenAddress,
  billing_address: givenAddress,
  metadata: pairs().description('At most 50 string pairs of your own.').example({ channel: 'newsletter' }),
};

export const orderInput = Joi.object({
  items: Joi.array()
    .items(
      Joi.object({
        product_id: idOf('prod').required().description('A product that is on sale.'),
        quantity: quantity().required(),
      }),
    )
    .min(1)
    .max(MAX_ITEMS)
    .unique('product_id')
    .required()
    .description('What is bought: 1 to 100 products, each once.')
    .example([{ product_id: 'prod_01h455vb4pex5vsknk084sn02q', quantity: 2 }]),
  expected_total: amount().description('What the buyer saw, in major units. Where it is another, nothing is ordered.'),
  user_id: idOf('usr')
    .allow(null)
    .description('Whose order it is; a guest’s if left out. Customers buy for themselves.')
    .example(null, { override: true }),
  currency: currency().description('The currency of all products; that of the first if left out.').example('USD'),
  ...details,
})
  .id('OrderInput')
  .description('What somebody buys.');

export const orderPatch = Joi.object({
  ...details,
  email: email().allow(null).description('Where the buyer gets mail; null for nowhere.'),
  shipping_address: patchedAddress,
  billing_address: patchedAddress,
  metadata: stringMapPatch().description('Pairs to set, and to remove by null.').example({ channel: null }),
})
  .id('OrderPatch')
  .description('A JSON Merge Patch (RFC 7396): what is left out stays; null returns a field to its default.');

export const cancellation = Joi.object({
  reason: text(0, 500).allow(null).description('Why.').example('The buyer has changed their mind.'),
})
  .id('Cancellation')
  .description('Why an order is cancelled.');

const trackingNumber = () =>
  line(100).allow(null).description('What the carrier knows it by.').example('00340434161094');
const carrier = () => line(100).allow(null).description('Who brings it.').example('DHL');

export const fulfillmentInput = Joi.object({
  items: Joi.array()
    .items(
      Joi.object({
        item_id: idOf('item').required().description('An item of the order.'),
        quantity: quantity().required(),
      }),
    )
    .min(1)
    .max(MAX_ITEMS)
    .unique('item_id')
    .description('What is in it; all that has not been sent if left out.'),
  tracking_number: trackingNumber(),
  carrier: carrier(),
})
  .id('FulfillmentInput')
  .description('A parcel, or what else brings the buyer what was bought.');

export const noteInput = Joi.object({
  text: matching(text(1, 5000), /\S/, 'must not be blank')
    .required()
    .description('What there is to note.')
    .example('Called: ring twice.'),
})
  .id('NoteInput')
  .description('A note for those who work on the order.');

const orderItem = Joi.object({
  id: idOf('item').required().description('The id within the order.'),
  product_id: idOf('prod').required().description('The product.'),
  name: Joi.string().required().description('What it was called.').example('Linen shirt'),
  sku: Joi.string().allow(null).required().description("The seller's own number.").example('SHIRT-LINEN-M'),
  unit_price: amount().required().description('What a piece cost, in major units.').example(19.99),
  quantity: quantity().required(),
  fulfilled_quantity: Joi.number().integer().min(0).required().description('Pieces that were sent.').example(0),
  subtotal: amount().required().description('What the pieces cost together.'),
})
  .id('OrderItem')
  .description('Pieces of a product, as it was when they were ordered.');

const fulfillment = Joi.object({
  id: idOf('ful').required().description('The id.'),
  items: Joi.array()
    .items(Joi.object({ item_id: idOf('item').required(), quantity: quantity().required() }))
    .required()
    .description('What is in it.'),
  tracking_number: trackingNumber().required(),
  carrier: carrier().required(),
  created_at: timestamp().required().description('When it was sent.'),
})
  .id('Fulfillment')
  .description('A parcel.');

export const order = Joi.object({
  ...resourceFields('order', 'ord'),
  number: Joi.number().integer().min(1001).required().description('What people call it by.').example(1001),
  status: status().required().description('`open`, then `completed` (paid and fulfilled) or `cancelled`.'),
  payment_status: paymentStatus().required().description('How far it is paid.'),
  fulfillment_status: fulfillmentStatus().required().description('How far it was sent.'),
  items: Joi.array().items(orderItem).required().description('What was bought.'),
  subtotal: amount().required().description('What the items cost together.'),
  total: amount().required().description('What the order costs.'),
  amount_paid: amount().required().description('What was paid.').example(0),
  amount_refunded: amount().required().description('What of that was given back.').example(0),
  amount_due: amount().required().description('What is still to be paid.'),
  currency: currency().required().description('ISO 4217.').example('USD'),
  expires_at: timestamp()
    .allow(null)
    .required()
    .description('When it is cancelled unless it was paid or sent by then.'),
  user_id: idOf('usr').allow(null).required().description('Whose order it is; null for a guest’s.'),
  email: Joi.string().allow(null).required().description('Where the buyer gets mail.').example('ada@example.com'),
  shipping_address: shownAddress,
  billing_address: shownAddress,
  fulfillments: Joi.array().items(fulfillment).required().description('The parcels.'),
  cancelled_at: timestamp().allow(null).required().description('When it was cancelled.'),
  cancel_reason: Joi.string().allow(null).required().description('Why.').example(null),
  metadata: pairs().required().description('Pairs of your own.').example({ channel: 'newsletter' }),
  actions: Joi.array()
    .items(Joi.string().example('cancel'))
    .required()
    .description('What may be done to it now: `cancel`, `fulfill`.'),
  ...versionFields,
  ...dryRunFields,
})
  .id('Order')
  .description('What somebody buys.');

export const orderPage = listOf('OrderList', order);

export const orderListQuery = querySchema(orderList);

export const orderExportQuery = filterSchema(orderList);

export const timelineQuery = querySchema(newestFirstList);

export const timelineEntry = Joi.object({
  ...resourceFields('timeline_entry', 'tml'),
  order_id: idOf('ord').required().description('The order.'),
  type: label(40).required().description('What happened.').example('created'),
  actor: Joi.object({
    kind: Joi.string()
      .required()
      .description('`api_key`, `session`, or `system` for the service itself.')
      .example('session'),
    user_id: idOf('usr').allow(null).required(),
    credential_id: Joi.string().allow(null).required().description('The key or session.'),
  })
    .allow(null)
    .required()
    .description('Who did it; not shown to the buyer.'),
  details: Joi.object()
    .unknown()
    .required()
    .description('What there is to say of it.')
    .example({ total: 39.98, currency: 'USD' }),
  created_at: timestamp().required().description('When it happened.'),
  updated_at: timestamp().required().description('The same: entries never change.'),
  ...dryRunFields,
})
  .id('TimelineEntry')
  .description('Something that happened to an order.');

export const timeline = listOf('Timeline', timelineEntry);
