import type { Actor } from '#core/shared/actor.ts';
import type { Currency } from '#core/shared/currency.ts';
import { invalid } from '#core/shared/domain-error.ts';
import { isKeyed, KEYED_DIMENSIONS, type QueryDimension, TIME_DIMENSIONS } from '../dimensions.ts';
import { type FiguresCurrency, NO_CURRENCY } from '../entry.ts';
import { TaxKey } from '../filters.ts';
import { isLabelled, readLabels } from '../group-labels.ts';
import { Values } from '../measures.ts';
import { Formula, METRICS, type Metric, type MetricName, metricValue } from '../metrics.ts';
import type { AnalyticsQueries } from '../ports.ts';
import { Question, type QuestionFields, withCoveredKeys } from '../question.ts';
import { EARLIEST, endsOf, type RangeFields } from '../report-range.ts';
import { openReport, type ReportDeps, type ReportReader } from '../report-reader.ts';
import { grainsOf } from '../rollup.ts';
import { compareRows, type FiguresRow } from '../row-order.ts';

export type AskedQuestion = QuestionFields &
  Omit<RangeFields, 'interval'> &
  Readonly<{
    currency?: string;
    /** Of the rows. */
    limit?: number;
  }>;

/** The key of each dimension, or when its interval starts, the label of the key, and the metrics. */
export type QuestionRow = Readonly<Record<string, string | number | null>>;

export type QuestionResult = Readonly<{
  object: 'analytics_query';
  from: string;
  to: string;
  timezone: string;
  currency: Currency;
  metrics: readonly MetricName[];
  dimensions: readonly QueryDimension[];
  rows: readonly QuestionRow[];
  /** Whether `limit` cut rows off. */
  has_more: boolean;
}>;

/** Divides metrics by dimensions, from rollups alone. @throws DomainError `validation_failed`. */
export type AskQuestion = (actor: Actor, asked: AskedQuestion) => Promise<QuestionResult>;

const DEFAULT_ROWS = 100;

export const makeAskQuestion =
  (deps: ReportDeps): AskQuestion =>
  async (actor, { limit = DEFAULT_ROWS, ...asked }) => {
    const question = await withCovered(deps.queries, Question.of(asked));
    // without a dimension of time, the range is not divided
    const interval = question.time ?? 'month';
    // figures by key and time are kept in the shop's time zone only
    const isInShopTimeZone = question.source !== 'none' && question.time !== null;
    const reader = await openReport(deps, { ...asked, interval }, { intervalField: 'dimensions', isInShopTimeZone });
    requireBounded(question, reader);
    const found = await readRows(deps.queries, { question, reader, limit: limit + 1 });
    const rows = found.slice(0, limit);
    const { range, currency } = reader;
    return {
      object: 'analytics_query',
      ...endsOf(range),
      timezone: range.timeZone,
      currency,
      metrics: question.metrics,
      dimensions: question.dimensions,
      rows: await toView(deps.queries, { question, reader, actor, rows }),
      has_more: found.length > limit,
    };
  };

/** A filter on a product or a category selects what it covers too. */
const withCovered = async (queries: AnalyticsQueries, question: Question): Promise<Question> => {
  const { source, keys } = question;
  if (keys === null || (source !== 'product' && source !== 'category')) return question;
  return withCoveredKeys(question, { source, keys: await queries.coveredKeys(source, keys) });
};

/** Figures by key are kept by days of the shop's time zone, and cost as much as there are keys in each interval. */
const requireBounded = ({ key, source, time }: Question, { range, generation }: ReportReader): void => {
  if (source === 'none' || time === null) return;
  const by = key === null ? `${time} with a filter by ${source}` : `${source} and ${time}`;
  const { maxByKey } = TIME_DIMENSIONS[time];
  const count = range.starts.length;
  if (count > maxByKey)
    throw refusal(
      'dimensions',
      'array.max',
      `must divide the range into at most ${maxByKey} intervals by ${by}: it has ${count}. Choose a longer one, or a shorter range`,
    );
  if (generation !== undefined && range.timeZone !== generation.timeZone)
    throw refusal(
      'timezone',
      'any.only',
      `must be ${generation.timeZone}, the shop’s, to divide by ${by}, since figures by ${source} are kept by its days; without a dimension of time it may be any`,
    );
};

const refusal = (field: string, code: string, message: string) => invalid([{ path: [field], code, message }]);

type Asked = Readonly<{ question: Question; reader: ReportReader; limit: number }>;

/** Rows by key are those with figures; else every interval has one. */
const readRows = async (queries: AnalyticsQueries, asked: Asked): Promise<readonly FiguresRow[]> => {
  const { question, reader, limit } = asked;
  if (question.key !== null) return readDivided(queries, asked);
  const starts = question.time === null ? [EARLIEST] : reader.range.starts;
  const found =
    question.source === 'none'
      ? await readShop(queries, asked)
      : await readDivided(queries, { ...asked, limit: starts.length });
  const sums = new Map(found.map((row) => [row.interval, row]));
  return starts
    .map((_, interval) => sums.get(interval) ?? { key: '', interval, values: {} })
    .sort(compareRows(question.order))
    .slice(0, limit);
};

const readDivided = async (
  queries: AnalyticsQueries,
  { question, reader, limit }: Asked,
): Promise<readonly FiguresRow[]> => {
  const { source, time, key, keys, order, metrics } = question;
  const { range, generation, currency } = reader;
  if (source === 'none' || generation === undefined) return [];
  // months are not made up of weeks
  const grains = time === 'day' || time === 'week' ? (['day'] as const) : grainsOf(KEYED_DIMENSIONS[source].dimension);
  return queries.divide({
    generation: generation.number,
    by: source,
    currency,
    segments: reader.segments(range, grains),
    keys,
    isByKey: key !== null,
    starts: time === null ? [EARLIEST] : range.starts,
    measures: [...new Set(metrics.flatMap((name) => Formula.measures(METRICS[name])))],
    order,
    limit,
  });
};

/** The figures of the shop: those of the currency, of all currencies together, and what is counted once. */
const readShop = async (
  queries: AnalyticsQueries,
  { question: { metrics, time }, reader }: Asked,
): Promise<readonly FiguresRow[]> => {
  const { range, generation, currency } = reader;
  const starts = time === null ? [EARLIEST] : range.starts;
  const readSeries = async (of: FiguresCurrency): Promise<readonly Values[]> => {
    if (generation === undefined) return [];
    const segments = time === null ? reader.segments(range, grainsOf('none')) : reader.intervalSegments(range);
    const query = { generation: generation.number, dimension: 'none', currency: of, segments, starts } as const;
    const sums = await queries.series(query);
    return starts.map((_, interval) => sums.get(interval) ?? {});
  };
  const read: Readonly<Record<SumKind, () => Promise<readonly Values[]>>> = {
    currency: () => readSeries(currency),
    all_currencies: () => readSeries(NO_CURRENCY),
    occurrences: async () => {
      const { intervals, total } = await reader.occurrences(range);
      return time === null ? [total] : intervals;
    },
  };
  const found = await Promise.all([...new Set(metrics.map(sumKindOf))].map((kind) => read[kind]()));
  return starts.map((_, interval) => ({
    key: '',
    interval,
    values: found.reduce<Values>((sum, each) => Values.add(sum, each[interval] ?? {}), {}),
  }));
};

type SumKind = 'currency' | NonNullable<Metric['keptAs']>;

const sumKindOf = (name: MetricName): SumKind => (METRICS[name] as Metric).keptAs ?? 'currency';

type Shown = Readonly<{ question: Question; reader: ReportReader; actor: Actor; rows: readonly FiguresRow[] }>;

const toView = async (
  queries: AnalyticsQueries,
  { question: { dimensions, key: dimension, metrics }, reader, actor, rows }: Shown,
): Promise<readonly QuestionRow[]> => {
  const labelOf =
    dimension !== null && isLabelled(dimension)
      ? await readLabels(queries, { dimension, keys: rows.map(({ key }) => key), actor })
      : undefined;
  return rows.map(({ key, interval, values }) => ({
    ...Object.assign(
      {},
      ...dimensions.map((name) =>
        isKeyed(name)
          ? { [name]: shownKey(name, key), ...(labelOf && { [`${name}_label`]: labelOf(key) }) }
          : { [name]: reader.range.starts[interval]?.toISOString() },
      ),
    ),
    ...Object.fromEntries(metrics.map((name) => [name, metricValue(name, values, reader.currency)])),
  }));
};

const shownKey = (dimension: QueryDimension, key: string): string | null =>
  key === '' ? null : dimension === 'tax_rate' ? TaxKey.toText(key) : key;
