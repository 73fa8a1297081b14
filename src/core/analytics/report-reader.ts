import type { BusinessClock } from '#core/shared/clock.ts';
import { CURRENCY_RULE, Currency } from '#core/shared/currency.ts';
import { invalid } from '#core/shared/domain-error.ts';
import type { ShopRulesQueries } from '#core/shop/ports.ts';
import { type Dimension, NO_CURRENCY } from './entry.ts';
import { type Measure, Values } from './measures.ts';
import { OCCURRENCES_GENERATION } from './occurrence.ts';
import type { AnalyticsQueries, Generation } from './ports.ts';
import { changeOf, type RangeFigures, type Report, type ReportRequest } from './report.ts';
import { EARLIEST, endsOf, type RangeDefaults, ReportRange } from './report-range.ts';
import { type Grain, grainsOf, hourlySegments, Rollup, type Segment, segmentsOf } from './rollup.ts';

export type ReportDeps = Readonly<{ queries: AnalyticsQueries; clock: BusinessClock; rules: ShopRulesQueries }>;

/** The keys with the largest sums of a measure in a range. */
type TopRequest = Readonly<{ dimension: Dimension; by: Measure; limit: number; range: ReportRange }>;

type Group = Readonly<{ key: string; values: Values }>;

type RangeSums = Readonly<{ intervals: readonly Values[]; total: Values }>;

/** Reads the figures of a report: those of one currency, from the generation that is shown; none before there is one. */
export type ReportReader = Readonly<{
  range: ReportRange;
  /** The range before it, with `compare`. */
  before: ReportRange | undefined;
  currency: Currency;
  /** The generation that is shown; undefined before the first one. */
  generation: Generation | undefined;
  /** The parts of a range that are read from each of the grains; none before there are figures. */
  segments(range: ReportRange, grains: readonly Grain[]): readonly Segment[];
  /** The parts of a range that make up its intervals; of the figures of the shop. */
  intervalSegments(range: ReportRange): readonly Segment[];
  /** The sums of each interval of a range, and of all. */
  sums(range: ReportRange): Promise<RangeSums>;
  /** The same of what is counted once, by whole quarter hours: those that begin in the range. */
  occurrences(range: ReportRange): Promise<RangeSums>;
  /** The sums before a time. Reads a row for each day with figures. */
  sumBefore(time: Date): Promise<Values>;
  top(request: TopRequest): Promise<readonly Group[]>;
  countUnsoldProducts(range: ReportRange): Promise<number>;
}>;

type Defaults = RangeDefaults &
  Readonly<{
    /** Whether the time zone is the shop's, and not UTC, unless another is asked for. */
    isInShopTimeZone?: boolean;
  }>;

/** @throws DomainError `validation_failed`. */
export const openReport = async (
  { queries, clock, rules }: ReportDeps,
  request: ReportRequest,
  { isInShopTimeZone = false, ...defaults }: Defaults = {},
): Promise<ReportReader> => {
  const now = clock.now();
  const currency = currencyOf(request.currency ?? (await rules.get()).currency);
  const generation = shownOf(await queries.generations());
  const zone = isInShopTimeZone && generation !== undefined ? { timezone: generation.timeZone } : {};
  const range = ReportRange.of({ ...zone, ...request }, { now, ...defaults });

  /** Nothing happens after now: a range up to now is read as if its last day were over, so that it needs no single entries. */
  const endOf = ({ to }: ReportRange, grain: Grain | undefined, timeZone: string): Date =>
    to >= now && grain !== undefined ? Rollup.nextStart(grain, timeZone, to) : to;

  const segmentsIn = (asked: ReportRange, grains: readonly Grain[], timeZone: string): readonly Segment[] =>
    segmentsOf({ from: asked.from, to: endOf(asked, grains[0], timeZone) }, grains, timeZone);

  const intervalSegments = (asked: ReportRange): readonly Segment[] => {
    if (generation === undefined) return [];
    const { timeZone } = generation;
    if (asked.interval !== 'hour' && asked.timeZone === timeZone) return segmentsIn(asked, grainsOf('none'), timeZone);
    return hourlySegments({ from: asked.from, to: endOf(asked, 'hour', timeZone) }, asked.starts);
  };

  return {
    range,
    before: request.compare === undefined ? undefined : ReportRange.before(range),
    currency,
    generation,

    segments: (asked, grains) => (generation === undefined ? [] : segmentsIn(asked, grains, generation.timeZone)),
    intervalSegments,

    sums: oncePerRange(async (asked) => {
      const { starts } = asked;
      if (generation === undefined) return { intervals: starts.map(() => ({})), total: {} };
      const query = { generation: generation.number, dimension: 'none', currency, starts } as const;
      return rangeSums(starts, await queries.series({ ...query, segments: intervalSegments(asked) }));
    }),

    occurrences: oncePerRange(async ({ starts, ...asked }) => {
      const next = (time: Date): Date => Rollup.nextStart('quarter_hour', 'UTC', time);
      const whole = { from: next(asked.from), to: next(asked.to) };
      const segments = hourlySegments(whole, starts);
      const query = { generation: OCCURRENCES_GENERATION, dimension: 'occurrence', currency: NO_CURRENCY } as const;
      return rangeSums(starts, await queries.series({ ...query, starts, segments }));
    }),

    async sumBefore(time) {
      if (generation === undefined) return {};
      const { number, timeZone } = generation;
      const query = { generation: number, dimension: 'none', currency, starts: [EARLIEST] } as const;
      const segments = segmentsOf({ from: EARLIEST, to: time }, grainsOf('none'), timeZone);
      return (await queries.series({ ...query, segments })).get(0) ?? {};
    },

    async top({ dimension, range: asked, ...order }) {
      if (generation === undefined) return [];
      const segments = segmentsIn(asked, grainsOf(dimension), generation.timeZone);
      return queries.top({ generation: generation.number, dimension, currency, segments, ...order });
    },

    async countUnsoldProducts(asked) {
      const segments = generation === undefined ? [] : segmentsIn(asked, grainsOf('product'), generation.timeZone);
      return queries.countUnsoldProducts({ generation: generation?.number ?? 0, currency, segments });
    },
  };
};

/** Reads a range once, since several reports of a summary need the same sums. */
const oncePerRange = <T>(read: (range: ReportRange) => Promise<T>): typeof read => {
  const results = new Map<ReportRange, Promise<T>>();
  return (range) => {
    const result = results.get(range) ?? read(range);
    results.set(range, result);
    return result;
  };
};

const currencyOf = (code: string): Currency => {
  if (Currency.is(code)) return code;
  throw invalid([{ path: ['currency'], code: 'any.only', message: CURRENCY_RULE }]);
};

/** The generation whose figures are shown. */
export const shownOf = (generations: readonly Generation[]): Generation | undefined =>
  generations.find(({ status }) => status === 'current') ?? generations.at(-1);

const rangeSums = (starts: readonly Date[], sums: ReadonlyMap<number, Values>): RangeSums => ({
  intervals: starts.map((_, index) => sums.get(index) ?? {}),
  total: [...sums.values()].reduce((sum, values) => Values.add(sum, values), {}),
});

/** Reads the figures of a report's range and, if they are compared, those of the range before. */
export const readReport = async <Name extends string, Totals extends Readonly<Record<string, number | null>>, Figures>(
  object: Name,
  { range, before, currency }: ReportReader,
  read: (range: ReportRange) => Promise<RangeFigures<Totals, Figures>>,
): Promise<Report<Name, Totals, Figures>> => {
  const [figures, former] = await Promise.all([read(range), before && read(before)]);
  return {
    object,
    ...endsOf(range),
    interval: range.interval,
    timezone: range.timeZone,
    currency,
    ...figures,
    ...(before &&
      former && { previous: { ...endsOf(before), ...former }, change: changeOf(figures.totals, former.totals) }),
  };
};
