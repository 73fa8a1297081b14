import type { EntitySchemaWithMeta, InferKyselyTable } from '@mikro-orm/postgresql';
import type { Selectable } from 'kysely';

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
