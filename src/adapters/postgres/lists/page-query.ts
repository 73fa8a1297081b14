import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Sort } from '#core/shared/list.ts';
import type { Page, PageRequest } from '#core/shared/page.ts';
import type { Database } from '../connection/database.ts';
import type { Statement } from '../connection/statements.ts';
import type { Tables } from '../schema.ts';
import type { JsonView } from '../statements/json-view.ts';
import type { Placeholders } from '../statements/prepare.ts';
import { compileOnce } from '../statements/prepare.ts';
import { type RowView, showInTurns } from '../statements/row-view.ts';
import type { Condition, ParameterValues } from './condition.ts';

/** A keyset page over one table. */
export type PageQuery = Readonly<{
  /** Part of the statement cache's key: queries of this name have the same table, `from`, `join` and `item`. */
  name: string;
  table: keyof Tables;
  /** Where the page's ids are found, if not in the table itself: rows with the columns of the conditions and the sort. */
  from?: RawBuilder<unknown>;
  /**
   * Values of a column: rows with any of them. The page is merged from one page for each value, so that the index on the
   * column and the sort yields each page in order, without sorting all rows.
   */
  anyOf?: AnyOf | undefined;
  /** The best of the rows that satisfy the conditions: the page is one of these, sorted by a computed value. */
  ranked?: RankedRows | undefined;
  /** On the rows `t`. */
  conditions: readonly Condition[];
  /** By a column. */
  sort: Sort;
  /** What is joined to the rows `t` of the page only. */
  join: RawBuilder<unknown>;
  /** The text of an item, from the rows `t` and what is joined to them, or how its row is shown. */
  item: RawBuilder<string> | ShownRow;
  /** Values of `join`. */
  values?: ParameterValues;
  page: PageRequest;
}>;

type ShownRow = Pick<RowView<never, unknown>, 'columns' | 'show'>;

/** A view of the rows `t` of a page, built by PostgreSQL or by the core. */
export type ListedView = JsonView<unknown> | ShownRow;

type AnyOf = Readonly<{
  column: string;
  values: readonly string[];
  /** What replaces the values by the column's: the query of one column that finds those, from the values' array. */
  expand?: Readonly<{ key: string; sql: (values: RawBuilder<readonly string[]>) => RawBuilder<unknown> }>;
}>;

/** Rows of the table with a computed value. */
export type RankedRows = Readonly<{
  /** Identifies the SQL text, as the key of a condition does. */
  key: string;
  values: ParameterValues;
  /** The rows that are ranked. */
  condition: Condition;
  /** The `id` and the `relevance` of some of the rows `t` that satisfy the conditions; an id may be repeated. */
  candidates: ($: Placeholders<ParameterValues>, conditions: readonly RawBuilder<SqlBool>[]) => RawBuilder<unknown>;
  /** How many candidates there are at most: fewer are all. */
  maxCandidates: number;
  /** How many of the best are in pages. */
  maxRows: number;
}>;

/**
 * A row of the page. One extra row means that another page follows. `id` is null in the single row of an empty page with
 * a total.
 */
type Row = { id: string | null; cursor_value: string; item: string; total_count?: number };

type FoundRow = Row & Readonly<{ id: string }>;

const ANY_OF = 'any_of';

/** The `join` and `item` of a query whose items are shown as a view. */
export const joinAndItem = (view: ListedView): Pick<PageQuery, 'join' | 'item'> =>
  'show' in view
    ? { join: sql``, item: view }
    : { join: sql`cross join lateral ${view.lateralRow}`, item: view.jsonText };

/** A page with the ids of its items. */
export type PageItems = Readonly<{ items: readonly { id: string; item: string }[] }> &
  Pick<Page<unknown>, 'next' | 'total'>;

/** Reads a page whose items' texts are JSON. */
export const readPage = async <T>(database: Pick<Database, 'query'>, query: PageQuery): Promise<Page<T>> => {
  const { items, ...rest } = await readItems(database, query);
  return { ...rest, items: items.map(({ item }) => item) };
};

export const readItems = async (database: Pick<Database, 'query'>, query: PageQuery): Promise<PageItems> => {
  const { item, page } = query;
  const rows = await database.query(pageStatement(query));
  const found = rows.slice(0, page.limit).filter((row): row is FoundRow => row.id !== null);
  const last = rows.length > page.limit ? found.at(-1) : undefined;
  const total = rows[0]?.total_count;
  return {
    items: 'show' in item ? await showInTurns(found, item) : found.map((row) => ({ id: row.id, item: row.item })),
    next: last ? { value: last.cursor_value, id: last.id } : null,
    ...(total === undefined ? {} : { total }),
  };
};

/** The statement of a page. */
export const pageStatement = (query: PageQuery): Statement<Row> => {
  const statement = compileOnce(keyOf(query), ($) => pageSql(query, $));
  // filters, sorts and limits combine to more texts than a connection can prepare
  return { ...statement(valuesOf(query)), isVariant: true };
};

/** Whatever the text of the statement depends on. */
const keyOf = ({ name, anyOf, ranked, conditions, sort, page }: PageQuery): string =>
  JSON.stringify([
    name,
    anyOf?.column,
    anyOf?.expand?.key,
    ranked?.key,
    conditions.map(({ key }) => key),
    sort.by,
    sort.descending,
    page.limit,
    page.after !== undefined,
    page.includeTotal,
  ]);

const valuesOf = ({ anyOf, ranked, conditions, values, page: { after } }: PageQuery): ParameterValues =>
  Object.assign({}, values, ranked?.values, ...conditions.map((condition) => condition.values), {
    [ANY_OF]: anyOf?.values,
    cursor_value: after?.value,
    cursor_id: after?.id,
  });

/**
 * Finds the page's ids first, for which an index may suffice, and then joins their rows, so that the joins and the JSON
 * are computed for the page's items only.
 */
const pageSql = (query: PageQuery, $: Placeholders<ParameterValues>): RawBuilder<Row> => {
  const { table, sort, join, item, page } = query;
  const isCounted = page.includeTotal === true;
  const total = isCounted ? sql`, (${totalSql(query, $)}) as total_count` : sql``;
  const shown = 'show' in item ? item.columns : sql`${item} as item`;
  const rows = sql`(${idsSql(query, $)}) found join ${sql.table(table)} t on t.id = found.id ${join}`;
  // a left join to a single row, so that an empty page has a row with its total
  const from = isCounted ? sql`(select) as single_row left join (${rows}) on true` : rows;
  return sql`
    ${withSql(query, $)} select t.id, ${sql.ref(`found.${sort.by}`)}::text as cursor_value, ${shown}${total} from ${from}
    ${orderBy('found', sort)}`;
};

/** What both the page and its total are found by. */
const withSql = (query: PageQuery, $: Placeholders<ParameterValues>): RawBuilder<unknown> => {
  const { anyOf, ranked } = query;
  if (ranked !== undefined) return sql`with ranked as materialized (${rankedSql(ranked, query, $)})`;
  return anyOf === undefined ? sql`` : sql`with any_of (value) as materialized (${anyOfSql(anyOf, $)})`;
};

/** The ids and sort values of the page: of the table, or merged from the pages of each value of `anyOf`. */
const idsSql = (query: PageQuery, $: Placeholders<ParameterValues>): RawBuilder<unknown> => {
  const { anyOf, ranked, sort } = query;
  if (ranked !== undefined) {
    const best = sql`(select * from ranked ${orderBy('ranked', sort)} limit ${sql.lit(ranked.maxRows)})`;
    return limitedSql({ ...query, from: best }, cursorSql(query, $));
  }
  const conditions = [...conditionsSql(query, $), ...cursorSql(query, $)];
  if (anyOf === undefined) return limitedSql(query, conditions);
  const equalsValue = sql<SqlBool>`${sql.ref(`t.${anyOf.column}`)} = any_of.value`;
  return sql`
    select t.id, ${sql.ref(`t.${sort.by}`)} from any_of
      cross join lateral (${limitedSql(query, [equalsValue, ...conditions])}) t
    ${orderBy('t', sort)} ${limitSql(query)}`;
};

const anyOfSql = ({ expand }: AnyOf, $: Placeholders<ParameterValues>): RawBuilder<unknown> => {
  const values = sql<readonly string[]>`${$(ANY_OF)}::text[]`;
  return expand === undefined ? sql`select unnest(${values})` : expand.sql(values);
};

const limitedSql = (query: PageQuery, conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<unknown> => sql`
  select t.id, ${sql.ref(`t.${query.sort.by}`)} from ${rowsSql(query)} t${whereSql(conditions)}
  ${orderBy('t', query.sort)} ${limitSql(query)}`;

const rankedSql = (ranked: RankedRows, query: PageQuery, $: Placeholders<ParameterValues>): RawBuilder<unknown> => sql`
  select id, max(relevance) as relevance, count(*) as found
  from (${ranked.candidates($, conditionsSql(query, $))}) candidates group by id`;

/** Ranked rows are counted without reading them again, unless they are some of all. */
const totalSql = (query: PageQuery, $: Placeholders<ParameterValues>): RawBuilder<number> => {
  const count = sql<number>`select count(*)::integer from ${matchesSql(query, $, sql`select value from any_of`)}`;
  if (query.ranked === undefined) return count;
  const max = sql.lit(query.ranked.maxCandidates);
  return sql`
    select case when coalesce(sum(found), 0) < ${max} then count(*)::integer else (${count}) end from ranked`;
};

/** All rows of the list. `values`: the query of those of `anyOf`. */
const matchesSql = (
  query: PageQuery,
  $: Placeholders<ParameterValues>,
  values: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const { anyOf, ranked } = query;
  const equalsAnyValue = anyOf && sql<SqlBool>`${sql.ref(`t.${anyOf.column}`)} = any(array(${values}))`;
  const ownConditions = [equalsAnyValue, ranked?.condition.sql($)].filter((condition) => condition !== undefined);
  const conditions = [...ownConditions, ...conditionsSql(query, $)];
  return sql`${rowsSql(query)} t${whereSql(conditions)}`;
};

/** The statement that counts the rows of a list, and stops at a limit. */
export const countStatement = (query: PageQuery, limit: number): Statement<{ count: number }> => {
  const key = JSON.stringify(['count', limit, keyOf(query)]);
  const statement = compileOnce(key, ($) => {
    const values = query.anyOf === undefined ? sql`` : anyOfSql(query.anyOf, $);
    return sql<{ count: number }>`
      select count(*)::integer as count from (select from ${matchesSql(query, $, values)} limit ${sql.lit(limit)}) counted`;
  });
  return statement(valuesOf(query));
};

const rowsSql = ({ table, from }: PageQuery): RawBuilder<unknown> => from ?? sql.table(table);

const conditionsSql = ({ conditions }: PageQuery, $: Placeholders<ParameterValues>): RawBuilder<SqlBool>[] =>
  conditions.map((condition) => condition.sql($));

const cursorSql = ({ sort, page }: PageQuery, $: Placeholders<ParameterValues>): RawBuilder<SqlBool>[] => {
  if (page.after === undefined) return [];
  const comparison = sort.descending ? sql`<` : sql`>`;
  return [sql`(${sql.ref(`t.${sort.by}`)}, t.id) ${comparison} (${$('cursor_value')}, ${$('cursor_id')})`];
};

export const whereSql = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`` : sql` where ${sql.join(conditions, sql` and `)}`;

const orderBy = (alias: string, { by, descending }: Sort): RawBuilder<unknown> => {
  const direction = descending ? sql`desc` : sql`asc`;
  return sql`order by ${sql.ref(`${alias}.${by}`)} ${direction}, ${sql.ref(`${alias}.id`)} ${direction}`;
};

/** One row more than the page, which shows whether another page follows. A constant, so that the planner knows it. */
const limitSql = ({ page }: PageQuery): RawBuilder<unknown> => sql`limit ${sql.lit(page.limit + 1)}`;
