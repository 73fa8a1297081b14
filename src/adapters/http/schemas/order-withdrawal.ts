import Joi from 'joi';
import { WITHDRAWAL_EXEMPTIONS } from '#core/catalog/withdrawal-exemption.ts';
import type { FulfilledItemView } from '#core/orders/fulfillment.ts';
import type { OrderWithdrawalView } from '#core/withdrawals/order-withdrawal.ts';
import { idOf, itemQuantity, time } from './fields.ts';
import { objectOf } from './object-of.ts';
import { required } from './required.ts';

/** A quantity of an item that is withdrawn from. */
export const withdrawnItem = objectOf<FulfilledItemView>({
  item_id: required(idOf('item'), 'An item of the order.'),
  quantity: itemQuantity().required(),
});

const exemptItem = objectOf<OrderWithdrawalView['exempt'][number]>({
  item_id: required(idOf('item'), 'The item of the order.'),
  reason: required(Joi.string().valid(...WITHDRAWAL_EXEMPTIONS), 'Why it is exempt.', 'custom_made'),
});

/** What the consumer of an order may withdraw from, as a member of the order. */
export const orderWithdrawalSchema = objectOf<OrderWithdrawalView>({
  until: required(time().allow(null), 'When the period ends, exclusively; null until it begins with the delivery.'),
  items: required(Joi.array().items(withdrawnItem), 'What may be withdrawn from: neither cancelled nor returned.'),
  exempt: required(Joi.array().items(exemptItem), 'What may not be withdrawn from.', []),
})
  .allow(null)
  .id('OrderWithdrawal')
  .description(
    'What the consumer may withdraw from, in responses with one order; null if there is no right of withdrawal. Lists and ' +
      'events leave it out.',
  );
