import Joi from 'joi';
import type { InvoicePreview, UpcomingStepView } from '#core/subscriptions/upcoming-view.ts';
import { UPCOMING_TYPES } from '#core/subscriptions/upcoming-view.ts';
import type { UpcomingView } from '#core/subscriptions/use-cases/preview-subscription.ts';
import { idOf, timestamp } from '../schemas/fields.ts';
import { invoiceChargedFields } from '../schemas/invoice-charges.ts';
import { objectOf } from '../schemas/object-of.ts';
import { subscriptionSchema } from './subscription-schemas.ts';

const invoicePreview = objectOf<InvoicePreview>(invoiceChargedFields)
  .id('InvoicePreview')
  .description('An invoice to come, at the prices, taxes and usage of now.');

const step = objectOf<UpcomingStepView>({
  type: Joi.string()
    .valid(...UPCOMING_TYPES)
    .required()
    .description(
      '`charge`: open invoices are charged; `retry`: a failed payment is tried again; `renew`: the next period begins; ' +
        '`pause` and `skip`: nothing is billed from then on, or for one period; `end`: it is cancelled; `expire`: the first ' +
        'charge was not authenticated in time.',
    )
    .example('renew'),
  at: timestamp().required().description('When it happens.'),
  amount_due: Joi.number()
    .allow(null)
    .required()
    .description('Of `charge` and `retry`: what is due of the open invoices.')
    .example(null, { override: true }),
  invoice: invoicePreview
    .allow(null)
    .required()
    .description('The invoice, at the prices, taxes and usage of now; null for none.'),
})
  .id('UpcomingStep')
  .description('What happens to a subscription by itself.');

export const upcomingSchema = objectOf<UpcomingView>({
  object: Joi.string().valid('upcoming').required().description('The type of the resource.'),
  subscription_id: idOf('sub').required().description('The subscription.'),
  steps: Joi.array().items(step).required().description('Up to the next renewal or the end, in their order.'),
})
  .id('Upcoming')
  .description('What happens next to a subscription unless something changes.');

/** A changed subscription; the dry run of a change also says what it would cost. */
export const changedSubscriptionSchema = subscriptionSchema
  .append({
    invoice: invoicePreview
      .allow(null)
      .description('Only of a dry run: the invoice that the change would make at once; null for none.'),
    steps: Joi.array()
      .items(step)
      .description('Only of a dry run: what would then happen, up to the next renewal or the end.'),
  })
  .id('ChangedSubscription')
  .description('A changed subscription.');
