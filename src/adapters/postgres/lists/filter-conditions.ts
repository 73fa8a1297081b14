import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { activeFilters, type Filter, type FilterOf, type List } from '#core/shared/list.ts';
import { emailKey } from '#core/shared/mail.ts';
import { searchGramsOf, searchTermsOf } from '#core/users/user-search.ts';
import { type Condition, constantCondition } from './condition.ts';
import { contactQueryText } from './contact-search.ts';
import { columnOf, type ListTable } from './list-table.ts';

/** The conditions of a list's filters on the rows `t` of its table. */
export const filterConditions = <L extends List>(table: ListTable<L>, filter: FilterOf<L>): Condition[] =>
  activeFilters(table.list, filter).map(({ name, filter: definition, value }) => {
    const own = table.conditions[name];
    return own === undefined ? conditionOf(table, { name, filter: definition, value }) : own(value as never);
  });

type ActiveFilter = Readonly<{ name: string; filter: Filter; value: unknown }>;

type Columns = Pick<ListTable, 'columns'>;

const conditionOf = (table: Columns, { name, filter, value }: ActiveFilter): Condition => {
  const compare = (column: string, operator: RawBuilder<unknown>, bound = value): Condition => ({
    key: `${name} ${column}`,
    values: { [name]: bound },
    sql: ($) => sql<SqlBool>`${refer(column)} ${operator} ${$(name)}`,
  });
  switch (filter.kind) {
    case 'equals':
    case 'is':
      return compare(columnOf(table, filter.field), sql`=`);
    case 'any_of':
      return anyOfCondition(columnOf(table, filter.field), name, value);
    case 'equals_id':
      return compare(columnOf(table, fieldOfId(filter.fields, String(value))), sql`=`);
    case 'same_email':
      return compare(`${columnOf(table, filter.field)}_key`, sql`=`, emailKey(String(value)));
    case 'from':
    case 'minimum':
      return compare(columnOf(table, filter.field), sql`>=`);
    case 'to':
    case 'maximum':
      return compare(columnOf(table, filter.field), sql`<=`);
    case 'granted':
      return grantedCondition(columnOf(table, filter.field), name, String(value));
    case 'contains':
      return compare(columnOf(table, filter.field), sql`@>`, JSON.stringify(value));
    case 'search':
      return searchCondition(name, String(value));
    case 'lookup':
    case 'full_text':
      return constantCondition(name, sql`true`);
  }
};

const refer = (column: string): RawBuilder<unknown> => sql.ref(`t.${column}`);

/** The value is a part of the text, so that the partial index of its rows is used; the list has few values. */
const grantedCondition = (column: string, name: string, value: string): Condition =>
  constantCondition(
    `${name} ${value}`,
    sql`${refer(column)} @> ${sql.lit(JSON.stringify({ [value]: { granted: true } }))}::jsonb`,
  );

const anyOfCondition = (column: string, name: string, values: unknown): Condition => ({
  key: `${name} ${column}`,
  values: { [name]: values },
  sql: ($) => sql`${refer(column)} = any(${$(name)}::text[])`,
});

const fieldOfId = (fields: Readonly<Partial<Record<string, string>>>, id: string): string =>
  fields[id.slice(0, id.indexOf('_'))] ?? '';

/** The text of a row contains every term, or its contact matches; the grams, which an index holds, narrow down the rows that may. */
const searchCondition = (name: string, q: string): Condition => {
  const terms = searchTermsOf(q);
  const [gramsOf, termOf] = [(index: number) => `${name} grams ${index}`, (index: number) => `${name} term ${index}`];
  const contact = `${name} contact`;
  return {
    key: `${name} ${terms.length}`,
    values: {
      ...Object.fromEntries(
        terms.flatMap((term, index) => [
          [gramsOf(index), searchGramsOf(term)],
          [termOf(index), term],
        ]),
      ),
      [contact]: contactQueryText(q),
    },
    sql: ($) => {
      const contained = terms.flatMap((_, index) => [
        sql`t.search_grams @> ${$(gramsOf(index))}::text[]`,
        sql`strpos(t.search, ${$(termOf(index))}) > 0`,
      ]);
      return sql`(${sql.join(contained, sql` and `)} or t.contact @@ ${$(contact)}::tsquery)`;
    },
  };
};
