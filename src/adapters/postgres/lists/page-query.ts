import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Sort } from '#core/shared/list.ts';
import type { Json, Page, PageRequest } from '#core/shared/page.ts';
import type { Database, Statement } from '../connection/database.ts';
import type { Tables } from '../schema.ts';
import type { JsonView } from '../statements/json-view.ts';
import { type Placeholders, type PreparedStatement, prepare } from '../statements/prepare.ts';
import { db } from '../statements/sql-builder.ts';
import type { Condition, Values } from './condition.ts';

/** A keyset page over one table. */
export type PageQuery = Readonly<{
  /** Pages of one name differ in their conditions, sort and page, but in no other part of their text. */
  name: string;
  table: keyof Tables;
  /** Where the page's ids are found, if not in the table itself: rows with the columns of the conditions and the sort. */
  from?: RawBuilder<unknown>;
  /**
   * Values of a column: rows with any of them. The page is merged from one page for each value, so that an index on the
   * column and the sort yields the rows in order, however many there are.
   */
  anyOf?: Readonly<{ column: string; values: readonly string[] }> | undefined;
  /** On the rows `t`. */
  conditions: readonly Condition[];
  /** By a column. */
  sort: Sort;
  /** What is joined to the rows `t` of the page only. */
  join: RawBuilder<unknown>;
  /** The text of an item, from the rows `t` and what is joined to them. */
  item: RawBuilder<string>;
  /** Values of `join`. */
  values?: Values;
  page: PageRequest;
}>;

/** There is one row more than the page has items where another page follows. */
type Row = { id: string | null; value: string; item: string; total?: number };

const ANY_OF = 'any of';

/** Shows the items of a page as a view. */
export const shownAs = <View>({ row, text }: JsonView<View>): Pick<PageQuery, 'join' | 'item'> => ({
  join: sql`cross join lateral ${row}`,
  item: text,
});

/** A page whose items are not joined to one text. */
export type PageItems = Readonly<{ items: readonly { id: string; item: string }[] } & Omit<Page<never>, 'data'>>;

/** Reads a page whose items' texts are JSON. */
export const readPage = async <T>(database: Database, query: PageQuery): Promise<Page<T>> => {
  const { items, ...rest } = await readItems(database, query);
  return { ...rest, data: joinItems(items.map(({ item }) => item)) };
};

export const joinItems = <T>(items: readonly Json<T>[]): Json<readonly T[]> => `[${items.join(',')}]`;

export const readItems = async (database: Database, query: PageQuery): Promise<PageItems> => {
  const { limit } = query.page;
  const rows = await database.query(pageStatement(query));
  const items = rows.slice(0, limit).filter((row): row is Row & { id: string } => row.id !== null);
  const last = rows.length > limit ? items.at(-1) : undefined;
  const total = rows[0]?.total;
  return {
    items,
    next: last ? { value: last.value, id: last.id } : null,
    ...(total === undefined ? {} : { total }),
  };
};

/** As many as the database prepares of varied statements. */
const MAX_COMPILED_STATEMENTS = 500;

const compiled = new LRUCache<string, PreparedStatement<Values, unknown>>({ max: MAX_COMPILED_STATEMENTS });

/** Compiles a statement once for each shape. */
const compileOnce = <Row>(
  shape: readonly unknown[],
  build: ($: Placeholders<Values>) => RawBuilder<Row>,
): PreparedStatement<Values, Row> => {
  const key = JSON.stringify(shape);
  // statements of one shape have the same text, and so the same rows
  const existing = compiled.get(key) as PreparedStatement<Values, Row> | undefined;
  if (existing !== undefined) return existing;
  const statement = prepare<Values>()<Row>(($) => ({ compile: () => build($).compile(db) }));
  compiled.set(key, statement);
  return statement;
};

/** The statement of a page. */
export const pageStatement = (query: PageQuery): Statement<Row> => {
  const { sort, page } = query;
  const shape = [
    'page',
    ...shapeOf(query),
    sort.by,
    sort.descending,
    page.limit,
    page.after !== undefined,
    page.includeTotal,
  ];
  return { ...compileOnce(shape, ($) => pageSql(query, $))(valuesOf(query)), varied: true };
};

const shapeOf = ({ name, anyOf, conditions }: PageQuery): readonly unknown[] => [
  name,
  anyOf?.column,
  conditions.map(({ shape }) => shape),
];

const valuesOf = ({ anyOf, conditions, values, page: { after } }: PageQuery): Values =>
  Object.assign({}, values, ...conditions.map((condition) => condition.values), {
    [ANY_OF]: anyOf?.values,
    'after value': after?.value,
    'after id': after?.id,
  });

/**
 * The page's ids are found first, which an index alone may answer, and their rows then, so that the cost of an item is
 * paid for the page's items only.
 */
const pageSql = (query: PageQuery, $: Placeholders<Values>): RawBuilder<Row> => {
  const { table, sort, join, item, page } = query;
  const isCounted = page.includeTotal === true;
  const total = isCounted ? sql`, (${totalSql(query, $)}) as total` : sql``;
  const rows = sql`(${idsSql(query, $)}) found join ${sql.table(table)} t on t.id = found.id ${join}`;
  // joined to one row, so that an empty page has its total too
  const from = isCounted ? sql`(select) as one left join (${rows}) on true` : rows;
  return sql`
    select t.id, ${sql.ref(`found.${sort.by}`)}::text as value, ${item} as item${total} from ${from}
    ${orderBy('found', sort)}`;
};

const idsSql = (query: PageQuery, $: Placeholders<Values>): RawBuilder<unknown> => {
  const { anyOf, sort } = query;
  const conditions = [...conditionsSql(query, $), ...afterSql(query, $)];
  if (anyOf === undefined) return limitedSql(query, conditions);
  const isOne = sql<SqlBool>`${sql.ref(`t.${anyOf.column}`)} = one.value`;
  return sql`
    select t.id, ${sql.ref(`t.${sort.by}`)} from unnest(${$(ANY_OF)}::text[]) as one (value)
      cross join lateral (${limitedSql(query, [isOne, ...conditions])}) t
    ${orderBy('t', sort)} ${limitSql(query)}`;
};

const limitedSql = (query: PageQuery, conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<unknown> => sql`
  select t.id, ${sql.ref(`t.${query.sort.by}`)} from ${rowsSql(query)} t${whereSql(conditions)}
  ${orderBy('t', query.sort)} ${limitSql(query)}`;

const totalSql = (query: PageQuery, $: Placeholders<Values>): RawBuilder<number> => {
  const { anyOf } = query;
  const isAny = anyOf && sql<SqlBool>`${sql.ref(`t.${anyOf.column}`)} = any(${$(ANY_OF)}::text[])`;
  const conditions = [...(isAny === undefined ? [] : [isAny]), ...conditionsSql(query, $)];
  return sql`select count(*)::integer as total from ${rowsSql(query)} t${whereSql(conditions)}`;
};

const rowsSql = ({ table, from }: PageQuery): RawBuilder<unknown> => from ?? sql.table(table);

const conditionsSql = ({ conditions }: PageQuery, $: Placeholders<Values>): RawBuilder<SqlBool>[] =>
  conditions.map((condition) => condition.sql($));

const afterSql = ({ sort, page }: PageQuery, $: Placeholders<Values>): RawBuilder<SqlBool>[] => {
  if (page.after === undefined) return [];
  const comparison = sort.descending ? sql`<` : sql`>`;
  return [sql`(${sql.ref(`t.${sort.by}`)}, t.id) ${comparison} (${$('after value')}, ${$('after id')})`];
};

const whereSql = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`` : sql` where ${sql.join(conditions, sql` and `)}`;

const orderBy = (rows: string, { by, descending }: Sort): RawBuilder<unknown> => {
  const direction = descending ? sql`desc` : sql`asc`;
  return sql`order by ${sql.ref(`${rows}.${by}`)} ${direction}, ${sql.ref(`${rows}.id`)} ${direction}`;
};

/** One more than the page has, to know whether there is another; constant, because the planner has to know it. */
const limitSql = ({ page }: PageQuery): RawBuilder<unknown> => sql`limit ${sql.lit(page.limit + 1)}`;
