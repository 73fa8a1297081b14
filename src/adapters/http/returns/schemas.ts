import Joi from 'joi';
import type { OrderItemId } from '#core/orders/order-item.ts';
import type { ReturnedItemView, ReturnView } from '#core/returns/return.ts';
import { RETURN_STATUSES } from '#core/returns/return.ts';
import { eventOf } from '../schemas/event.ts';
import { amount, currency, idOf, itemQuantity, MAX_ITEMS, pageOf, text } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { resourceSchema } from '../schemas/resource-schema.ts';

const reason = (): Joi.StringSchema => text(1, 500).allow(null).description('The reason.').example('It is too small.');

type ReturnedItemInput = Readonly<{ item_id: OrderItemId; quantity: number; reason?: string | null }>;

export const returnInput = objectOf<Readonly<{ items: readonly ReturnedItemInput[]; reason?: string | null }>>({
  items: Joi.array()
    .items(
      objectOf<ReturnedItemInput>({
        item_id: idOf('item').required().description('An item of the order.'),
        quantity: itemQuantity().required().description('At most what was fulfilled and no other return has.'),
        reason: reason(),
      }),
    )
    .min(1)
    .max(MAX_ITEMS)
    .unique('item_id')
    .required()
    .description('What comes back.')
    .example([{ item_id: 'item_01h455vb4pex5vsknk084sn02q', quantity: 1 }]),
  reason: reason(),
})
  .id('ReturnInput')
  .description('A new return.');

type ItemDecisionInput = Readonly<{ item_id: OrderItemId; restock?: boolean; refund?: boolean | number }>;

export const receiptInput = objectOf<Readonly<{ items?: readonly ItemDecisionInput[] }>>({
  items: Joi.array()
    .items(
      objectOf<ItemDecisionInput>({
        item_id: idOf('item').required().description('An item of the return.'),
        restock: Joi.boolean().description('Whether the stock is restored; `true` if omitted.').example(true),
        refund: Joi.alternatives(Joi.boolean(), amount())
          .description('Whether what the item cost is refunded, or another amount in major units; `true` if omitted.')
          .example(true),
      }),
    )
    .min(1)
    .max(MAX_ITEMS)
    .unique('item_id')
    .description('What differs from the default, which restores the stock and refunds.'),
})
  .id('ReturnReceipt')
  .description('What is done with the items that came back.');

const returnedItem = objectOf<ReturnedItemView>({
  item_id: idOf('item').required().description('The item of the order.'),
  quantity: itemQuantity().required(),
  reason: reason().required(),
  restocked: Joi.boolean()
    .allow(null)
    .required()
    .description('Whether the stock was restored; null until the item is received.')
    .example(null),
  refund: amount()
    .allow(null)
    .required()
    .description('What is refunded for it, in major units; null until the item is received.')
    .example(null, { override: true }),
});

export const returnSchema = resourceSchema<ReturnView>('return', 'ret', {
  order_id: idOf('ord').required().description('The order.'),
  user_id: idOf('usr').allow(null).required().description('The buyer; null for a guest order.'),
  status: Joi.string()
    .valid(...RETURN_STATUSES)
    .required()
    .description('The status.')
    .example('requested'),
  currency: currency().required().description('The currency of the order.'),
  items: Joi.array().items(returnedItem).required().description('What comes back.'),
  reason: reason().required(),
  actions: Joi.array()
    .items(Joi.string().valid('approve', 'receive', 'reject'))
    .required()
    .description('The steps that the staff may take now.')
    .example(['approve', 'reject'], { override: true }),
})
  .id('Return')
  .description('Items of an order that come back.');

export const returnPageSchema = pageOf('ReturnList', returnSchema);

export const returnEvents = { return: eventOf(returnSchema).id('ReturnEvent').description('An event of a return.') };
