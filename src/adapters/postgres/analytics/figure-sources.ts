import { type RawBuilder, sql } from 'kysely';
import { MEASURE_NAMES, type Measure } from '#core/analytics/measures.ts';
import type { FiguresQuery } from '#core/analytics/ports.ts';

export type FigureParameters = Readonly<{
  generation: number;
  dimension: string;
  currency: string;
  grains: readonly string[];
  froms: readonly Date[];
  tos: readonly Date[];
}>;

export const parametersOf = ({ generation, dimension, currency, segments }: FiguresQuery): FigureParameters => ({
  generation,
  dimension,
  currency,
  grains: segments.map(({ grain }) => grain),
  froms: segments.map(({ from }) => from),
  tos: segments.map(({ to }) => to),
});

export type Sums<Name extends Measure = Measure> = Readonly<Record<Name, string | null>>;

/** The sums of measures of a source. */
export const sumsOf = (source: string, measures: readonly Measure[] = MEASURE_NAMES) =>
  sql.join(measures.map((name) => sql`sum(${sql.ref(`${source}.${name}`)}) as ${sql.ref(name)}`));

const MEASURES = sql.join(MEASURE_NAMES.map((name) => sql.ref(name)));

const MEASURE_TYPES = sql.join(MEASURE_NAMES.map((name) => sql`${sql.ref(name)} numeric`));

/**
 * The rollups and single entries of the segments, perhaps only of some keys: each segment is read by the index. Without
 * `offset 0`, the planner joins all rollups and all entries with the segments, whose number it does not know.
 */
export const figures = (
  $: (name: keyof FigureParameters) => unknown,
  hasKey: (key: RawBuilder<unknown>) => RawBuilder<unknown> = () => sql`true`,
) => sql`(
  select part.* from unnest(${$('grains')}::text[], ${$('froms')}::timestamptz[], ${$('tos')}::timestamptz[])
    as s (grain, first, last)
  cross join lateral (
    (select r.start, r.key, ${MEASURES} from analytics_rollups r
      where r.generation = ${$('generation')} and r.dimension = ${$('dimension')} and r.currency = ${$('currency')}
        and r.grain = s.grain and r.start >= s.first and r.start < s.last and ${hasKey(sql`r.key`)}
      offset 0)
    union all
    (select e.at, j.key, ${MEASURES} from analytics_entries e
      cross join lateral json_to_recordset(e.entries) as j (dimension text, currency text, key text, ${MEASURE_TYPES})
      where s.grain = 'entries' and e.generation = ${$('generation')} and e.at >= s.first and e.at < s.last
        and j.dimension = ${$('dimension')} and j.currency = ${$('currency')} and ${hasKey(sql`j.key`)}
      offset 0)) as part) as f`;
