import type { Currency } from '#core/shared/currency.ts';
import { Rate } from '#core/shared/rate.ts';
import { type Measure, Values } from './measures.ts';
import { type MetricName, metricValue } from './metrics.ts';
import type { Report } from './report.ts';
import { rateOf, shownValue } from './shown-figures.ts';
import { TaxKey } from './tax-key.ts';

/** The figures of the business as the API shows them; amounts are in major units. */
export type BusinessFigures = Readonly<{
  mrr: number;
  arr: number;
  mrr_new: number;
  mrr_expansion: number;
  mrr_contraction: number;
  mrr_churn: number;
  mrr_reactivation: number;
  active_subscriptions: number;
  subscriptions_started: number;
  subscriptions_churned: number;
  subscriptions_reactivated: number;
  churn_rate: number | null;
  trials_started: number;
  trials_converted: number;
  trials_ended: number;
  trial_conversion_rate: number | null;
  payments_succeeded: number;
  payments_failed: number;
  payment_success_rate: number | null;
  refund_rate: number | null;
  returns: number;
  units_returned: number;
  return_rate: number | null;
  disputes_opened: number;
  disputes_opened_amount: number;
  disputes_won: number;
  disputes_won_amount: number;
  disputes_lost: number;
  disputes_lost_amount: number;
  stock_outs: number;
  failed_webhooks: number;
}>;

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

const MRR_MEASURES = [
  'mrr_new',
  'mrr_expansion',
  'mrr_contraction',
  'mrr_churn',
  'mrr_reactivation',
] as const satisfies readonly Measure[];

const MONTHS_PER_YEAR = 12n;

export const BusinessFigures = {
  of: ({ before, values }: Period, currency: Currency): BusinessFigures => {
    const after = Values.add(before, values);
    const figure = <Name extends MetricName>(name: Name) => metricValue(name, values, currency);
    return {
      mrr: shownValue('mrr_new', mrrOf(after), currency),
      arr: shownValue('mrr_new', mrrOf(after) * MONTHS_PER_YEAR, currency),
      mrr_new: figure('mrr_new'),
      mrr_expansion: figure('mrr_expansion'),
      mrr_contraction: figure('mrr_contraction'),
      mrr_churn: figure('mrr_churn'),
      mrr_reactivation: figure('mrr_reactivation'),
      active_subscriptions: Number(activeIn(after)),
      subscriptions_started: figure('subscriptions_started'),
      subscriptions_churned: figure('subscriptions_churned'),
      subscriptions_reactivated: figure('subscriptions_reactivated'),
      churn_rate: rateOf(values.subscriptions_churned ?? 0n, activeIn(before)),
      trials_started: figure('trials_started'),
      trials_converted: figure('trials_converted'),
      trials_ended: figure('trials_ended'),
      trial_conversion_rate: figure('trial_conversion_rate'),
      payments_succeeded: figure('payments_succeeded'),
      payments_failed: figure('payments_failed'),
      payment_success_rate: figure('payment_success_rate'),
      refund_rate: figure('refund_rate'),
      returns: figure('returns'),
      units_returned: figure('units_returned'),
      return_rate: figure('return_rate'),
      disputes_opened: figure('disputes_opened'),
      disputes_opened_amount: figure('disputes_opened_amount'),
      disputes_won: figure('disputes_won'),
      disputes_won_amount: figure('disputes_won_amount'),
      disputes_lost: figure('disputes_lost'),
      disputes_lost_amount: figure('disputes_lost_amount'),
      stock_outs: figure('stock_outs'),
      failed_webhooks: figure('failed_webhooks'),
    };
  },
};

/** The movements of the MRR add up to it. */
const mrrOf = (values: Values): bigint => MRR_MEASURES.reduce((sum, name) => sum + (values[name] ?? 0n), 0n);

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
