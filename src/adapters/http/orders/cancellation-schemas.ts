import Joi from 'joi';
import { itemQuantity, text } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { expectedRefund } from '../schemas/refund-parts.ts';
import { required } from '../schemas/required.ts';

export const cancelReason = (): Joi.StringSchema =>
  text(1, 500).allow(null).description('The reason.').example('The buyer has changed their mind.');

export const cancellation = objectOf<Readonly<{ reason?: string | null; expected_refund?: number }>>({
  reason: cancelReason(),
  expected_refund: expectedRefund(),
})
  .id('Cancellation')
  .description('The cancellation of an order.');

export const itemCancellation = objectOf<
  Readonly<{
    quantity: number;
    refund?: boolean;
    restock?: boolean;
    reason?: string | null;
    expected_refund?: number;
  }>
>({
  quantity: required(itemQuantity(), 'At most the unfulfilled quantity of the item.', 1),
  refund: Joi.boolean().description('Whether what was paid for it is refunded; `true` if omitted.').example(true),
  restock: Joi.boolean().description('Whether the stock is restored; `true` if omitted.').example(true),
  reason: text(1, 500).allow(null).description('The reason.').example('It is damaged.'),
  expected_refund: expectedRefund(),
})
  .id('ItemCancellation')
  .description('The cancellation of a part of an item.');
