import Joi from 'joi';
import type { FulfilledItemView } from '#core/orders/fulfillment.ts';
import type { OrderId } from '#core/orders/order.ts';
import { MAX_ITEMS } from '#core/orders/order-item.ts';
import type { SubscriptionId } from '#core/subscriptions/subscription.ts';
import { WITHDRAWAL_REASONS, WITHDRAWAL_STATUSES } from '#core/withdrawals/withdrawal.ts';
import type { WithdrawalView } from '#core/withdrawals/withdrawal-view.ts';
import { eventOf } from '../schemas/event.ts';
import { email, idOf, integer, line, matching, pageOf, text, time } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { withdrawnItem as item } from '../schemas/order-withdrawal.ts';
import { required } from '../schemas/required.ts';
import { resourceSchema } from '../schemas/resource-schema.ts';

/** What anybody may write is mailed to an e-mail that nobody has proved; the mail takes the rest of links apart. */
const NO_LINK = /^(?![\s\S]*(?:\/\/|[@＠]|[wW]{3}\.))/;

const withoutLinks = (schema: Joi.StringSchema): Joi.StringSchema =>
  matching(schema, NO_LINK, 'must not contain a link or an e-mail address');

const items = () => Joi.array().items(item).min(1).max(MAX_ITEMS).unique('item_id');

type WithdrawalInput = Readonly<{
  order_id?: OrderId;
  subscription_id?: SubscriptionId;
  order_number?: string | number;
  email?: string;
  name: string;
  items?: readonly FulfilledItemView[];
  note?: string | null;
}>;

export const withdrawalInput = objectOf<WithdrawalInput>({
  order_id: idOf('ord').description('The order, for callers who can read it; the one of the `Order-Token` if omitted.'),
  subscription_id: idOf('sub').description('Instead of `order_id`: the subscription of the caller to withdraw from.'),
  order_number: Joi.alternatives(withoutLinks(line(50)), integer(1).max(Number.MAX_SAFE_INTEGER))
    .description('Instead of `order_id`, with `email`: the number of the order, as the buyer knows it.')
    .example(1001),
  email: email().description(
    'Where the receipt is confirmed. With `order_number` that of the order; otherwise the order’s if omitted.',
  ),
  name: required(withoutLinks(line(100)), 'The name of the consumer.', 'Ada Lovelace'),
  items: items()
    .description('What the consumer withdraws from, with `order_id` or `Order-Token`; the whole order if omitted.')
    .example([{ item_id: 'item_01h455vb4pex5vsknk084sn02q', quantity: 1 }]),
  note: withoutLinks(text(1, 1_000))
    .allow(null)
    .description('Which part of the order it is, in words, for consumers who do not know the items.')
    .example('Only the shirt'),
})
  .id('WithdrawalInput')
  .description('The statement of a withdrawal.');

/** What everybody learns who names an order by its number. */
export const withdrawalReceipt = objectOf<Readonly<{ object: 'withdrawal_receipt'; received_at: string }>>({
  object: required(Joi.string().valid('withdrawal_receipt'), 'The type of the object.', 'withdrawal_receipt'),
  received_at: required(time(), 'When the statement was received: it counts from then.'),
})
  .id('WithdrawalReceipt')
  .description('The receipt of a withdrawal whose order is looked up later. A mail tells more.');

type AcceptanceInput = Readonly<{ order_id?: OrderId; items?: readonly FulfilledItemView[] }>;

export const withdrawalAcceptance = objectOf<AcceptanceInput>({
  order_id: idOf('ord').description('The order of a withdrawal that is `unmatched`.'),
  items: items()
    .description('What is withdrawn from; what was stated if omitted, or all that the buyer keeps.')
    .example([{ item_id: 'item_01h455vb4pex5vsknk084sn02q', quantity: 1 }]),
})
  .id('WithdrawalAcceptance')
  .description('What of a withdrawal is accepted.');

const shownItems = () => Joi.array().items(item).allow(null);

export const withdrawalSchema = resourceSchema<WithdrawalView>('withdrawal', 'wdr', {
  order_id: required(idOf('ord').allow(null), 'The order; null until it is found.'),
  subscription_id: required(idOf('sub').allow(null), 'The subscription that it ends; null for another order.', null),
  user_id: required(idOf('usr').allow(null), 'The buyer; null for a guest order.'),
  order_number: required(Joi.string(), 'The number of the order, as the buyer wrote it.', '1001'),
  name: required(Joi.string().allow(null), 'The name of the consumer; null once it was erased.', 'Ada Lovelace'),
  email: required(
    Joi.string().allow(null),
    'Where its receipt was confirmed; null once it was erased.',
    'ada@example.com',
  ),
  items: required(shownItems(), 'What the consumer withdraws from; null for the whole order.', null),
  note: required(Joi.string().allow(null), 'Which part of the order it is, in words.', null),
  verified: required(
    Joi.boolean(),
    'Whether the caller was signed in, had a token of the order, or was of the staff; `false` for an order number.',
    true,
  ),
  status: required(Joi.string().valid(...WITHDRAWAL_STATUSES), 'The status.', 'accepted'),
  reason: required(
    Joi.string()
      .valid(...WITHDRAWAL_REASONS)
      .allow(null),
    'What a received one waits for: `unmatched` (no order has the number and the e-mail), `unverified` (it would cancel what ' +
      'was not sent, and anybody may have stated it), `needs_review` (it names a part in words, or ends a subscription), `blocked` (a payment or ' +
      'refund is in progress or disputed; it is tried again). Or why it was rejected.',
    null,
  ),
  until: required(
    time().allow(null),
    'When the period of the order ends, exclusively; null until it is decided, and before the delivery.',
  ),
  refund_by: required(time().allow(null), 'Until when the payment must be refunded; null unless it was accepted.'),
  accepted_items: required(shownItems(), 'What was withdrawn from; null until it was accepted.', null),
  return_id: required(idOf('ret').allow(null), 'How the goods come back; null if nothing was sent.'),
  actions: required(
    Joi.array().items(Joi.string().valid('accept', 'reject')),
    'The steps that the staff may take now.',
    [],
  ),
})
  .id('Withdrawal')
  .description('The withdrawal of a consumer from an order, or from a part of it.');

export const withdrawalPageSchema = pageOf('WithdrawalList', withdrawalSchema);

export const withdrawalEvents = {
  withdrawal: eventOf(withdrawalSchema).id('WithdrawalEvent').description('An event of a withdrawal.'),
};
