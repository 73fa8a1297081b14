import Joi from 'joi';
import type {
  BusinessFigures,
  BusinessReport,
  FailureFigures,
  GatewayFigures,
  TaxFigures,
} from '#core/analytics/business-report.ts';
import { METRICS } from '#core/analytics/metrics.ts';
import type { ReportRequest } from '#core/analytics/report.ts';
import { MAX_FAILURES, MAX_GATEWAYS, MAX_TAXES } from '#core/analytics/use-cases/report-business.ts';
import { type FieldsOf, objectOf } from '../schemas/object-of.ts';
import { count, money, rate, reportFields, reportQuery } from './report-fields.ts';

export const businessQuery = objectOf<ReportRequest>(reportQuery);

export const businessTotals: FieldsOf<BusinessFigures> = {
  mrr: money(
    'The monthly recurring revenue at the end of the interval: what the plans of all subscriptions that are active or past due cost per month, without tax, discounts, setup amounts and usage. It is the one at the beginning plus the five movements.',
  ),
  arr: money('The annual recurring revenue: 12 times `mrr`.'),
  mrr_new: money(METRICS.mrr_new.words),
  mrr_expansion: money(METRICS.mrr_expansion.words),
  mrr_contraction: money(METRICS.mrr_contraction.words),
  mrr_churn: money(METRICS.mrr_churn.words),
  mrr_reactivation: money(METRICS.mrr_reactivation.words),
  active_subscriptions: count('Subscriptions with an MRR at the end of the interval.'),
  subscriptions_started: count(METRICS.subscriptions_started.words),
  subscriptions_churned: count(METRICS.subscriptions_churned.words),
  subscriptions_reactivated: count(METRICS.subscriptions_reactivated.words),
  churn_rate: rate(
    '`subscriptions_churned` divided by the active subscriptions at the beginning of the interval; null if there were none.',
  ),
  trials_started: count(METRICS.trials_started.words),
  trials_converted: count(METRICS.trials_converted.words),
  trials_ended: count(METRICS.trials_ended.words),
  trial_conversion_rate: rate(METRICS.trial_conversion_rate.words),
  payments_succeeded: count(METRICS.payments_succeeded.words),
  payments_failed: count(METRICS.payments_failed.words),
  payment_success_rate: rate(METRICS.payment_success_rate.words),
  refund_rate: rate(METRICS.refund_rate.words),
  returns: count(METRICS.returns.words),
  units_returned: count(METRICS.units_returned.words),
  return_rate: rate(METRICS.return_rate.words),
  disputes_opened: count(METRICS.disputes_opened.words),
  disputes_opened_amount: money(METRICS.disputes_opened_amount.words),
  disputes_won: count(METRICS.disputes_won.words),
  disputes_won_amount: money(METRICS.disputes_won_amount.words),
  disputes_lost: count(METRICS.disputes_lost.words),
  disputes_lost_amount: money(METRICS.disputes_lost_amount.words),
  stock_outs: count(METRICS.stock_outs.words),
  failed_webhooks: count(METRICS.failed_webhooks.words),
};

const gatewaySchema = objectOf<GatewayFigures>({
  gateway: Joi.string().required().description('The name of the gateway.').example('stripe'),
  succeeded: count('As `payments_succeeded`.'),
  failed: count('As `payments_failed`.'),
  success_rate: rate('As `payment_success_rate`.'),
})
  .id('GatewayFigures')
  .description('What became of the payments by a gateway.');

const failureSchema = objectOf<FailureFigures>({
  gateway: Joi.string().required().description('The name of the gateway.').example('stripe'),
  code: Joi.string().required().description('The `failure_code` of the payments.').example('insufficient_funds'),
  count: count('How many payments failed for it.'),
})
  .id('FailureFigures')
  .description('Why payments failed.');

const taxSchema = objectOf<TaxFigures>({
  country: Joi.string()
    .required()
    .allow(null)
    .description(
      'ISO 3166-1 alpha-2: where the goods were sent, else the country of the bill; null without an address, so that the taxes are those of the shop’s country.',
    )
    .example('DE'),
  rate: Joi.number().required().description('In percent.').example(19),
  name: Joi.string().required().description('The name of the tax rate.').example('VAT'),
  taxable: money(
    'What was received for goods, shipping and invoice lines at this rate, without the tax: what was captured in the range minus what was refunded in it, divided among the lines.',
  ),
  tax: money('The tax in it: the part of the tax of each line that its captured amount is of its total.'),
})
  .id('TaxFigures')
  .description('The tax that was received for sales to a country at a rate.');

export const businessReport = objectOf<BusinessReport>({
  ...reportFields<'business_report', BusinessFigures, BusinessFigures>({
    object: 'business_report',
    name: 'Business',
    totals: businessTotals,
    figures: businessTotals,
  }),
  payments: Joi.array()
    .items(gatewaySchema)
    .max(MAX_GATEWAYS)
    .required()
    .description('What became of the payments in the range by gateway, the most used one first.'),
  failures: Joi.array()
    .items(failureSchema)
    .max(MAX_FAILURES)
    .required()
    .description(`Why payments in the range failed, the most frequent reasons first, at most ${MAX_FAILURES}.`),
  taxes: Joi.array()
    .items(taxSchema)
    .max(MAX_TAXES)
    .required()
    .description(
      `The taxes of the range by country, rate and name, the largest \`taxable\` first, at most ${MAX_TAXES}.`,
    ),
  products_never_sold: count(
    'Products that can be sold now, in this currency, and of which no unit was sold in the range. Variants count, and products without variants.',
  ),
})
  .id('BusinessReport')
  .description('How the business goes.');
