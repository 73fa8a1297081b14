import Joi from 'joi';
import type { OrderItemId } from '#core/orders/order-item.ts';
import { MAX_ITEMS } from '#core/orders/order-item.ts';
import { RETURN_STATUSES, type ReturnedItemView, type ReturnView } from '#core/returns/return.ts';
import { eventOf } from '../schemas/event.ts';
import { amount, currency, idOf, integer, itemQuantity, pageOf, text } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { expectedRefund } from '../schemas/refund-parts.ts';
import { required } from '../schemas/required.ts';
import { resourceSchema } from '../schemas/resource-schema.ts';

const reason = (): Joi.StringSchema => text(1, 500).allow(null).description('The reason.').example('It is too small.');

/** What is done with an item that came back. */
type Decision = Readonly<{ restock?: boolean; refund?: boolean | number }>;

const decision = {
  restock: Joi.boolean().description('Whether the stock is restored; `true` if omitted.').example(true),
  refund: Joi.alternatives(Joi.boolean(), amount())
    .description('Whether what the item cost is refunded, or another amount in major units; `true` if omitted.')
    .example(true),
};

type ReturnedItemInput = Readonly<{ item_id: OrderItemId; quantity: number; reason?: string | null }> & Decision;

export type ReturnInput = Readonly<{
  items: readonly ReturnedItemInput[];
  reason?: string | null;
  received?: boolean;
  expected_refund?: number;
}>;

export const returnInput = objectOf<ReturnInput>({
  items: required(
    Joi.array()
      .items(
        objectOf<ReturnedItemInput>({
          item_id: required(idOf('item'), 'An item of the order.'),
          quantity: required(itemQuantity(), 'At most what was fulfilled and no other return has.'),
          reason: reason(),
          ...decision,
        }),
      )
      .min(1)
      .max(MAX_ITEMS)
      .unique('item_id'),
    'What comes back.',
    [{ item_id: 'item_01h455vb4pex5vsknk084sn02q', quantity: 1 }],
  ),
  reason: reason(),
  received: Joi.boolean()
    .description(
      'Whether the items are here already: they are received at once, with `restock` and `refund` of each. Needs `orders:write`.',
    )
    .example(true),
  expected_refund: expectedRefund(),
})
  .id('ReturnInput')
  .description('A new return.');

type ItemDecisionInput = Readonly<{ item_id: OrderItemId; quantity?: number }> & Decision;

export const receiptInput = objectOf<Readonly<{ items?: readonly ItemDecisionInput[]; expected_refund?: number }>>({
  items: Joi.array()
    .items(
      objectOf<ItemDecisionInput>({
        item_id: required(idOf('item'), 'An item of the return.'),
        quantity: integer(0)
          .max(10_000)
          .description('What of it came back, 0 for nothing; all that is still to come if omitted.')
          .example(1),
        ...decision,
      }),
    )
    .min(1)
    .max(MAX_ITEMS)
    .unique('item_id')
    .description('What differs from the default, which restores the stock and refunds.'),
  expected_refund: expectedRefund(),
})
  .id('ReturnReceipt')
  .description('What is done with the items that came back.');

const returnedItem = objectOf<ReturnedItemView>({
  item_id: required(idOf('item'), 'The item of the order.'),
  quantity: itemQuantity().required(),
  received_quantity: required(integer(0), 'Of the quantity, what came back.', 0),
  reason: reason().required(),
  restocked: required(
    Joi.boolean().allow(null),
    'Whether the stock of what came back was restored; null until something has.',
    null,
  ),
  refund: required(
    amount().allow(null),
    'What is refunded for what came back, in major units; null until something has.',
    null,
  ),
});

export const returnSchema = resourceSchema<ReturnView>('return', 'ret', {
  order_id: required(idOf('ord'), 'The order.'),
  user_id: required(idOf('usr').allow(null), 'The buyer; null for a guest order.'),
  status: required(Joi.string().valid(...RETURN_STATUSES), 'The status.', 'requested'),
  currency: required(currency(), 'The currency of the order.'),
  items: required(Joi.array().items(returnedItem), 'What comes back.'),
  reason: reason().required(),
  withdrawal_id: required(
    idOf('wdr').allow(null),
    'The withdrawal that it follows from; null for another return.',
    null,
  ),
  actions: required(
    Joi.array().items(Joi.string().valid('approve', 'receive', 'close', 'reject')),
    'The steps that the staff may take now.',
    ['approve', 'reject'],
  ),
})
  .id('Return')
  .description('Items of an order that come back.');

export const returnPageSchema = pageOf('ReturnList', returnSchema);

export const returnEvents = { return: eventOf(returnSchema).id('ReturnEvent').description('An event of a return.') };
