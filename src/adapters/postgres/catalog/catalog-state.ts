import { type RawBuilder, sql } from 'kysely';
import { catalogManifest } from '#core/catalog/manifest.ts';
import type { Database } from '../connection/database.ts';
import { prepare } from '../statements/prepare.ts';
import { db } from '../statements/sql-builder.ts';

/** More events than these that have no position yet are not counted. */
const MAX_COUNTED = 1_000;

const TYPES: RawBuilder<readonly string[]> =
  sql`array[${sql.join(catalogManifest.eventTypes.map((type) => sql.lit(type)))}]`;

const LAST_POSITION = sql<string | null>`(
  select max(last.position) from unnest(${TYPES}) as wanted (type)
    cross join lateral (select max(position) as position from events e where e.type = wanted.type) as last)`;

const WITHOUT_POSITION = sql<number>`(
  select count(*)::integer from (
    select from events where position is null and type = any(${TYPES}) limit ${sql.lit(MAX_COUNTED)}) as waiting)`;

/** Whether searches will find more although nothing changes. */
const IS_INDEXING = sql<boolean>`exists (select from product_search where is_stale)`;

const FIND_STATE = prepare()(() =>
  db.selectNoFrom([
    LAST_POSITION.as('last_position'),
    WITHOUT_POSITION.as('without_position'),
    IS_INDEXING.as('is_indexing'),
  ]),
);

/**
 * A text that changes with every commit that changes products or categories, since each of these writes an event. What
 * is read after a state is up to date while the state is the same. Undefined while many events wait for their position
 * or products for their words, and without an event, which may mean that all were removed.
 */
export const findCatalogState = async (database: Pick<Database, 'query'>): Promise<string | undefined> => {
  const [state] = await database.query(FIND_STATE({}), true);
  if (state === undefined || state.last_position === null || state.is_indexing) return undefined;
  return state.without_position === MAX_COUNTED ? undefined : `${state.last_position} ${state.without_position}`;
};
