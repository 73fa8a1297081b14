import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Placeholders } from '../statements/prepare.ts';

/** The values of a statement by name. */
export type Values = Readonly<Record<string, unknown>>;

/** A condition on the rows `t` of a page. Conditions of one shape have the same text, whatever their values are. */
export type Condition = Readonly<{
  shape: string;
  values: Values;
  sql: ($: Placeholders<Values>) => RawBuilder<SqlBool>;
}>;

/** A condition without values. */
export const constantCondition = (shape: string, condition: RawBuilder<SqlBool>): Condition => ({
  shape,
  values: {},
  sql: () => condition,
});

/** A condition that no filter asks for: the column of the rows `t` has this value. */
export const columnEquals = (column: string, value: unknown): Condition => {
  const name = `only ${column}`;
  return {
    shape: name,
    values: { [name]: value },
    sql: ($) => sql`${sql.ref(`t.${column}`)} = ${$(name)}`,
  };
};
