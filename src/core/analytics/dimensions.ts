import type { Dimension } from './entry.ts';
import type { Interval } from './interval.ts';
import type { Measure } from './measures.ts';
import { Formula, type KeyedDimension, METRIC_NAMES, METRICS, type Metric, type MetricName } from './metrics.ts';

/** What a question may divide figures by: keys, or time. */
export type QueryDimension = KeyedDimension | Interval;

type Keyed = Readonly<{
  /** Of the entries. */
  dimension: Dimension;
  /** What a key is. */
  words: string;
  example: string;
}>;

export const KEYED_DIMENSIONS: Readonly<Record<KeyedDimension, Keyed>> = {
  product: { dimension: 'product', words: 'The id of the product.', example: 'prod_01h455vb4pex5vsknk084sn02q' },
  product_parent: {
    dimension: 'product_parent',
    words: 'The id of the product; of a variant, that of its parent when it was sold.',
    example: 'prod_01h455vb4pex5vsknk084sn02q',
  },
  category: {
    dimension: 'category',
    words: 'The id of the category; null for products without one.',
    example: 'cat_01h455vb4pex5vsknk084sn02q',
  },
  user: { dimension: 'user', words: 'The id of the user; null for guests.', example: 'usr_01h455vb4pex5vsknk084sn02q' },
  country: {
    dimension: 'country',
    words: 'The country of the delivery, or else of the bill (ISO 3166-1); null for sales without an address.',
    example: 'DE',
  },
  discount: {
    dimension: 'discount',
    words: 'The code of the discount, or its name if it applied without one.',
    example: 'SUMMER10',
  },
  tax_rate: {
    dimension: 'tax',
    words: 'The country, the rate in percent and the name of the tax; `-` without a country.',
    example: 'DE 19 VAT',
  },
  gateway: { dimension: 'gateway', words: 'The name of the gateway.', example: 'stripe' },
  failure: {
    dimension: 'failure',
    words: 'The gateway and the `failure_code` of the payments.',
    example: 'stripe insufficient_funds',
  },
};

/**
 * The dimensions of time, and how many intervals a question has at most that reads figures by key. Those are not kept by
 * the hour, and cost as much as there are keys in each day or month: 2 seconds for 4,000 products in each of 92 days, 5 for
 * 50,000 in each of 12 months.
 */
export const TIME_DIMENSIONS: Readonly<Record<Interval, Readonly<{ maxByKey: number }>>> = {
  hour: { maxByKey: 0 },
  day: { maxByKey: 92 },
  week: { maxByKey: 26 },
  month: { maxByKey: 24 },
};

export const KEYED_NAMES = Object.keys(KEYED_DIMENSIONS) as readonly KeyedDimension[];

export const TIME_NAMES = Object.keys(TIME_DIMENSIONS) as readonly Interval[];

/** The times that figures by key can be divided by. */
export const TIMES_BY_KEY = TIME_NAMES.filter((name) => TIME_DIMENSIONS[name].maxByKey > 0);

export const isKeyed = (name: string): name is KeyedDimension => Object.hasOwn(KEYED_DIMENSIONS, name);

export const isTime = (name: string): name is Interval => Object.hasOwn(TIME_DIMENSIONS, name);

/** The metrics that exist by a dimension. */
export const metricsBy = (dimension: KeyedDimension): readonly MetricName[] =>
  METRIC_NAMES.filter((name) => (METRICS[name] as Metric).by.includes(dimension));

/** The measures that these metrics are made of. */
export const measuresBy = (dimension: KeyedDimension): readonly Measure[] => [
  ...new Set(metricsBy(dimension).flatMap((name) => Formula.measures(METRICS[name]))),
];
