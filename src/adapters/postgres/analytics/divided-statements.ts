import { type RawBuilder, sql } from 'kysely';
import { KEYED_NAMES, measuresBy } from '#core/analytics/dimensions.ts';
import type { Measure } from '#core/analytics/measures.ts';
import type { Formula, KeyedDimension } from '#core/analytics/metrics.ts';
import { QUOTIENT_PARTS, type RowOrder } from '#core/analytics/row-order.ts';
import { type Placeholders, prepare } from '../statements/prepare.ts';
import { db } from '../statements/sql-builder.ts';
import { type FigureParameters, figures, type Sums, sumsOf } from './figure-sources.ts';

/** The factor of each measure in a sum. */
type Factors = readonly number[];

type DividedParameters = FigureParameters &
  Readonly<{
    keys: readonly string[] | null;
    by_key: boolean;
    starts: readonly Date[];
    measures: readonly string[];
    order_by: RowOrder['by'];
    /** -1 for descending. */
    direction: number;
    /** Of the figure that rows are sorted by. */
    part: Factors;
    /** Null if it is not divided. */
    whole: Factors | null;
    limit: number;
  }>;

type DividedSums = Readonly<{ key: string; interval: number }> & Partial<Sums>;

const sumTimes = (measures: readonly Measure[], factors: RawBuilder<unknown>) =>
  sql.join(
    measures.map((name, index) => sql`coalesce(${sql.ref(`g.${name}`)}, 0) * (${factors})[${sql.lit(index + 1)}]`),
    sql` + `,
  );

/** Sums only the measures of the dimension: there may be many groups, and each sum costs time. */
const dividedBy = (by: KeyedDimension) => {
  const measures = measuresBy(by);
  const isAsked = ($: Placeholders<DividedParameters>) =>
    sql.join(
      measures.map(
        (name) =>
          sql`(coalesce(sum(${sql.ref(`f.${name}`)}), 0) <> 0 and ${sql.lit(name)} = any(${$('measures')}::text[]))`,
      ),
      sql` or `,
    );
  return prepare<DividedParameters>()<DividedSums>(($) => {
    const hasKey = (key: RawBuilder<unknown>) =>
      sql`(${$('keys')}::text[] is null or ${key} = any(${$('keys')}::text[]))`;
    const part = sumTimes(measures, sql`${$('part')}::integer[]`);
    const whole = sumTimes(measures, sql`${$('whole')}::integer[]`);
    return {
      compile: () =>
        sql<DividedSums>`
        select key, interval, ${sql.join(measures.map((name) => sql.ref(name)))}
        from (
          select g.*, case when ${$('whole')}::integer[] is null then ${part}
            else div((${part}) * ${sql.lit(Number(QUOTIENT_PARTS))}, nullif(${whole}, 0)) end as figure
          from (
            select case when ${$('by_key')}::boolean then f.key else '' end collate "C" as key,
              width_bucket(f.start, ${$('starts')}::timestamptz[]) - 1 as interval, ${sumsOf('f', measures)}
            from ${figures($, hasKey)}
            group by 1, 2 having ${isAsked($)}
          ) as g
        ) as sums
        order by case when ${$('order_by')}::text = 'figure' then ${$('direction')}::integer * figure end nulls last,
          case when ${$('order_by')}::text = 'interval' then ${$('direction')}::integer * interval end,
          case when ${$('order_by')}::text = 'key' and ${$('direction')}::integer > 0 then key end,
          case when ${$('order_by')}::text = 'key' and ${$('direction')}::integer < 0 then key end desc,
          interval, figure desc nulls last, key
        limit ${$('limit')}::integer`.compile(db),
    };
  });
};

/** The sums by key and interval, in an order. */
export const DIVIDED = Object.fromEntries(KEYED_NAMES.map((name) => [name, dividedBy(name)])) as Record<
  KeyedDimension,
  ReturnType<typeof dividedBy>
>;

/** The parameters that sort rows. */
export const orderParameters = (dimension: KeyedDimension, { by, isDescending, figure }: RowOrder) => {
  const factors = (terms: Formula['of']): Factors => measuresBy(dimension).map((name) => terms[name] ?? 0);
  return {
    order_by: by,
    direction: isDescending ? -1 : 1,
    part: factors(figure.of),
    whole: figure.over === undefined ? null : factors(figure.over),
  };
};
