import { type RawBuilder, sql } from 'kysely';
import type { Visibility } from '#core/catalog/catalog-queries.ts';
import {
  attributeOf,
  type CategoryCount,
  type Facet,
  type FacetCounts,
  type FacetRequest,
  MAX_COUNTED,
  MAX_FACET_VALUES,
  PRICE_FRACTIONS,
  type PriceCount,
  type ValueCount,
} from '#core/catalog/facets.ts';
import type { Statement } from '../connection/statements.ts';
import type { Condition, ParameterValues } from '../lists/condition.ts';
import { compileOnce, whereSql } from '../lists/page-query.ts';
import type { Placeholders } from '../statements/prepare.ts';

/** The counts of each facet, as `facet_<index>`. */
type Row = Readonly<
  { exact: boolean } & Record<`facet_${number}`, readonly (CategoryCount | PriceCount | ValueCount)[]>
>;

/** The products `t` that are counted: with the attributes of their visible variants, or without. */
type Counted = Readonly<{ conditions: readonly Condition[]; visibility: Visibility; withVariants: boolean }>;

/** Counts products by all facets of a request. */
export const facetStatement = ({ facets }: FacetRequest, counted: Counted): Statement<Row> => {
  const { conditions, visibility, withVariants } = counted;
  const kinds = facets.map((facet) => (attributeOf(facet) === undefined ? facet : 'attribute'));
  const keys = conditions.map((condition) => condition.key);
  const key = JSON.stringify(['facets', kinds, keys, visibility, withVariants]);
  const statement = compileOnce<Row>(key, ($) => countSql(facets, counted, $));
  const names = facets.map((facet, index) => [attributeName(index), attributeOf(facet)]);
  const values = Object.assign(Object.fromEntries(names), ...conditions.map((condition) => condition.values));
  return { ...statement(values), isVariant: true };
};

/** The counts as the row of a request's statement has them. */
export const facetCounts = ({ facets }: FacetRequest, row: Row | undefined): FacetCounts => ({
  exact: row?.exact ?? true,
  ...Object.fromEntries(facets.map((facet, index) => [facet, row?.[`facet_${index}`] ?? []])),
});

const attributeName = (index: number): string => `facet_attribute_${index}`;

const countSql = (
  facets: readonly Facet[],
  { conditions, ...scope }: Counted,
  $: Placeholders<ParameterValues>,
): RawBuilder<Row> => {
  const where = whereSql(conditions.map((condition) => condition.sql($)));
  const columns = facets.map((facet, index) => sql`${columnOf(facet, index, $)} as ${facetColumn(index)}`);
  const counts = facets.map((facet, index) => sql`(${countsOf(facet, index, scope, $)}) as ${facetColumn(index)}`);
  // the newest: in the order of an index on prices, the first of too many would all be cheap
  return sql`
    with counted as materialized (
      select t.id, t.variant_count, ${sql.join(columns)} from products t${where}
      order by t.created_at desc limit ${sql.lit(MAX_COUNTED)}
    )
    select (select count(*) from counted) < ${sql.lit(MAX_COUNTED)} as exact, ${sql.join(counts)}`;
};

const facetColumn = (index: number): RawBuilder<unknown> => sql.ref(`facet_${index}`);

const columnOf = (facet: Facet, index: number, $: Placeholders<ParameterValues>): RawBuilder<unknown> => {
  if (facet === 'category') return sql`t.category_id`;
  if (facet === 'price') return sql`t.price_min`;
  return sql`t.attributes ->> ${$(attributeName(index))}`;
};

type Scope = Omit<Counted, 'conditions'>;

const countsOf = (facet: Facet, index: number, scope: Scope, $: Placeholders<ParameterValues>): RawBuilder<unknown> => {
  const column = facetColumn(index);
  if (facet === 'category') return categoryCounts(column);
  if (facet === 'price') return priceCounts(column);
  return valueCounts(
    scope.withVariants ? familyValues(column, index, scope, $) : sql`select ${column} as value from counted`,
  );
};

/** The values of the products, and of their variants; each once for a product. */
const familyValues = (
  column: RawBuilder<unknown>,
  index: number,
  { visibility }: Scope,
  $: Placeholders<ParameterValues>,
): RawBuilder<unknown> => {
  const isVisible = visibility === 'public' ? sql` and v.status = 'active'` : sql``;
  return sql`
    select value from (
      select id, ${column} as value from counted where variant_count = 0
      union all (
        select id, ${column} from counted where variant_count > 0
        union
        select counted.id, v.attributes ->> ${$(attributeName(index))}
        from counted join products v on v.root_id = counted.id and v.parent_id is not null${isVisible}
        where counted.variant_count > 0
      )
    ) as family`;
};

const valueCounts = (values: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select coalesce(json_agg(json_build_object('value', value, 'count', count) order by count desc, value collate "C"), '[]')
  from (
    select value, count(*) as count from (${values}) as values where value is not null
    group by value order by count(*) desc, value collate "C" limit ${sql.lit(MAX_FACET_VALUES)}
  ) as found`;

const categoryCounts = (id: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select coalesce(
    json_agg(json_build_object('id', id, 'value', name, 'count', count) order by count desc, name collate "C", id), '[]')
  from (
    select c.id, c.name, found.count
    from (select ${id} as id, count(*) as count from counted group by ${id}) as found join categories c on c.id = found.id
    order by found.count desc, c.name collate "C", c.id limit ${sql.lit(MAX_FACET_VALUES)}
  ) as found`;

const CUTS = PRICE_FRACTIONS.map((_, index) => sql`(price > cuts[${sql.lit(index + 1)}])::integer`);

const priceCounts = (price: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select coalesce(
    json_agg(json_build_object('from', trim_scale("from"), 'to', trim_scale("to"), 'count', count) order by "from"), '[]')
  from (
    select min(price) as "from", max(price) as "to", count(*) as count
    from (select ${price} as price from counted) as prices,
      (
        select percentile_disc(array[${sql.join(PRICE_FRACTIONS.map((fraction) => sql.lit(fraction)))}])
          within group (order by ${price}) as cuts
        from counted
      ) as cuts
    group by ${sql.join(CUTS, sql` + `)}
  ) as found`;
