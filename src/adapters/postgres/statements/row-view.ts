import { setImmediate as nextIteration } from 'node:timers/promises';
import type { EntitySchemaWithMeta } from '@mikro-orm/postgresql';
import { type Expression, type RawBuilder, sql } from 'kysely';
import { type Found, Json } from '#core/shared/page.ts';
import type { WrittenRow } from '../tables/table.ts';
import { type PreparedStatement, prepare } from './prepare.ts';
import { columnNames } from './row-parameters.ts';
import { db } from './sql-builder.ts';

/** What the core shows of the rows `t` of a table: by the function that shows what is written. */
export type RowView<Row, View> = Readonly<{
  /** What is selected of `t`. */
  columns: RawBuilder<unknown>;
  show: (row: Row) => Json<View>;
  /** The statement that finds a row by its id. */
  find: PreparedStatement<Readonly<{ id: string }>, Row>;
}>;

/** @param computed Expressions on `t` that are selected besides its columns, or instead of some. */
export const rowView = <Definition extends EntitySchemaWithMeta, View, Computed extends object = object>(
  definition: Definition,
  show: (row: WrittenRow<Definition> & Computed) => View,
  computed?: { readonly [Name in keyof Computed]: Expression<Computed[Name]> },
): RowView<WrittenRow<Definition> & Computed, View> => {
  const expressions = Object.entries<Expression<unknown>>(computed ?? {});
  const columns = sql.join([
    ...columnNames(definition)
      .filter((name) => !(computed !== undefined && name in computed))
      .map((name) => sql.ref(`t.${name}`)),
    ...expressions.map(([name, expression]) => sql`${expression} as ${sql.ref(name)}`),
  ]);
  const table = sql.table(definition.meta.tableName);
  return {
    columns,
    show: (row) => Json.of(show(row)),
    find: prepare<{ id: string }>()(($) => ({
      compile: () =>
        sql<WrittenRow<Definition> & Computed>`select ${columns} from ${table} t where t.id = ${$('id')}`.compile(db),
    })),
  };
};

/** The view of a row, and its version. */
export const foundView = <Row extends Readonly<{ version: number }>, View>(
  view: RowView<Row, View>,
  row: Row,
): Found<View> => ({ view: view.show(row), version: row.version });

/** How long rows are shown in one turn of the event loop, in milliseconds: an invoice of many lines alone takes some. */
const TURN_MS = 10;

/** The text of each of some rows with its id. */
export const showInTurns = async <Row extends Readonly<{ id: string }>>(
  rows: readonly Row[],
  { show }: Pick<RowView<never, unknown>, 'show'>,
): Promise<{ id: string; item: string }[]> => {
  const items: { id: string; item: string }[] = [];
  let end = performance.now() + TURN_MS;
  for (const row of rows) {
    if (performance.now() > end) {
      await nextIteration();
      end = performance.now() + TURN_MS;
    }
    items.push({ id: row.id, item: show(row as never) });
  }
  return items;
};
