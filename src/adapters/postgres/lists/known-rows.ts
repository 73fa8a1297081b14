import { type RawBuilder, sql } from 'kysely';
import type { Json } from '#core/shared/page.ts';
import type { Placeholders } from '../statements/prepare.ts';
import { hideFromPlanner } from '../statements/sql-builder.ts';

/** The ids of rows, and the version of each that its reader has. */
export type KnownRows = Readonly<{ ids: readonly string[]; versions: readonly (string | null)[] }>;

/** A row whose view is null if its reader has it. */
export type UnlessKnown<Found extends Readonly<{ view: Json<unknown> }>> = Omit<Found, 'view'> &
  Readonly<{ view: Found['view'] | null }>;

/** The rows `known`, to be joined to those of a table. */
export const knownRows = <RowId extends string>(
  $: Placeholders<KnownRows>,
): RawBuilder<{ id: RowId; row_version: string | null }> =>
  sql`unnest(${hideFromPlanner(sql`${$('ids')}::text[]`)}, ${hideFromPlanner(sql`${$('versions')}::text[]`)})`;

/** A view, or null if its reader has it. */
export const unlessKnown = <View>(
  rowVersion: RawBuilder<string>,
  view: RawBuilder<Json<View>>,
): RawBuilder<Json<View> | null> => sql`case when ${rowVersion} is distinct from known.row_version then ${view} end`;
