import Joi from 'joi';
import {
  BUSINESS_METRICS,
  type BusinessFigures,
  type BusinessReport,
  type FailureFigures,
  type GatewayFigures,
  type TaxFigures,
} from '#core/analytics/business-report.ts';
import type { ReportRequest } from '#core/analytics/report.ts';
import { MAX_FAILURES, MAX_GATEWAYS, MAX_TAXES } from '#core/analytics/use-cases/report-business.ts';
import { type FieldsOf, objectOf } from '../schemas/object-of.ts';
import { required } from '../schemas/required.ts';
import { count, metricFields, money, rate, reportFields, reportQuery } from './report-fields.ts';

export const businessQuery = objectOf<ReportRequest>(reportQuery);

export const businessTotals: FieldsOf<BusinessFigures> = {
  mrr: money(
    'The monthly recurring revenue at the end of the interval: what the plans of all subscriptions that are active or past due cost per month, without tax, discounts, setup amounts and usage. It is the one at the beginning plus the five movements.',
  ),
  arr: money('The annual recurring revenue: 12 times `mrr`.'),
  active_subscriptions: count('Subscriptions with an MRR at the end of the interval.'),
  churn_rate: rate(
    '`subscriptions_churned` divided by the active subscriptions at the beginning of the interval; null if there were none.',
  ),
  ...metricFields(BUSINESS_METRICS),
};

const gatewaySchema = objectOf<GatewayFigures>({
  gateway: required(Joi.string(), 'The name of the gateway.', 'stripe'),
  succeeded: count('As `payments_succeeded`.'),
  failed: count('As `payments_failed`.'),
  success_rate: rate('As `payment_success_rate`.'),
})
  .id('GatewayFigures')
  .description('What became of the payments by a gateway.');

const failureSchema = objectOf<FailureFigures>({
  gateway: required(Joi.string(), 'The name of the gateway.', 'stripe'),
  code: required(Joi.string(), 'The `failure_code` of the payments.', 'insufficient_funds'),
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
  rate: required(Joi.number(), 'In percent.', 19),
  name: required(Joi.string(), 'The name of the tax rate.', 'VAT'),
  taxable: money(
    'What was received for goods, shipping and invoice lines at this rate, without the tax: what was captured in the range minus what was refunded in it, divided among the lines.',
  ),
  tax: money('The tax on `taxable`: of each line’s tax, the same proportion as was received of the line’s total.'),
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
  payments: required(
    Joi.array().items(gatewaySchema).max(MAX_GATEWAYS),
    'What became of the payments in the range by gateway, the most used one first.',
  ),
  failures: required(
    Joi.array().items(failureSchema).max(MAX_FAILURES),
    `Why payments in the range failed, the most frequent reasons first, at most ${MAX_FAILURES}.`,
  ),
  taxes: required(
    Joi.array().items(taxSchema).max(MAX_TAXES),
    `The taxes of the range by country, rate and name, the largest \`taxable\` first, at most ${MAX_TAXES}.`,
  ),
  products_never_sold: count(
    'Products that can be sold now, in this currency, and of which no unit was sold in the range. Variants count, and products without variants.',
  ),
})
  .id('BusinessReport')
  .description('How the business goes.');
