import Joi from 'joi';
import { INTERVAL_UNITS, MAX_INTERVAL_COUNT } from '#core/subscriptions/period.ts';
import { PLAN_STATUSES, type PlanPatch, type PlanView } from '#core/subscriptions/plan.ts';
import {
  DUNNING_ENDS,
  MAX_TRIAL_DAYS,
  MAX_USAGE_GRACE_HOURS,
  type PlanFields,
} from '#core/subscriptions/plan-fields.ts';
import { MAX_QUANTITY, PRICING_MODELS } from '#core/subscriptions/plan-price.ts';
import { MAX_TIERS, type PriceTierFields } from '#core/subscriptions/price-tier.ts';
import { USAGE_AGGREGATIONS } from '#core/subscriptions/usage.ts';
import { eventOf } from '../schemas/event.ts';
import { amount, currency, integer, label, pageOf, referenceTo, stringMap, stringMapPatch } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { required } from '../schemas/required.ts';
import { resourceSchema } from '../schemas/resource-schema.ts';

const tier = objectOf<PriceTierFields>({
  up_to: required(
    integer(1).max(MAX_QUANTITY).allow(null),
    'The last unit of the tier; null in the last tier, and only there.',
    100,
  ),
  unit_amount: required(amount(), 'The price of a unit, in major units.', 5),
  flat_amount: amount().allow(null).description('Added once where the tier is used; 0 by default.').example(0),
})
  .id('PriceTier')
  .description('The price of the units from the one after the tier before.');

const fields = {
  name: label(255).description('The name, which invoices show.').example('Team, monthly'),
  product_id: referenceTo('prod')
    .allow(null)
    .description(
      'The product that is subscribed to, and not one with variants. Each period orders the quantity from its stock, or one unit ' +
        'at a `flat` price, if that is tracked.',
    ),
  pricing: Joi.string()
    .valid(...PRICING_MODELS)
    .description(
      '`flat`: `amount` for each period; `per_unit`: `amount` for each unit; `graduated`: each unit at the price of its ' +
        'own tier; `volume`: all units at the price of the tier of the whole quantity.',
    )
    .example('per_unit'),
  amount: amount()
    .allow(null)
    .description('Only of `flat` and `per_unit`, and required there: the price of a period or a unit, in major units.')
    .example(12),
  tiers: Joi.array()
    .items(tier)
    .max(MAX_TIERS)
    .allow(null)
    .description(`Only of \`graduated\` and \`volume\`, and required there: at most ${MAX_TIERS}, ascending.`)
    .example(null, { override: true }),
  setup_amount: amount()
    .description(
      'Charged once, with the first period of a subscription, not by a later change of its plan; 0 by default.',
    )
    .example(0),
  currency: currency().description('Of all amounts; that of the store by default.').example('USD'),
  usage: Joi.string()
    .valid(...USAGE_AGGREGATIONS)
    .allow(null)
    .description(
      'What is billed of the usage of a period, afterwards: its sum, maximum or last value; null: the quantity, in ' +
        'advance. Not for `flat`.',
    )
    .example(null, { override: true }),
  usage_grace_hours: integer(0)
    .max(MAX_USAGE_GRACE_HOURS)
    .description(
      'How many hours after its end the usage of a period is billed, so that late records are on its invoice; 1 by ' +
        'default. The next period begins on time.',
    )
    .example(1),
  interval: Joi.string()
    .valid(...INTERVAL_UNITS)
    .description('The unit of a period.')
    .example('month'),
  interval_count: integer(1)
    .max(MAX_INTERVAL_COUNT.day)
    .description('How many units a period has, at most three years; 1 by default.')
    .example(1),
  trial_days: integer(0).max(MAX_TRIAL_DAYS).description('The trial of new subscriptions; 0 by default.').example(14),
  trial_once: Joi.boolean()
    .description(
      'Whether a customer has one trial only, of this plan, or of all plans of its `product_id`; later subscriptions start ' +
        'without one. True by default.',
    )
    .example(true),
  max_per_customer: integer(1)
    .max(1_000_000)
    .allow(null)
    .description(
      'How many subscriptions a customer may have that are not cancelled, to this plan, or to all plans of its ' +
        '`product_id`; null for any number.',
    )
    .example(1),
  after_dunning: Joi.string()
    .valid(...DUNNING_ENDS)
    .description('What becomes of a subscription when no retry of a payment succeeded; `unpaid` by default.')
    .example('unpaid'),
  tax_category: label(100).allow(null).description('The tax category; null for the standard rate.').example('books'),
  metadata: stringMap().description('At most 50 strings of your own.').example({ tier: 'team' }),
};

const status = Joi.string()
  .valid(...PLAN_STATUSES)
  .description('`archived`: accepts no new subscriptions; those that it has go on.')
  .example('active');

/** The body of POST. */
export const planInput = objectOf<PlanFields>({
  ...fields,
  name: fields.name.required(),
  pricing: fields.pricing.required(),
  interval: fields.interval.required(),
})
  .id('PlanInput')
  .description('A plan; omitted fields have their defaults.');

/** The body of PATCH. */
export const planPatch = objectOf<PlanPatch>({
  ...fields,
  status,
  setup_amount: fields.setup_amount.allow(null),
  currency: fields.currency.allow(null),
  usage_grace_hours: fields.usage_grace_hours.allow(null),
  interval_count: fields.interval_count.allow(null),
  trial_days: fields.trial_days.allow(null),
  trial_once: fields.trial_once.allow(null),
  after_dunning: fields.after_dunning.allow(null),
  metadata: stringMapPatch().example({ tier: null }),
})
  .id('PlanPatch')
  .description(
    'A JSON Merge Patch (RFC 7396): omitted fields stay, and null resets a field to its default. The product, the price, ' +
      'the currency, the usage and the interval cannot change: another value of theirs is 422.',
  );

export const planSchema = resourceSchema<PlanView>('plan', 'plan', {
  name: fields.name.required(),
  status: status.required(),
  product_id: required(fields.product_id, 'The product that is subscribed to; null for none.'),
  pricing: fields.pricing.required(),
  amount: fields.amount.required(),
  tiers: fields.tiers.required(),
  setup_amount: fields.setup_amount.required(),
  currency: fields.currency.required(),
  usage: fields.usage.required(),
  usage_grace_hours: fields.usage_grace_hours.required(),
  interval: fields.interval.required(),
  interval_count: fields.interval_count.required(),
  trial_days: fields.trial_days.required(),
  trial_once: fields.trial_once.required(),
  max_per_customer: fields.max_per_customer.required(),
  after_dunning: fields.after_dunning.required(),
  tax_category: fields.tax_category.required(),
  metadata: fields.metadata.required(),
  actions: required(
    Joi.array().items(Joi.string().valid('archive', 'activate')),
    'The changes of `status` that are possible now.',
    ['archive'],
  ),
})
  .id('Plan')
  .description('What a subscription costs, and how often.');

export const planPageSchema = pageOf('PlanList', planSchema);

export const planEventSchema = eventOf(planSchema).id('PlanEvent').description('An event of a plan.');
