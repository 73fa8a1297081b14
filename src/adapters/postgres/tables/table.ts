import { defineEntity, type EntitySchemaWithMeta, type InferKyselyTable } from '@mikro-orm/postgresql';
import type { Selectable } from 'kysely';

/** Defines a table by its name and its columns. */
export const table = <const Name extends string, const Properties extends Readonly<Record<string, object>>>(
  tableName: Name,
  properties: Properties,
) => defineEntity({ name: tableName, tableName, properties });

type Columns<Definition extends EntitySchemaWithMeta> = InferKyselyTable<Definition>;

/** A table's row as a statement or MikroORM reads it. */
export type Row<Definition extends EntitySchemaWithMeta> = Readonly<Selectable<Columns<Definition>>>;

type GeneratedColumns<Table> = {
  [Name in keyof Table]: Table[Name] extends { readonly __insert__: never } ? Name : never;
}[keyof Table];

/** A row as it is written: every column but those that PostgreSQL generates. */
export type WrittenRow<Definition extends EntitySchemaWithMeta> = Omit<
  Row<Definition>,
  GeneratedColumns<Columns<Definition>>
>;
