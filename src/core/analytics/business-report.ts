import type { Currency } from '#core/shared/currency.ts';
import { Rate } from '#core/shared/rate-limiter.ts';
import { TaxKey } from './filters.ts';
import { Values } from './measures.ts';
import { type MetricName, type ShownMetrics, showMetrics } from './metrics.ts';
import { type Report, rateOf, shownValue } from './report.ts';

const MRR_MOVEMENTS = [
  'mrr_new',
  'mrr_expansion',
  'mrr_contraction',
  'mrr_churn',
  'mrr_reactivation',
] as const satisfies readonly MetricName[];

/** The figures of what happens in an interval. */
export const BUSINESS_METRICS = [
  ...MRR_MOVEMENTS,
  'subscriptions_started',
  'subscriptions_churned',
  'subscriptions_reactivated',
  'trials_started',
  'trials_converted',
  'trials_ended',
  'trial_conversion_rate',
  'payments_succeeded',
  'payments_failed',
  'payment_success_rate',
  'refund_rate',
  'returns',
  'units_returned',
  'return_rate',
  'withdrawals',
  'units_withdrawn',
  'withdrawal_rate',
  'disputes_opened',
  'disputes_opened_amount',
  'disputes_won',
  'disputes_won_amount',
  'disputes_lost',
  'disputes_lost_amount',
  'stock_outs',
  'failed_webhooks',
] as const satisfies readonly MetricName[];

/** The state of subscriptions at the end of an interval; amounts are in major units. */
type SubscriptionFigures = Readonly<{
  mrr: number;
  arr: number;
  active_subscriptions: number;
  churn_rate: number | null;
}>;

/** The figures of the business as the API shows them. */
export type BusinessFigures = SubscriptionFigures & ShownMetrics<(typeof BUSINESS_METRICS)[number]>;

/** The outcomes of payments by a gateway. */
export type GatewayFigures = Readonly<{
  gateway: string;
  succeeded: number;
  failed: number;
  success_rate: number | null;
}>;

/** How often payments by a gateway failed for a reason. */
export type FailureFigures = Readonly<{ gateway: string; code: string; count: number }>;

/** The tax of sales to a country at a rate. */
export type TaxFigures = Readonly<{
  country: string | null;
  /** In percent. */
  rate: number;
  name: string;
  taxable: number;
  tax: number;
}>;

export type BusinessReport = Report<'business_report', BusinessFigures, BusinessFigures> &
  Readonly<{
    payments: readonly GatewayFigures[];
    failures: readonly FailureFigures[];
    taxes: readonly TaxFigures[];
    products_never_sold: number;
  }>;

/** The sums of a key of a dimension. */
type Group = Readonly<{ key: string; values: Values }>;

/** A part of time: what happened in it, and all that happened before. */
type Period = Readonly<{ before: Values; values: Values }>;

const MONTHS_PER_YEAR = 12n;

export const BusinessFigures = {
  of: ({ before, values }: Period, currency: Currency): BusinessFigures => {
    const after = Values.add(before, values);
    return {
      mrr: shownValue('mrr_new', mrrOf(after), currency),
      arr: shownValue('mrr_new', mrrOf(after) * MONTHS_PER_YEAR, currency),
      active_subscriptions: Number(activeIn(after)),
      churn_rate: rateOf(values.subscriptions_churned ?? 0n, activeIn(before)),
      ...showMetrics(BUSINESS_METRICS, values, currency),
    };
  },
};

/** The movements of the MRR add up to it. */
const mrrOf = (values: Values): bigint => MRR_MOVEMENTS.reduce((sum, name) => sum + (values[name] ?? 0n), 0n);

const activeIn = (values: Values): bigint =>
  (values.subscriptions_started ?? 0n) +
  (values.subscriptions_reactivated ?? 0n) -
  (values.subscriptions_churned ?? 0n);

export const GatewayFigures = {
  of: ({ key, values: { payments = 0n, payments_succeeded: succeeded = 0n } }: Group): GatewayFigures => ({
    gateway: key,
    succeeded: Number(succeeded),
    failed: Number(payments - succeeded),
    success_rate: rateOf(succeeded, payments),
  }),
};

export const FailureFigures = {
  of: ({ key, values: { payments = 0n } }: Group): FailureFigures => {
    // names of gateways have no spaces
    const [gateway = '', ...code] = key.split(' ');
    return { gateway, code: code.join(' '), count: Number(payments) };
  },
};

export const TaxFigures = {
  of: ({ key, values: { taxable = 0n, tax = 0n } }: Group, currency: Currency): TaxFigures => {
    const { country, rate, name } = TaxKey.parse(key);
    return {
      country,
      rate: Rate.toPercent(rate),
      name,
      taxable: shownValue('taxable', taxable, currency),
      tax: shownValue('tax', tax, currency),
    };
  },
};
