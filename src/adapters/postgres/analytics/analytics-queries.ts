import { sql } from 'kysely';
import { KEYED_DIMENSIONS } from '#core/analytics/dimensions.ts';
import { MEASURE_NAMES, type Measure, type Values } from '#core/analytics/measures.ts';
import {
  type AnalyticsQueries,
  type CohortMonth,
  type CoveringDimension,
  type Generation,
  type LabelledDimension,
  NO_BUYERS,
} from '#core/analytics/ports.ts';
import type { SoldLabel } from '#core/analytics/sale.ts';
import type { Database } from '../connection/database.ts';
import { prepare } from '../statements/prepare.ts';
import { db } from '../statements/sql-builder.ts';
import { toGeneration } from '../tables/analytics-generations.ts';
import { toValues } from '../tables/analytics-rollups.ts';
import { COHORTS, COUNT_BUYERS, COUNT_SIGN_UPS } from './buyer-statements.ts';
import { COVERED_KEYS } from './covered-keys.ts';
import { DIVIDED, orderParameters } from './divided-statements.ts';
import { type FigureParameters, figures, parametersOf, type Sums, sumsOf } from './figure-sources.ts';
import { GENERATIONS } from './figure-statements.ts';

/** `width_bucket` is the number of starts up to a time. */
const SERIES = prepare<FigureParameters & Readonly<{ starts: readonly Date[] }>>()<Sums & { interval: number }>(
  ($) => ({
    compile: () =>
      sql<Sums & { interval: number }>`
      select width_bucket(f.start, ${$('starts')}::timestamptz[]) - 1 as interval, ${sumsOf('f')}
      from ${figures($)} group by 1`.compile(db),
  }),
);

const topBy = (by: Measure) =>
  prepare<FigureParameters & Readonly<{ limit: number }>>()<Sums & { key: string }>(($) => ({
    compile: () =>
      sql<Sums & { key: string }>`
        select f.key, ${sumsOf('f')} from ${figures($)}
        group by f.key having sum(${sql.ref(`f.${by}`)}) <> 0
        order by sum(${sql.ref(`f.${by}`)}) desc, f.key limit ${$('limit')}::integer`.compile(db),
  }));

const TOP = Object.fromEntries(MEASURE_NAMES.map((name) => [name, topBy(name)])) as Record<
  Measure,
  ReturnType<typeof topBy>
>;

const COUNT_UNSOLD = prepare<FigureParameters>()<{ count: string }>(($) => ({
  compile: () =>
    sql<{ count: string }>`
      select count(*) as count from products p
      where p.status = 'active' and p.parent_active and p.variant_count = 0 and p.currency = ${$('currency')}
        and not exists (select from ${figures($)} where f.key = p.id and f.units is not null)`.compile(db),
}));

const COUNT_SUBJECTS = prepare()<{ count: string }>(() => ({
  compile: () =>
    sql<{ count: string }>`
      select (select count(*) from orders) + (select count(*) from invoices)
        + (select count(distinct subscription_id) from subscription_movements) as count`.compile(db),
}));

type Labels = ReturnType<typeof labelsOf>;

/** The current name of each key, or the name in the newest order if the row is deleted. */
const labelsOf = (table: 'products' | 'categories', dimension: SoldLabel['dimension']) =>
  prepare<{ keys: readonly string[] }>()<{ key: string; label: string }>(($) => ({
    compile: () =>
      sql<{ key: string; label: string }>`
        select k.key, coalesce(t.name, l.label) as label
        from unnest(${$('keys')}::text[]) as k (key) left join ${sql.table(table)} t on t.id = k.key
          left join analytics_labels l on l.dimension = ${sql.lit(dimension)} and l.key = k.key
        where coalesce(t.name, l.label) is not null`.compile(db),
  }));

const LABELS: Readonly<Record<LabelledDimension, Labels>> = {
  product: labelsOf('products', 'product'),
  product_parent: labelsOf('products', 'product'),
  category: labelsOf('categories', 'category'),
  user: prepare<{ keys: readonly string[] }>()<{ key: string; label: string }>(($) => ({
    compile: () =>
      sql<{ key: string; label: string }>`
        select id as key, coalesce(name, email) as label from users where id = any(${$('keys')}::text[])`.compile(db),
  })),
};

export class PostgresAnalyticsQueries implements AnalyticsQueries {
  readonly #database: Pick<Database, 'query'>;

  constructor(database: Pick<Database, 'query'>) {
    this.#database = database;
  }

  async generations(): Promise<readonly Generation[]> {
    return (await this.#database.query(GENERATIONS({}))).map(toGeneration);
  }

  async countSubjects(): Promise<number> {
    const [row] = await this.#database.query(COUNT_SUBJECTS({}));
    return Number(row?.count ?? 0);
  }

  async labels(dimension: LabelledDimension, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#database.query(LABELS[dimension]({ keys }));
    return new Map(rows.map(({ key, label }) => [key, label]));
  }

  async coveredKeys(dimension: CoveringDimension, keys: readonly string[]): Promise<readonly string[]> {
    return (await this.#database.query(COVERED_KEYS[dimension]({ keys }))).map(({ key }) => key);
  }

  async series({ starts, ...query }: QueryOf<'series'>): Promise<ReadonlyMap<number, Values>> {
    const rows = await this.#database.query(SERIES({ ...parametersOf(query), starts }));
    return new Map(rows.map(({ interval, ...sums }) => [interval, toValues(sums)]));
  }

  async buyers(generation: number, { from, to, starts }: Parameters<AnalyticsQueries['buyers']>[1]) {
    const rows = await this.#database.query(COUNT_BUYERS({ generation, from, to, starts }));
    const counts = rows.map(({ interval, buyers, new_buyers: newBuyers, repeat_buyers: repeatBuyers, active }) => {
      return [interval, { buyers, newBuyers, repeatBuyers, active }] as const;
    });
    const intervals = counts.flatMap(([interval, counted]) =>
      interval === null ? [] : [[interval, counted] as const],
    );
    const total = counts.find(([interval]) => interval === null)?.[1] ?? NO_BUYERS;
    return { total, intervals: new Map(intervals) };
  }

  async signUps({ from, to, starts }: Parameters<AnalyticsQueries['signUps']>[0]) {
    const rows = await this.#database.query(COUNT_SIGN_UPS({ from, to, starts }));
    return new Map(rows.map(({ interval, count }) => [interval, count]));
  }

  async cohorts(query: Parameters<AnalyticsQueries['cohorts']>[0]): Promise<readonly CohortMonth[]> {
    const rows = await this.#database.query(COHORTS(query));
    return rows.map(({ cohort, month, ...sums }) => ({ cohort, month, values: toValues(sums) }));
  }

  async top({ by, limit, ...query }: QueryOf<'top'>) {
    const rows = await this.#database.query(TOP[by]({ ...parametersOf(query), limit }));
    return rows.map(({ key, ...sums }) => ({ key, values: toValues(sums) }));
  }

  async divide(query: Parameters<AnalyticsQueries['divide']>[0]) {
    const { by, keys, isByKey, starts, measures, order, limit } = query;
    const rows = await this.#database.query(
      DIVIDED[by]({
        ...parametersOf({ ...query, dimension: KEYED_DIMENSIONS[by].dimension }),
        ...orderParameters(by, order),
        keys,
        by_key: isByKey,
        starts,
        measures,
        limit,
      }),
    );
    return rows.map(({ key, interval, ...sums }) => ({ key, interval, values: toValues(sums) }));
  }

  async countUnsoldProducts(query: QueryOf<'countUnsoldProducts'>) {
    const [row] = await this.#database.query(COUNT_UNSOLD(parametersOf({ ...query, dimension: 'product' })));
    return Number(row?.count ?? 0);
  }
}

type QueryOf<Method extends 'series' | 'top' | 'countUnsoldProducts'> = Parameters<AnalyticsQueries[Method]>[0];
