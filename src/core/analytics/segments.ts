import { type Grain, Rollup } from './rollup.ts';

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
