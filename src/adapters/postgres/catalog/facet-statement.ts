import { type RawBuilder, type SqlBool, sql } from 'kysely';
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
import type { Visibility } from '#core/catalog/ports.ts';
import type { Statement } from '../connection/statements.ts';
import type { Condition, ParameterValues } from '../lists/condition.ts';
import { whereSql } from '../lists/page-query.ts';
import type { Placeholders } from '../statements/prepare.ts';
import { compileOnce } from '../statements/prepare.ts';
import type { FoundProducts } from './product-search.ts';

/** The counts of each facet, as `facet_<index>`. */
type Row = Readonly<
  { exact: boolean } & Record<`facet_${number}`, readonly (CategoryCount | PriceCount | ValueCount)[]>
>;

/** The products `t` that are counted: with the attributes of their visible variants, or without. */
type Counted = Readonly<{
  conditions: readonly Condition[];
  /** Those that match a text, if there is one. */
  found: FoundProducts | undefined;
  /** Whether the newest are counted if there are too many. Otherwise those are that an index of a filter finds first. */
  isNewestFirst: boolean;
  visibility: Visibility;
  withVariants: boolean;
}>;

/** Counts products by all facets of a request. */
export const facetStatement = ({ facets }: FacetRequest, counted: Counted): Statement<Row> => {
  const { conditions, found, isNewestFirst, visibility, withVariants } = counted;
  const kinds = facets.map((facet) => (attributeOf(facet) === undefined ? facet : 'attribute'));
  const keys = conditions.map((condition) => condition.key);
  const key = JSON.stringify(['facets', kinds, keys, found?.key, isNewestFirst, visibility, withVariants]);
  const statement = compileOnce<Row>(key, ($) => countSql(facets, counted, $));
  const names = facets.map((facet, index) => [attributeName(index), attributeOf(facet)]);
  const values = Object.assign(Object.fromEntries(names), found?.values, ...conditions.map((each) => each.values));
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
  { conditions, found, isNewestFirst, ...scope }: Counted,
  $: Placeholders<ParameterValues>,
): RawBuilder<Row> => {
  const isFound = found === undefined ? [] : [sql<SqlBool>`t.id in (select id from found)`];
  const where = whereSql([...conditions.map((condition) => condition.sql($)), ...isFound]);
  const columns = facets.flatMap((facet, index) => columnsOf(facet, index, scope, $));
  const counts = facets.map((facet, index) => sql`(${countsOf(facet, index, scope)}) as ${facetColumn(index)}`);
  // any index yields the rows if there is no filter: in the order of one on prices, the first would all be cheap
  const order = isNewestFirst ? sql`order by t.created_at desc` : sql``;
  const isExact = [
    sql`(select count(*) from counted) < ${sql.lit(MAX_COUNTED)}`,
    ...(found === undefined ? [] : [sql`(select count(*) from found) < ${sql.lit(found.maxRows)}`]),
  ];
  return sql`
    with ${found === undefined ? sql`` : sql`found as materialized (${found.rows($)}),`} counted as materialized (
      select ${sql.join(columns)} from products t${where} ${order} limit ${sql.lit(MAX_COUNTED)}
    )
    select ${sql.join(isExact, sql` and `)} as exact, ${sql.join(counts)}`;
};

const facetColumn = (index: number): RawBuilder<unknown> => sql.ref(`facet_${index}`);

/** What the variants add to the values in `facetColumn`. */
const addedColumn = (index: number): RawBuilder<unknown> => sql.ref(`added_${index}`);

type Scope = Pick<Counted, 'visibility' | 'withVariants'>;

const columnsOf = (
  facet: Facet,
  index: number,
  { visibility, withVariants }: Scope,
  $: Placeholders<ParameterValues>,
): RawBuilder<unknown>[] => {
  const column = facetColumn(index);
  if (facet === 'category') return [sql`t.category_id as ${column}`];
  if (facet === 'price') return [sql`t.price_min as ${column}`];
  const name = $(attributeName(index));
  const own = sql`t.attributes ->> ${name} as ${column}`;
  const added = sql`t.variant_attributes -> ${sql.lit(visibility)} -> ${name} as ${addedColumn(index)}`;
  return withVariants ? [own, added] : [own];
};

const countsOf = (facet: Facet, index: number, { withVariants }: Scope): RawBuilder<unknown> => {
  const column = facetColumn(index);
  if (facet === 'category') return categoryCounts(column);
  if (facet === 'price') return priceCounts(column);
  const own = sql`select ${column} as value from counted`;
  return valueCounts(withVariants ? sql`${own} union all ${addedValues(addedColumn(index))}` : own);
};

/** The values that the product itself does not have, each once for a product. */
const addedValues = (added: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select jsonb_array_elements_text(${added}) from counted where ${added} is not null`;

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
