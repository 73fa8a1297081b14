import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Found } from '#core/shared/page.ts';
import type { Tables } from '../schema.ts';
import { type JsonView, literal, utcText } from './json-view.ts';
import { prepare } from './prepare.ts';
import { db } from './sql-builder.ts';

type ResourceColumn = 'id' | 'version' | 'created_at' | 'updated_at';

/** The tables with the columns of a resource. */
type ResourceTable = {
  [Name in keyof Tables]: ResourceColumn extends keyof Tables[Name] ? Name : never;
}[keyof Tables];

/** `id` and `object`, which start the view of every resource `t`. */
export const resourceMembers = <Table extends ResourceTable, Name extends string>(_table: Table, object: Name) => ({
  id: sql<Tables[Table]['id']>`${sql.ref('t.id')}`,
  object: literal(object),
});

type VersionMembers = Readonly<{
  version: Expression<number>;
  created_at: RawBuilder<string>;
  updated_at: RawBuilder<string>;
}>;

/** `version` and the times, which end it. */
export const versionMembers = (_table: ResourceTable): VersionMembers => ({
  version: sql<number>`${sql.ref('t.version')}`,
  created_at: utcText(sql<Date>`${sql.ref('t.created_at')}`),
  updated_at: utcText(sql<Date>`${sql.ref('t.updated_at')}`),
});

/** The statement that finds the view of a resource `t` by its id. */
export const findViewById = <View extends Readonly<{ id: string }>>(table: ResourceTable, view: JsonView<View>) =>
  prepare<{ id: View['id'] }>()<Found<View>>(($) => ({
    compile: () =>
      sql<Found<View>>`
        select t.version, ${view.jsonText} as view from ${sql.table(table)} t cross join lateral ${view.lateralRow}
        where t.id = ${$('id')}`.compile(db),
  }));
