import type { Dimension, Entry, FiguresCurrency } from './entry.ts';
import { Interval, type StartCache } from './interval.ts';
import { type Sums, Values } from './measures.ts';

/** The lengths of time that figures are added up for. Days and months are those of the shop's time zone. */
export type Grain = 'quarter_hour' | 'hour' | 'day' | 'month';

/**
 * The grains of a dimension, the coarsest first. Quarter hours make up the hours of every time zone; figures by
 * product or user would be too many rows by the hour.
 */
export const grainsOf = (dimension: Dimension): readonly Grain[] => {
  if (dimension === 'none') return ['day', 'hour', 'quarter_hour'];
  // without days, which would have to be rebuilt if the shop had another time zone
  if (dimension === 'occurrence') return ['hour', 'quarter_hour'];
  return dimension === 'cohort' ? ['month'] : ['month', 'day'];
};

/** The sums of entries of one dimension, key and currency, from a time on for as long as the grain. */
export type Rollup = Readonly<{
  dimension: Dimension;
  key: string;
  currency: FiguresCurrency;
  grain: Grain;
  start: Date;
  values: Values;
}>;

const QUARTER_HOUR_MS = 900_000;

const LENGTHS_MS = { quarter_hour: QUARTER_HOUR_MS, hour: 4 * QUARTER_HOUR_MS } as const;

export const Rollup = {
  /** The start of the hour, day and so on that contains a time. */
  startOf: (grain: Grain, timeZone: string, at: Date): Date => {
    if (grain === 'day' || grain === 'month') return Interval.startOf({ interval: grain, timeZone }, at);
    return new Date(Math.floor(at.getTime() / LENGTHS_MS[grain]) * LENGTHS_MS[grain]);
  },

  /** The first start at or after a time. */
  nextStart: (grain: Grain, timeZone: string, at: Date): Date => {
    const start = Rollup.startOf(grain, timeZone, at);
    if (start.getTime() === at.getTime()) return start;
    if (grain === 'day' || grain === 'month') return Interval.shift({ interval: grain, timeZone }, start, 1);
    return new Date(start.getTime() + LENGTHS_MS[grain]);
  },

  /** What rollups change by if entries replace others. */
  changes: (
    { before, after }: Readonly<{ before: readonly Entry[]; after: readonly Entry[] }>,
    starts: StartCache,
  ): readonly Rollup[] => {
    const changes = new Map<string, KeyChanges>();
    const add = (entry: Entry, isSubtracted: boolean): void => {
      const name = `${entry.dimension} ${entry.currency} ${entry.key}`;
      const known = changes.get(name) ?? {
        entry,
        grains: grainsOf(entry.dimension).map((grain) => [grain, new Map()]),
      };
      changes.set(name, known);
      for (const [grain, sums] of known.grains) {
        const start = startIn(grain, starts, entry.at);
        const sum = sums.get(start) ?? {};
        sums.set(start, sum);
        Values.addTo(sum, entry.values, isSubtracted);
      }
    };
    for (const entry of before) add(entry, true);
    for (const entry of after) add(entry, false);
    // in one order, so that transactions lock rollups in it
    return [...changes].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, ofKey]) => rollupsOf(ofKey));
  },
};

/** The changes of one dimension, key and currency: those of an entry. */
type KeyChanges = Readonly<{
  entry: Pick<Entry, 'dimension' | 'key' | 'currency'>;
  /** By the starts: milliseconds. */
  grains: readonly (readonly [Grain, Map<number, Sums>])[];
}>;

const startIn = (grain: Grain, starts: StartCache, at: Date): number => {
  if (grain === 'day' || grain === 'month') return starts.of(grain, at).getTime();
  return Math.floor(at.getTime() / LENGTHS_MS[grain]) * LENGTHS_MS[grain];
};

const rollupsOf = ({ entry: { dimension, key, currency }, grains }: KeyChanges): readonly Rollup[] =>
  grains.flatMap(([grain, sums]) =>
    [...sums]
      .sort(([a], [b]) => a - b)
      .map(([start, sum]) => ({
        ...{ dimension, key, currency, grain, start: new Date(start) },
        values: Values.withoutZeros(sum),
      }))
      .filter(({ values }) => !Values.isEmpty(values)),
  );

/** A part of a range, and the rollups that it is read from; `entries`: it is shorter than any of them. */
export type Segment = Readonly<{ grain: Grain | 'entries'; from: Date; to: Date }>;

type Range = Readonly<{ from: Date; to: Date }>;

/**
 * Divides a range: its middle is read from the first of the grains, its ends from the next ones, and what remains from
 * single entries. So a range costs as many rows as the first grain has, and is exact at both ends.
 */
export const segmentsOf = ({ from, to }: Range, grains: readonly Grain[], timeZone: string): readonly Segment[] => {
  if (from >= to) return [];
  const [grain, ...finer] = grains;
  if (grain === undefined) return [{ grain: 'entries', from, to }];
  const first = Rollup.nextStart(grain, timeZone, from);
  const last = Rollup.startOf(grain, timeZone, to);
  if (first >= last) return segmentsOf({ from, to }, finer, timeZone);
  return [
    ...segmentsOf({ from, to: first }, finer, timeZone),
    { grain, from: first, to: last },
    ...segmentsOf({ from: last, to }, finer, timeZone),
  ];
};

const MS_PER_HOUR = 3_600_000;

/**
 * Divides a range of intervals of any time zone: into hours, and into quarter hours where an interval starts within an hour. So
 * days that start at a quarter past cost little more rows than others.
 */
export const hourlySegments = ({ from, to }: Range, starts: readonly Date[]): readonly Segment[] => {
  const within = starts.filter((start) => start > from && start < to && start.getTime() % MS_PER_HOUR !== 0);
  const ends = [...within, to];
  const segments = ends.flatMap((end, index) =>
    segmentsOf({ from: ends[index - 1] ?? from, to: end }, ['hour', 'quarter_hour'], 'UTC'),
  );
  return joined(segments);
};

/** One segment for adjacent ones of one grain. */
const joined = (segments: readonly Segment[]): readonly Segment[] => {
  const found: Segment[] = [];
  for (const segment of segments) {
    const last = found.at(-1);
    if (last?.grain !== segment.grain) found.push(segment);
    else found[found.length - 1] = { ...last, to: segment.to };
  }
  return found;
};
