import type { EntitySchemaWithMeta } from '@mikro-orm/postgresql';
import { type AliasedRawBuilder, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Tables } from '../schema.ts';
import type { WrittenRow } from '../tables/table.ts';
import { type Placeholders, prepare } from './prepare.ts';
import { db } from './sql-builder.ts';

type Column = Readonly<{ name: string; isKey: boolean; isJson: boolean }>;

type Property = Readonly<{ primary?: boolean; generated?: unknown; columnType?: string; columnTypes?: string[] }>;

/** The columns that are written: all but those that PostgreSQL generates, in the order of the definition. */
const writtenColumns = ({ meta }: EntitySchemaWithMeta): Column[] =>
  Object.entries<Property>(meta.properties)
    .filter(([, { generated }]) => generated === undefined)
    .map(([name, { primary, columnType, columnTypes }]) => ({
      name,
      isKey: primary === true,
      isJson: /^jsonb?$/.test(columnTypes?.[0] ?? columnType ?? ''),
    }));

/** The names of the columns that are written. */
export const columnNames = <Definition extends EntitySchemaWithMeta>(definition: Definition) =>
  writtenColumns(definition).map(({ name }) => name as keyof WrittenRow<Definition> & string);

type Values<Definition extends EntitySchemaWithMeta> = {
  -readonly [Name in keyof WrittenRow<Definition>]: WrittenRow<Definition>[Name];
};

const placeholdersOf = (
  columns: readonly Column[],
  $: Placeholders<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(columns.map(({ name, isJson }) => [name, isJson ? $.json(name) : $(name)]));

/** What an insert writes: a parameter for each column, named after it. */
export const insertedRow = <Definition extends EntitySchemaWithMeta, Parameters extends WrittenRow<Definition>>(
  definition: Definition,
  $: Placeholders<Parameters>,
): Values<Definition> =>
  placeholdersOf(writtenColumns(definition), $ as Placeholders<Record<string, unknown>>) as Values<Definition>;

/** The statement that inserts a row. */
export const insertRow = <Definition extends EntitySchemaWithMeta>(definition: Definition) =>
  prepare<WrittenRow<Definition>>()<never>(($) => {
    const row = Object.entries(insertedRow(definition, $));
    const columns = sql.join(row.map(([name]) => sql.ref(name)));
    const values = sql.join(row.map(([, value]) => value));
    const table = sql.table(definition.meta.tableName);
    return { compile: () => sql<never>`insert into ${table} (${columns}) values (${values})`.compile(db) };
  });

/** What an update writes: as an insert but for the key, since an update of a key takes a stronger lock. */
export const updatedRow = <Definition extends EntitySchemaWithMeta, Parameters extends WrittenRow<Definition>>(
  definition: Definition,
  $: Placeholders<Parameters>,
): Partial<Values<Definition>> => {
  const columns = writtenColumns(definition).filter(({ isKey }) => !isKey);
  return placeholdersOf(columns, $ as Placeholders<Record<string, unknown>>) as Partial<Values<Definition>>;
};

/** The version that an aggregate was read with, from the version that is written. */
export const previousVersion = ($: Placeholders<{ version: number }>): RawBuilder<number> =>
  sql`${$('version')}::integer - 1`;

/** Fails the transaction as a conflict where a common table expression has saved no row. */
export const requireSaved = (expression: string): AliasedRawBuilder<null, 'is_saved'> =>
  sql<null>`require_saved(exists (select from ${sql.table(expression)}))`.as('is_saved');

type Key = Readonly<{ id: string }>;

/** The statement that reads a row by its id, and locks it if so told. */
export const selectRow = <Definition extends EntitySchemaWithMeta>(
  definition: Definition,
  lock: '' | 'for update' | 'for no key update' | 'for share' = '',
) =>
  prepare<Key>()<WrittenRow<Definition>>(($) => {
    const columns = sql.join(columnNames(definition).map((name) => sql.ref(name)));
    const rows = sql<WrittenRow<Definition>>`select ${columns} from ${sql.table(definition.meta.tableName)}
      where id = ${$('id')} ${sql.raw(lock)}`;
    return { compile: () => rows.compile(db) };
  });

/**
 * The statement that stores the next version of a row by its id. Fails unless the stored version is the one before.
 * @param computed Columns that do not get the value of the row.
 */
export const updateRow = <Definition extends EntitySchemaWithMeta>(
  definition: Definition,
  computed?: ($: Placeholders<WrittenRow<Definition>>) => Readonly<Record<string, RawBuilder<unknown>>>,
) =>
  prepare<WrittenRow<Definition> & Key & Readonly<{ version: number }>>()<never>(($) => {
    const row = Object.entries({ ...updatedRow(definition, $), ...computed?.($) });
    const assigned = row.map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
    const saved = sql`update ${sql.table(definition.meta.tableName)} set ${sql.join(assigned)}
      where id = ${$('id')} and version = ${previousVersion($)} returning id`;
    return { compile: () => sql<never>`with saved as (${saved}) select ${requireSaved('saved')}`.compile(db) };
  });

/** The statement that deletes a row by its id, and returns the id of a row that existed. */
export const deleteRow = (definition: EntitySchemaWithMeta) =>
  prepare<Key>()<Key>(($) => {
    const table = sql.table(definition.meta.tableName);
    return { compile: () => sql<Key>`delete from ${table} where id = ${$('id')} returning id`.compile(db) };
  });

/** The rows of a JSON array, each an object with a table's columns. */
export const recordset = <Name extends keyof Tables & string>(
  table: Name,
  json: readonly object[],
): RawBuilder<Selectable<Tables[Name]>> => sql`json_populate_recordset(null::${sql.table(table)}, ${json})`;
