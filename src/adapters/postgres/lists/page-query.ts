import type { Json, Page, PageRequest } from '#core/shared/page.ts';
import type { Database } from '../connection/database.ts';

/** Collects a statement's values and gives their places in it. */
export class Parameters {
  readonly values: unknown[] = [];

  /** The placeholder of a value: `$1`. */
  add(value: unknown): string {
    return `$${this.values.push(value)}`;
  }
}

/** The condition of a filter where it is given, or none. */
export const given = <T>(value: T | undefined, condition: (value: T) => string): string[] =>
  value === undefined ? [] : [condition(value)];

/** A keyset page over one table. */
export type PageQuery = Readonly<{
  table: string;
  /** Where the page's rows are found, if it takes more than the table: rows `t` with its columns and more. */
  from?: string;
  /**
   * Values of a column, for rows that have any of them. The page is put together of one for each, so that an index on the
   * column and the sort gives them in their order, however many rows there are.
   */
  anyOf?: Readonly<{ column: string; values: readonly string[] }> | undefined;
  /** Conditions on the rows' columns, with `t` as their name. */
  where: readonly string[];
  parameters: Parameters;
  sort: Readonly<{ column: string; type: 'timestamptz' | 'numeric' | 'bigint' | 'text'; descending: boolean }>;
  /** What is joined to the page's rows alone. */
  join: string;
  /** The text of an item, from the page's rows `t` and what is joined to them. */
  item: string;
  page: PageRequest;
}>;

/** A page's items, and one more where there is another page. */
type Row = { id: string | null; value: string; item: string; total?: number };

/** What a page has in its order, whatever an item's text is. */
export type PageItems = Readonly<{ items: readonly { id: string; item: string }[] } & Omit<Page<never>, 'data'>>;

/** Reads a page whose items' texts are JSON. */
export const readPage = async <T>(database: Database, query: PageQuery): Promise<Page<T>> => {
  const { items, ...rest } = await readItems(database, query);
  return { ...rest, data: joinItems(items.map(({ item }) => item)) };
};

export const joinItems = <T>(items: readonly Json<T>[]): Json<readonly T[]> => `[${items.join(',')}]`;

export const readItems = async (database: Database, query: PageQuery): Promise<PageItems> => {
  const rows = await database.query<Row>({
    text: pageStatement(query),
    values: query.parameters.values,
    varied: true,
  });
  const { limit } = query.page;
  const items = rows.slice(0, limit).filter((row): row is Row & { id: string } => row.id !== null);
  const last = rows.length > limit ? items.at(-1) : undefined;
  const total = rows[0]?.total;
  return { items, next: last ? { value: last.value, id: last.id } : null, ...(total === undefined ? {} : { total }) };
};

/**
 * The statement's text; its values are in the query's parameters then. First it finds the page's ids, which an index
 * alone may tell, then their rows, so that what an item costs is paid for the page's items alone. The limit is part of
 * the text, for the planner to know it.
 */
export const pageStatement = (query: PageQuery): string => {
  const { table, parameters, sort, join, item, page } = query;
  const { limit, after, includeTotal } = page;
  const orderOf = (row: string): string => {
    const direction = sort.descending ? 'desc' : 'asc';
    return `order by ${row}.${sort.column} ${direction}, ${row}.id ${direction}`;
  };
  const beyond =
    after === undefined ? [] : [beyondPosition(sort, parameters.add(after.value), parameters.add(after.id))];
  const { from = table, anyOf, where } = query;
  const some = (more: readonly string[]): string => `
    select t.id, t.${sort.column} from ${from} t${conditions([...more, ...where, ...beyond])}
    ${orderOf('t')} limit ${limit + 1}`;
  const values = anyOf && `${parameters.add(anyOf.values)}::text[]`;
  const found = anyOf
    ? `
    select t.id, t.${sort.column} from unnest(${values}) as one (value)
      cross join lateral (${some([`t.${anyOf.column} = one.value`])}) t
    ${orderOf('t')} limit ${limit + 1}`
    : some([]);
  const items = `
    select t.id, found.${sort.column}::text as value, ${item} as item, found.${sort.column}
    from (${found}) found join ${table} t on t.id = found.id ${join} ${orderOf('found')}`;
  if (includeTotal !== true) return items;
  const counted = anyOf ? [`t.${anyOf.column} = any(${values})`, ...where] : where;
  // joined to one row, so that an empty page has its total too
  return `
    select id, value, item, (select count(*)::integer from ${from} t${conditions(counted)}) as total
    from (select) as one left join (${items}) page on true ${orderOf('page')}`;
};

const beyondPosition = ({ column, type, descending }: PageQuery['sort'], value: string, id: string): string =>
  `(t.${column}, t.id) ${descending ? '<' : '>'} (${value}::${type}, ${id})`;

const conditions = (where: readonly string[]): string => (where.length === 0 ? '' : ` where ${where.join(' and ')}`);
