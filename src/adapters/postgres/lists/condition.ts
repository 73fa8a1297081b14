import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Placeholders } from '../statements/prepare.ts';

/** The values of a statement's parameters by name. */
export type ParameterValues = Readonly<Record<string, unknown>>;

/** A condition on the rows `t` of a page. */
export type Condition = Readonly<{
  /** Identifies the SQL text. Conditions with the same key have the same SQL and differ only in values. */
  key: string;
  values: ParameterValues;
  sql: ($: Placeholders<ParameterValues>) => RawBuilder<SqlBool>;
}>;

/** A condition without values. */
export const constantCondition = (key: string, condition: RawBuilder<SqlBool>): Condition => ({
  key,
  values: {},
  sql: () => condition,
});

/** The column of the rows `t` equals a value, for example the owner's id. */
export const columnEquals = (column: string, value: unknown): Condition => {
  const name = `equals_${column}`;
  return {
    key: name,
    values: { [name]: value },
    sql: ($) => sql`${sql.ref(`t.${column}`)} = ${$(name)}`,
  };
};
