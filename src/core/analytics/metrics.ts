import type { Currency } from '#core/shared/currency.ts';
import { Money, roundedQuotient } from '#core/shared/money.ts';
import type { Dimension } from './entry.ts';
import { MEASURES, type Measure, type Values } from './measures.ts';
import { rateOf } from './report.ts';

/** Dimensions with keys, as the API names them: `tax` is a metric. */
export type KeyedDimension = Exclude<Dimension, 'none' | 'cohort' | 'occurrence' | 'tax'> | 'tax_rate';

/** Measures that are added or subtracted. */
type Terms = Readonly<Partial<Record<Measure, 1 | -1>>>;

/** How a figure is made of measures: a sum, divided by another one with `over`. */
export type Formula = Readonly<{ of: Terms; over?: Terms }>;

/** A figure that can be computed for any part of time, since its measures can be added up. */
export type Metric = Formula &
  Readonly<{
    /** `rate`: a fraction. */
    unit: 'money' | 'number' | 'rate';
    /** The dimensions in which it exists; the shop has all. */
    by: readonly KeyedDimension[];
    /** What it is, in plain words. */
    words: string;
    /** Dimensions in which one thing counts for several keys, so that these cannot be added up. */
    countedPerKey?: readonly KeyedDimension[];
    /** Where its sums are kept, unless by the currency of the report: for all currencies together, or as occurrences. */
    keptAs?: 'all_currencies' | 'occurrences';
  }>;

const COUNTED_ONCE = 'Counted once, when it happens, by quarter hour: a rebuild does not restore it.';

const OF_SHOP = [] as const;
const OF_BUYERS = ['user', 'country'] as const;
const OF_ITEMS = ['product', 'product_parent', 'category'] as const;
/** An order counts for each of its products, categories and discounts. */
const OF_PARTS = [...OF_ITEMS, 'discount'] as const;
const OF_SALES = [...OF_ITEMS, ...OF_BUYERS] as const;
const OF_TAXED = [...OF_BUYERS, 'tax_rate'] as const;

const sum = (measure: Measure, by: readonly KeyedDimension[], words: string) => ({
  of: { [measure]: 1 } as Terms,
  unit: MEASURES[measure],
  by,
  words,
});

const countedOnce = (measure: Measure, words: string) =>
  ({ ...sum(measure, OF_SHOP, `${words} ${COUNTED_ONCE}`), keptAs: 'occurrences' }) as const;

/** Every figure that can be asked for, described once: validation, messages, the API's document and the reports follow. */
export const METRICS = {
  gross: sum(
    'gross',
    OF_SALES,
    'What was captured in the interval, by payments of orders and invoices, taxes included.',
  ),
  refunds: sum(
    'refunds',
    OF_SALES,
    'What was refunded in the interval: successful refunds and lost disputes, minus earlier refunds that failed in the interval.',
  ),
  net: {
    of: { gross: 1, refunds: -1 },
    unit: 'money',
    by: OF_SALES,
    words: '`gross` minus `refunds`. An open dispute changes neither; a lost one is a refund when it is lost.',
  },
  discounts: sum(
    'discounts',
    [...OF_BUYERS, 'discount'],
    'The discounts of the orders that are counted in the interval.',
  ),
  shipping: sum('shipping', OF_BUYERS, 'The part of `net` that paid for shipping, without its tax.'),
  tax: sum('tax', [...OF_ITEMS, ...OF_TAXED], 'The part of `net` that is tax.'),
  taxable: sum('taxable', OF_TAXED, 'The part of `net` that is taxed, without the tax.'),
  orders: {
    ...sum(
      'orders',
      [...OF_SALES, 'discount'],
      'Orders of which the first money was captured in the interval, in full or in part. Orders that cost nothing count when they are created, those that send the goods of a subscription never.',
    ),
    countedPerKey: OF_PARTS,
  },
  units: sum(
    'units',
    OF_SALES,
    'The quantities that were ordered in `orders`, also what was cancelled or returned later.',
  ),
  average_order_value: {
    of: { gross: 1 },
    over: { orders: 1 },
    unit: 'money',
    by: OF_SALES,
    words:
      '`gross`, payments of invoices included, divided by `orders`, rounded to the minor unit; null without orders.',
    countedPerKey: OF_ITEMS,
  },
  new_buyers: { ...sum('new_buyers', OF_SHOP, 'Buyers who bought for the first time.'), keptAs: 'all_currencies' },
  mrr_new: sum('mrr_new', OF_SHOP, 'The MRR of subscriptions that have an MRR for the first time.'),
  mrr_expansion: sum(
    'mrr_expansion',
    OF_SHOP,
    'The increase of the MRR of subscriptions that had one, by a larger plan or quantity.',
  ),
  mrr_contraction: sum(
    'mrr_contraction',
    OF_SHOP,
    'The decrease of the MRR of subscriptions that still have one: a negative amount.',
  ),
  mrr_churn: sum(
    'mrr_churn',
    OF_SHOP,
    'The MRR that was lost as it fell to 0, by an end, a pause or an unpaid invoice: a negative amount.',
  ),
  mrr_reactivation: sum('mrr_reactivation', OF_SHOP, 'The MRR of subscriptions that have one again after churn.'),
  subscriptions_started: sum('subscriptions_started', OF_SHOP, 'Subscriptions with an MRR for the first time.'),
  subscriptions_churned: sum('subscriptions_churned', OF_SHOP, 'How often the MRR of a subscription fell to 0.'),
  subscriptions_reactivated: sum(
    'subscriptions_reactivated',
    OF_SHOP,
    'How often a subscription had an MRR again after churn.',
  ),
  trials_started: sum('trials_started', OF_SHOP, 'Subscriptions that began with a trial.'),
  trials_converted: sum(
    'trials_converted',
    OF_SHOP,
    'Subscriptions with a trial that became active, whatever they cost.',
  ),
  trials_ended: sum('trials_ended', OF_SHOP, 'Subscriptions that were cancelled before their trial converted.'),
  trial_conversion_rate: {
    of: { trials_converted: 1 },
    over: { trials_converted: 1, trials_ended: 1 },
    unit: 'rate',
    by: OF_SHOP,
    words: '`trials_converted` divided by the sum of `trials_converted` and `trials_ended`; null if both are 0.',
  },
  payments_succeeded: sum(
    'payments_succeeded',
    ['gateway'],
    'Payments that were captured, or authorized to be captured later, counted at that time. Payments that were cancelled before they had an outcome count nowhere.',
  ),
  payments_failed: {
    of: { payments: 1, payments_succeeded: -1 },
    unit: 'number',
    by: ['gateway', 'failure'],
    words:
      'Payments whose first outcome was a failure: declined by the gateway, or the gateway could not be reached. Another attempt is another payment.',
  },
  payment_success_rate: {
    of: { payments_succeeded: 1 },
    over: { payments: 1 },
    unit: 'rate',
    by: ['gateway'],
    words:
      '`payments_succeeded` divided by the sum of `payments_succeeded` and `payments_failed`; null without payments.',
  },
  refund_rate: {
    of: { refunds: 1 },
    over: { gross: 1 },
    unit: 'rate',
    by: OF_SALES,
    words: '`refunds` divided by `gross`; null without gross.',
  },
  returns: sum('returns', OF_SHOP, 'Returns that were received.'),
  units_returned: sum('units_returned', OF_SHOP, 'The quantities of the items of `returns`.'),
  return_rate: {
    of: { units_returned: 1 },
    over: { units: 1 },
    unit: 'rate',
    by: OF_SHOP,
    words: '`units_returned` divided by `units`; null without units.',
  },
  withdrawals: sum('withdrawals', OF_SHOP, 'Withdrawals that were accepted, counted when they were stated.'),
  units_withdrawn: sum('units_withdrawn', OF_SHOP, 'The quantities of the accepted items of `withdrawals`.'),
  withdrawal_rate: {
    of: { withdrawals: 1 },
    over: { orders: 1 },
    unit: 'rate',
    by: OF_SHOP,
    words: '`withdrawals` divided by `orders`; null without orders.',
  },
  disputes_opened: sum('disputes_opened', OF_SHOP, 'Disputes that began, of money that was not refunded before.'),
  disputes_opened_amount: sum('disputes_opened_amount', OF_SHOP, 'The amount of `disputes_opened`.'),
  disputes_won: sum('disputes_won', OF_SHOP, 'Disputes that were won.'),
  disputes_won_amount: sum('disputes_won_amount', OF_SHOP, 'The amount of `disputes_won`, which the bank returned.'),
  disputes_lost: sum('disputes_lost', OF_SHOP, 'Disputes that were lost.'),
  disputes_lost_amount: sum('disputes_lost_amount', OF_SHOP, 'The amount of `disputes_lost`, which counts as refunds.'),
  sign_ins: countedOnce('sign_ins', 'Sessions that users began by signing in, staff included.'),
  stock_outs: countedOnce(
    'stock_outs',
    'How often the tracked stock of a product or a variant fell to 0, by orders or otherwise.',
  ),
  failed_webhooks: countedOnce(
    'failed_webhooks',
    'Webhook deliveries that were given up: after their last attempt, or because their endpoint was disabled. One that is retried and given up again counts again.',
  ),
} as const satisfies Readonly<Record<string, Metric>>;

export type MetricName = keyof typeof METRICS;

export const METRIC_NAMES = Object.keys(METRICS) as readonly MetricName[];

/** A quotient is null where its divisor is 0. */
type Shown<Name extends MetricName> = (typeof METRICS)[Name] extends { over: Terms } ? number | null : number;

/** A metric as the API shows it: an amount in major units, a number, or a fraction with four decimals. */
export const metricValue = <Name extends MetricName>(name: Name, values: Values, currency: Currency): Shown<Name> => {
  const { of, over, unit }: Metric = METRICS[name];
  const part = Formula.sum(of, values);
  const value = over === undefined ? part : quotient(part, Formula.sum(over, values), unit);
  if (typeof value !== 'bigint') return value as Shown<Name>;
  return (unit === 'money' ? Money.ofMinor(value, currency).toNumber() : Number(value)) as Shown<Name>;
};

/** Metrics as the API shows them, by their names. */
export type ShownMetrics<Name extends MetricName> = Readonly<{ [Key in Name]: Shown<Key> }>;

export const showMetrics = <Name extends MetricName>(
  names: readonly Name[],
  values: Values,
  currency: Currency,
): ShownMetrics<Name> =>
  Object.fromEntries(names.map((name) => [name, metricValue(name, values, currency)])) as ShownMetrics<Name>;

const quotient = (part: bigint, whole: bigint, unit: Metric['unit']): bigint | number | null => {
  if (unit === 'rate') return rateOf(part, whole);
  return whole === 0n ? null : roundedQuotient(part, whole);
};

export const Formula = {
  sum: (terms: Terms, values: Values): bigint =>
    (Object.entries(terms) as [Measure, 1 | -1][]).reduce(
      (total, [measure, factor]) => total + (values[measure] ?? 0n) * BigInt(factor),
      0n,
    ),

  /** The measures that it is made of. */
  measures: ({ of, over = {} }: Formula): readonly Measure[] => Object.keys({ ...of, ...over }) as Measure[],
};
