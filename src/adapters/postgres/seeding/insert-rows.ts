import type { EntitySchemaWithMeta } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Tables } from '../schema.ts';
import { type PreparedStatement, prepare } from '../statements/prepare.ts';
import { columnNames, recordset } from '../statements/row-parameters.ts';
import { db } from '../statements/sql-builder.ts';
import type { WrittenRow } from '../tables/table.ts';

/** The statement that inserts many rows of a table. */
export const insertRows = <Definition extends EntitySchemaWithMeta>(
  definition: Definition,
): PreparedStatement<Readonly<{ rows: readonly WrittenRow<Definition>[] }>, never> =>
  prepare<Readonly<{ rows: readonly WrittenRow<Definition>[] }>>()<never>(($) => {
    const { tableName } = definition.meta;
    const columns = sql.join(columnNames(definition).map((name) => sql.ref(name)));
    const rows = recordset(tableName as keyof Tables & string, $.json('rows'));
    return {
      compile: () =>
        sql<never>`insert into ${sql.table(tableName)} (${columns}) select ${columns} from ${rows}`.compile(db),
    };
  });
