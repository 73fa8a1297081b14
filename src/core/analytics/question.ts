import { type FieldError, invalid } from '#core/shared/domain-error.ts';
import type { BusinessFigures } from './business-report.ts';
import {
  isKeyed,
  isTime,
  KEYED_NAMES,
  metricsBy,
  type QueryDimension,
  TIME_NAMES,
  TIMES_BY_KEY,
} from './dimensions.ts';
import { Filters, type ReportError } from './filters.ts';
import type { Interval } from './interval.ts';
import { type KeyedDimension, METRIC_NAMES, METRICS, type Metric, type MetricName } from './metrics.ts';
import type { CoveringDimension } from './ports.ts';
import type { RowOrder } from './row-order.ts';
import type { SalesTotals } from './sales-report.ts';
import type { UsersTotals } from './users-report.ts';

/** Every figure of a report that is no metric. */
type Refused =
  | Exclude<keyof SalesTotals | keyof UsersTotals | keyof BusinessFigures, MetricName>
  | 'products_never_sold';

const ONCE = 'counts each buyer once in a range; GET /api/analytics/users shows it';
const ACCOUNTS = 'is counted from accounts; GET /api/analytics/users shows it';
const STATE = 'is the state at a time; GET /api/analytics/business shows it';

/** Why a figure of a report cannot be asked for: it is not the sum of its parts. */
const REFUSED_METRICS: Readonly<Record<Refused, string>> = {
  new: ACCOUNTS,
  active: ONCE,
  buyers: ONCE,
  returning_buyers: ONCE,
  repeat_buyers: ONCE,
  repeat_rate: ONCE,
  mrr: STATE,
  arr: STATE,
  active_subscriptions: STATE,
  churn_rate: 'compares with the state at the beginning; GET /api/analytics/business shows it',
  products_never_sold: 'counts what has no figures; GET /api/analytics/business shows it',
};

/** A question as it is asked. */
export type QuestionFields = Readonly<{
  metrics: readonly string[];
  dimensions?: readonly string[];
  /** Such as `gateway:stripe`. */
  filters?: readonly string[];
  /** A metric or dimension of the question, descending with `-`. */
  sort?: string;
}>;

/** A valid question. */
export type Question = Readonly<{
  metrics: readonly MetricName[];
  dimensions: readonly QueryDimension[];
  /** Of the dimensions, the one with keys. */
  key: KeyedDimension | null;
  /** Of the dimensions, the one of time. */
  time: Interval | null;
  /** Whose figures are read: those of the shop, or those of a dimension. */
  source: KeyedDimension | 'none';
  /** Only these keys of it; null: all. */
  keys: readonly string[] | null;
  order: RowOrder;
}>;

export const MAX_METRICS = 20;

export const MAX_DIMENSIONS = 2;

export const Question = {
  /** @throws DomainError `validation_failed` with every error. */
  of: (fields: QuestionFields): Question => {
    const errors: FieldError[] = [];
    const report = (field: string, code: string, message: string): void => {
      errors.push({ path: [field], code, message });
    };
    const metrics = metricsOf(fields.metrics, report);
    const dimensions = dimensionsOf(fields.dimensions ?? [], report);
    const key = dimensions.find(isKeyed) ?? null;
    const filters = Filters.of(fields.filters ?? [], key, report);
    const source = key ?? filters?.dimension ?? 'none';
    const keys = filters?.keys ?? null;
    if (source !== 'none') requireMetricsBy({ source, metrics, isSummed: key === null, keys }, report);
    const time = dimensions.find(isTime) ?? null;
    if (source !== 'none' && time !== null && !TIMES_BY_KEY.includes(time))
      report(
        'dimensions',
        'any.only',
        `must have no time other than ${TIMES_BY_KEY.join(', ')} for figures by ${source}`,
      );
    const asked = { metrics, dimensions, time };
    const order = orderOf(fields.sort, asked, report);
    if (order === undefined || errors.length > 0) throw invalid(errors);
    return { ...asked, key, source, keys, order };
  },
};

/** What has no others that it covers, by dimension. */
const WITHOUT_COVERED = { product: 'product without variants', category: 'category without others below it' } as const;

/** A question whose filters select more keys. @throws DomainError `validation_failed`. */
export const withCoveredKeys = (
  question: Question,
  { source, keys }: Readonly<{ source: CoveringDimension; keys: readonly string[] }>,
): Question => {
  const perKey = question.key === null && keys.length > 1 ? countedPerKey(question.metrics, source) : [];
  if (perKey.length === 0) return { ...question, keys };
  const message = `must name one ${WITHOUT_COVERED[source]} for ${eachOf(source, perKey)}`;
  throw invalid([{ path: ['filters'], code: 'array.max', message }]);
};

const metricsOf = (names: readonly string[], report: ReportError): readonly MetricName[] => {
  if (names.length > MAX_METRICS) {
    report('metrics', 'array.max', `must have at most ${MAX_METRICS} items`);
    return [];
  }
  requireOnce('metrics', names, report);
  const metrics = names.filter((name): name is MetricName => Object.hasOwn(METRICS, name));
  for (const name of names) {
    if (Object.hasOwn(METRICS, name)) continue;
    const reason = Object.entries(REFUSED_METRICS).find(([refused]) => refused === name)?.[1];
    if (reason !== undefined) report('metrics', 'any.invalid', `must add up over time: ${name} ${reason}`);
    else report('metrics', 'any.only', `must be one of ${METRIC_NAMES.join(', ')}`);
  }
  if (names.length === 0) report('metrics', 'array.min', `must name at least one of ${METRIC_NAMES.join(', ')}`);
  return metrics;
};

const KEYED_LIST = KEYED_NAMES.join(', ');
const TIME_LIST = TIME_NAMES.join(', ');

const dimensionsOf = (names: readonly string[], report: ReportError): readonly QueryDimension[] => {
  requireOnce('dimensions', names, report);
  const dimensions = names.filter((name): name is QueryDimension => isKeyed(name) || isTime(name));
  const rule = `must be at most one of ${KEYED_LIST}, and at most one of ${TIME_LIST}`;
  const isDouble = new Set(names.filter(isKeyed)).size > 1 || new Set(names.filter(isTime)).size > 1;
  if (dimensions.length < names.length || isDouble) report('dimensions', 'any.only', rule);
  return dimensions;
};

const requireOnce = (field: string, names: readonly string[], report: ReportError): void => {
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) report(field, 'array.unique', 'must name each only once');
};

type Read = Readonly<{
  source: KeyedDimension;
  metrics: readonly MetricName[];
  keys: readonly string[] | null;
  isSummed: boolean;
}>;

const requireMetricsBy = ({ source, metrics, keys, isSummed }: Read, report: ReportError): void => {
  const allowed = metricsBy(source);
  const others = metrics.filter((name) => !allowed.includes(name));
  if (others.length > 0)
    report(
      'metrics',
      'any.only',
      `must be available by ${source}, which ${listed(others)} not; available are ${allowed.join(', ')}`,
    );
  if (!isSummed || (keys?.length ?? 0) < 2) return;
  const perKey = countedPerKey(metrics, source);
  if (perKey.length > 0) report('filters', 'array.max', `must name one ${source} for ${eachOf(source, perKey)}`);
};

const countedPerKey = (metrics: readonly MetricName[], source: KeyedDimension): readonly MetricName[] =>
  metrics.filter((name) => (METRICS[name] as Metric).countedPerKey?.includes(source));

const eachOf = (source: KeyedDimension, perKey: readonly MetricName[]): string =>
  `${perKey.join(', ')}, since an order counts for each ${source} in it; add ${source} to the dimensions for the figures of each`;

const listed = (names: readonly string[]): string => `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'}`;

const orderOf = (
  sort: string | undefined,
  { metrics, dimensions, time }: Pick<Question, 'metrics' | 'dimensions' | 'time'>,
  report: ReportError,
): RowOrder | undefined => {
  const [first] = metrics;
  if (first === undefined) return undefined;
  if (sort === undefined) {
    return { by: time === null ? 'figure' : 'interval', isDescending: time === null, figure: METRICS[first] };
  }
  const isDescending = sort.startsWith('-');
  const name = isDescending ? sort.slice(1) : sort;
  const metric = metrics.find((each) => each === name);
  if (metric !== undefined) return { by: 'figure', isDescending, figure: METRICS[metric] };
  const dimension = dimensions.find((each) => each === name);
  if (dimension !== undefined)
    return { by: isTime(dimension) ? 'interval' : 'key', isDescending, figure: METRICS[first] };
  report(
    'sort',
    'any.only',
    `must be one of ${[...metrics, ...dimensions].join(', ')}; \`-\` before it for descending`,
  );
  return undefined;
};
