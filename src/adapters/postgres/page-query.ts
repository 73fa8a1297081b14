import type { Page, PageRequest } from '#core/shared/page.ts';
import type { Database } from './database.ts';

/** Collects a statement's values and gives their places in it. */
export class Parameters {
  readonly values: unknown[] = [];

  /** The placeholder of a value: `$1`. */
  add(value: unknown): string {
    return `$${this.values.push(value)}`;
  }
}

/** A keyset page over one table. */
export type PageQuery = Readonly<{
  table: string;
  /** Conditions on the table's columns, with `t` as its name. */
  where: readonly string[];
  parameters: Parameters;
  sort: Readonly<{ column: string; type: 'timestamptz' | 'numeric' | 'text'; descending: boolean }>;
  /** What is joined to the page's rows alone, among it the row `json` that is an item. */
  join: string;
  page: PageRequest;
}>;

/**
 * Reads a page. The JSON is built after the limit, so that its cost is that of the page; one row more than the page
 * tells whether there is another. The limit is part of the text, for the planner to know it.
 */
export const readPage = async <T>(database: Database, query: PageQuery): Promise<Page<T>> => {
  type Row = { data: string; value: string | null; id: string | null; more: boolean; total?: number };
  const [row] = await database.query<Row>({
    text: pageStatement(query),
    values: query.parameters.values,
    varied: true,
  });
  if (row === undefined) throw new Error('A page has one row.');
  return {
    data: row.data,
    next: row.more && row.value !== null && row.id !== null ? { value: row.value, id: row.id } : null,
    ...(row.total === undefined ? {} : { total: row.total }),
  };
};

/** The statement's text; its values are in the query's parameters then. */
export const pageStatement = ({ table, where, parameters, sort, join, page }: PageQuery): string => {
  const { limit, after, includeTotal } = page;
  const direction = sort.descending ? 'desc' : 'asc';
  const order = `t.${sort.column} ${direction}, t.id ${direction}`;
  const total = includeTotal ? `, (select count(*)::integer from ${table} t${conditions(where)}) as total` : '';
  const beyond =
    after === undefined ? [] : [beyondPosition(sort, parameters.add(after.value), parameters.add(after.id))];
  return `
    select '[' || coalesce(string_agg(item, ',' order by place) filter (where place <= ${limit}), '') || ']' as data,
      max(value) filter (where place = ${limit}) as value,
      max(id) filter (where place = ${limit}) as id,
      count(*) > ${limit} as more${total}
    from (
      select row_number() over (order by ${order}) as place, t.${sort.column}::text as value, t.id,
        row_to_json(json)::text as item
      from (select * from ${table} t${conditions([...where, ...beyond])} order by ${order} limit ${limit + 1}) t
      ${join}
    ) as page`;
};

const beyondPosition = ({ column, type, descending }: PageQuery['sort'], value: string, id: string): string =>
  `(t.${column}, t.id) ${descending ? '<' : '>'} (${value}::${type}, ${id})`;

const conditions = (where: readonly string[]): string => (where.length === 0 ? '' : ` where ${where.join(' and ')}`);
