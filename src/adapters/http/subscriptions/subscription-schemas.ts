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
import { eventOf } from '../schemas/event.ts';
import { currency, idOf, label, pageOf, stringMap, timestamp } from '../schemas/fields.ts';
import { nextAction } from '../schemas/payment-fields.ts';
import { resourceSchema } from '../schemas/resource-schema.ts';

export const quantity = (): Joi.NumberSchema =>
  Joi.number().integer().min(0).max(MAX_QUANTITY).description('How much of the plan.').example(3);

const maybeTime = (description: string) => timestamp().allow(null).required().description(description);

export const subscriptionSchema = resourceSchema<SubscriptionView>('subscription', 'sub', {
  user_id: idOf('usr').required().description('Who is billed.'),
  plan_id: idOf('plan').required().description('The plan that is billed.'),
  quantity: quantity().required(),
  interval: Joi.string()
    .valid(...INTERVAL_UNITS)
    .required()
    .description('The unit of a period.')
    .example('month'),
  interval_count: Joi.number().integer().min(1).required().description('How many units a period has.').example(1),
  status: Joi.string()
    .valid(...SUBSCRIPTION_STATUSES)
    .required()
    .description(
      '`incomplete`: the first charge waits for its outcome, or for the customer’s authentication; `trialing`: nothing is billed yet; ' +
        '`past_due`: a payment failed and is retried; `unpaid`: no retry succeeded, and nothing more is billed until a ' +
        'payment succeeds.',
    )
    .example('active'),
  currency: currency().required().description('Of all invoices.').example('USD'),
  collection: Joi.string()
    .valid(...COLLECTIONS)
    .required()
    .description('`charge`: the payment method is charged; `send`: the customer pays the invoices by their due dates.')
    .example('charge'),
  payment_method_id: idOf('pm')
    .allow(null)
    .required()
    .description('What is charged; null: the default payment method of the user.'),
  next_action: nextAction('While it is `incomplete`: where the customer authenticates the first charge.'),
  current_period_start: timestamp().required().description('When the current period started.'),
  current_period_end: timestamp().required().description('When the current period ends.'),
  trial_end: maybeTime('When the trial ends or ended; null without one.'),
  at_period_end: Joi.string()
    .valid(...PERIOD_ENDS)
    .required()
    .description('What happens at the end of the current period.')
    .example('renew'),
  next_plan_id: idOf('plan').allow(null).required().description('The plan of the next period; null: the same.'),
  next_quantity: quantity().allow(null).required().description('The quantity of the next period; null: the same.'),
  paused_at: maybeTime('Since when nothing is billed; null unless it is paused.'),
  resumes_at: maybeTime('When a skipped period ends; null unless one is skipped.'),
  past_due_since: maybeTime('When a payment failed first; null if everything is paid.'),
  next_payment_attempt_at: maybeTime('When what is owed is charged again; null: not by itself.'),
  discount_codes: Joi.array()
    .items(label(40))
    .required()
    .description('The discounts of its invoices, as long as they are valid.')
    .example([], { override: true }),
  tax_id: Joi.string().allow(null).required().description('The tax id on its invoices.').example(null),
  out_of_stock_since: maybeTime('Since when the next period waits for the stock of its product; null: it does not.'),
  latest_invoice_id: idOf('inv').allow(null).required().description('The last invoice; null: none yet.'),
  ended_at: maybeTime('When it ended; null until then.'),
  metadata: stringMap().required().description('At most 50 strings of your own.').example({ seats: 'office' }),
  actions: Joi.array()
    .items(Joi.string().valid(...SUBSCRIPTION_ACTIONS))
    .required()
    .description('The steps that are possible now.')
    .example(['cancel', 'pause', 'skip'], { override: true }),
})
  .id('Subscription')
  .description('What a customer is billed for in every period.');

export const subscriptionPageSchema = pageOf('SubscriptionList', subscriptionSchema);

export const subscriptionEventSchema = eventOf(subscriptionSchema)
  .id('SubscriptionEvent')
  .description('An event of a subscription.');
