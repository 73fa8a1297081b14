import Joi from 'joi';
import { INTERVAL_UNITS } from '#core/subscriptions/period.ts';
import { MAX_QUANTITY } from '#core/subscriptions/plan-price.ts';
import {
  COLLECTIONS,
  PERIOD_ENDS,
  SUBSCRIPTION_ACTIONS,
  SUBSCRIPTION_STATUSES,
} from '#core/subscriptions/subscription.ts';
import type { SubscriptionView } from '#core/subscriptions/subscription-view.ts';
import { addressSchema } from '../schemas/address.ts';
import { eventOf } from '../schemas/event.ts';
import { currency, idOf, integer, label, pageOf, stringMap, timestamp } from '../schemas/fields.ts';
import { nextAction } from '../schemas/payment-fields.ts';
import { required } from '../schemas/required.ts';
import { resourceSchema } from '../schemas/resource-schema.ts';

export const quantity = (): Joi.NumberSchema =>
  integer(0).max(MAX_QUANTITY).description('How much of the plan.').example(3);

const maybeTime = (description: string) => required(timestamp().allow(null), description);

export const subscriptionSchema = resourceSchema<SubscriptionView>('subscription', 'sub', {
  user_id: required(idOf('usr'), 'Who is billed.'),
  plan_id: required(idOf('plan'), 'The plan that is billed.'),
  quantity: quantity().required(),
  interval: required(Joi.string().valid(...INTERVAL_UNITS), 'The unit of a period.', 'month'),
  interval_count: required(integer(1), 'How many units a period has.', 1),
  status: required(
    Joi.string().valid(...SUBSCRIPTION_STATUSES),
    '`incomplete`: the first charge waits for its outcome, or for the customer’s authentication; `trialing`: nothing is billed yet; ' +
      '`past_due`: a payment failed and is retried; `unpaid`: no retry succeeded, and nothing more is billed until a ' +
      'payment succeeds. Goods that are owed are in stock again, and ordered if they are paid.',
    'active',
  ),
  currency: required(currency(), 'Of all invoices.', 'USD'),
  collection: required(
    Joi.string().valid(...COLLECTIONS),
    '`charge`: the payment method is charged; `send`: the customer pays the invoices by their due dates.',
    'charge',
  ),
  payment_method_id: required(idOf('pm').allow(null), 'What is charged; null: the default payment method of the user.'),
  next_action: nextAction('While it is `incomplete`: where the customer authenticates the first charge.'),
  current_period_start: required(timestamp(), 'When the current period started.'),
  current_period_end: required(timestamp(), 'When the current period ends.'),
  trial_end: maybeTime('When the trial ends or ended; null without one.'),
  at_period_end: required(
    Joi.string().valid(...PERIOD_ENDS),
    'What happens at the end of the current period.',
    'renew',
  ),
  next_plan_id: required(idOf('plan').allow(null), 'The plan of the next period; null: the same.'),
  next_quantity: required(quantity().allow(null), 'The quantity of the next period; null: the same.'),
  paused_at: maybeTime('Since when nothing is billed; null unless it is paused.'),
  resumes_at: maybeTime('When a skipped period ends; null unless one is skipped.'),
  past_due_since: maybeTime('When a payment failed first; null if everything is paid.'),
  next_payment_attempt_at: maybeTime('When what is owed is charged again; null: not by itself.'),
  discount_codes: required(
    Joi.array().items(label(40)),
    'The discounts of its invoices, as long as they are valid.',
    [],
  ),
  tax_id: required(Joi.string().allow(null), 'The tax id on its invoices.', null),
  billing_address: required(addressSchema.allow(null), 'The address of its invoices; null: the first one of the user.'),
  out_of_stock_since: maybeTime('Since when the next period waits for the stock of its product; null: it does not.'),
  latest_invoice_id: required(idOf('inv').allow(null), 'The last invoice; null: none yet.'),
  ended_at: maybeTime('When it ended; null until then.'),
  metadata: required(stringMap(), 'At most 50 strings of your own.', { seats: 'office' }),
  actions: required(
    Joi.array().items(Joi.string().valid(...SUBSCRIPTION_ACTIONS)),
    'The steps that are possible now.',
    ['cancel', 'pause', 'skip'],
  ),
})
  .id('Subscription')
  .description('What a customer is billed for in every period.');

export const subscriptionPageSchema = pageOf('SubscriptionList', subscriptionSchema);

export const subscriptionEventSchema = eventOf(subscriptionSchema)
  .id('SubscriptionEvent')
  .description('An event of a subscription.');
