// Why: docs/decisions/0064-kept-reads.md

import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { catalogManifest } from '#core/catalog/manifest.ts';
import type { Database } from '../connection/database.ts';
import { type KnownRows, knownRows } from '../lists/kept-views.ts';
import { type Placeholders, prepare } from '../statements/prepare.ts';
import { db } from '../statements/sql-builder.ts';
import { PRODUCT_ROW_VERSION } from './catalog-views.ts';

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

/** Whether products have the versions that a reader knows. */
const areSame = ($: Placeholders<KnownRows>) => sql<boolean>`not exists (
  select from ${knownRows($)} known (id, row_version)
    left join products t on t.id = known.id left join categories c on c.id = t.category_id
  where t.id is null or ${PRODUCT_ROW_VERSION} <> known.row_version)`;

const FIND_STATE = prepare<KnownRows>()(($) =>
  db.selectNoFrom([
    LAST_POSITION.as('last_position'),
    WITHOUT_POSITION.as('without_position'),
    IS_INDEXING.as('is_indexing'),
    areSame($).as('are_same'),
  ]),
);

type CatalogState = Readonly<{
  /**
   * A text that changes with every commit that changes products or categories, since each of these writes an event. What
   * is read after a state is up to date while the state is the same. Undefined while many events wait for their position
   * or products for their words, and without an event, which may mean that all were removed.
   */
  state: string | undefined;
  areSame: boolean;
}>;

/** The state, and whether some products have the versions that the reader knows. */
const findCatalogState = async (database: Pick<Database, 'query'>, rows: KnownRows): Promise<CatalogState> => {
  const [found] = await database.query(FIND_STATE(rows), true);
  const { last_position: last, without_position: waiting, is_indexing: isIndexing, are_same: areSame } = found ?? {};
  const isUnknown = last == null || waiting === MAX_COUNTED || isIndexing;
  return { state: isUnknown ? undefined : `${last} ${waiting}`, areSame: areSame === true };
};

/** A read of the catalogue. */
type CatalogRead<T> = Readonly<{
  /** Identifies the read, and the type of its result. */
  key: string;
  /** Where the state of the catalogue is read. */
  database: Pick<Database, 'query'>;
  /** Its result is stored as JSON. */
  read: () => Promise<T>;
  /** The products of a result, whose rows may be changed without the service too. */
  rowsOf?: (result: T) => KnownRows;
}>;

/** As a text, which is smaller than its objects. */
type Kept = Readonly<{ state: string; json: string }>;

const NO_ROWS: KnownRows = { ids: [], versions: [] };

/** The size limit of the kept results, in characters. */
const MAX_CHARACTERS = 8_000_000;

/** What is added or removed without the service has no event, and is seen after this time at the latest. */
const KEPT_MS = 60_000;

/** Reads of the catalogue that are kept while it is the same. */
export class UnchangedReads {
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ json }, key) => json.length + key.length,
    ttl: KEPT_MS,
  });

  /** The kept result, if the catalogue is the same; otherwise reads it. */
  async read<T extends object>({ key, database, read, rowsOf }: CatalogRead<T>): Promise<T> {
    const kept = this.#kept.get(key);
    const keptResult = kept && (JSON.parse(kept.json) as T);
    const rows = (keptResult && rowsOf?.(keptResult)) ?? NO_ROWS;
    const { state, areSame } = await findCatalogState(database, rows);
    if (keptResult !== undefined && state !== undefined && kept?.state === state && areSame) return keptResult;
    const result = await read();
    if (state !== undefined) this.#kept.set(key, { state, json: JSON.stringify(result) });
    return result;
  }
}
