import Joi from 'joi';
import { type InvoicePreview, UPCOMING_TYPES, type UpcomingStepView } from '#core/subscriptions/upcoming-view.ts';
import type { UpcomingView } from '#core/subscriptions/use-cases/preview-subscription.ts';
import { idOf, timestamp } from '../schemas/fields.ts';
import { invoiceChargedFields } from '../schemas/invoice-charges.ts';
import { objectOf } from '../schemas/object-of.ts';
import { required } from '../schemas/required.ts';
import { subscriptionSchema } from './subscription-schemas.ts';

const invoicePreview = objectOf<InvoicePreview>(invoiceChargedFields)
  .id('InvoicePreview')
  .description('An invoice to come, at the prices, taxes and usage of now.');

const step = objectOf<UpcomingStepView>({
  type: required(
    Joi.string().valid(...UPCOMING_TYPES),
    '`charge`: open invoices are charged; `retry`: a failed payment is tried again; `renew`: the next period begins; ' +
      '`pause` and `skip`: nothing is billed from then on, or for one period; `end`: it is cancelled; `expire`: the first ' +
      'charge was not authenticated in time.',
    'renew',
  ),
  at: required(timestamp(), 'When it happens.'),
  amount_due: required(Joi.number().allow(null), 'Of `charge` and `retry`: what is due of the open invoices.', null),
  invoice: required(invoicePreview.allow(null), 'The invoice, at the prices, taxes and usage of now; null for none.'),
})
  .id('UpcomingStep')
  .description('What happens to a subscription by itself.');

export const upcomingSchema = objectOf<UpcomingView>({
  object: required(Joi.string().valid('upcoming'), 'The type of the resource.'),
  subscription_id: required(idOf('sub'), 'The subscription.'),
  steps: required(Joi.array().items(step), 'Up to the next renewal or the end, in their order.'),
})
  .id('Upcoming')
  .description('What happens next to a subscription unless something changes.');

/** A new or changed subscription; a dry run also says what it would cost. */
export const changedSubscriptionSchema = subscriptionSchema
  .append({
    invoice: invoicePreview
      .allow(null)
      .description('Only of a dry run: the invoice that the request would make at once; null for none.'),
    steps: Joi.array()
      .items(step)
      .description('Only of a dry run: what would then happen, up to the next renewal or the end.'),
  })
  .id('ChangedSubscription')
  .description('A new or changed subscription.');
