// Why: docs/decisions/0064-kept-reads.md

import { LRUCache } from 'lru-cache';
import type { Database } from '../connection/database.ts';
import type { KnownRows } from '../lists/known-rows.ts';
import { findCatalogState } from './catalog-state.ts';

/** A read of the catalogue. */
type CatalogRead<T> = Readonly<{
  /** Identifies the read, and the type of its result. */
  key: string;
  /** Where the state of the catalogue is read. */
  database: Pick<Database, 'query'>;
  read: () => Promise<T>;
  /** In characters. */
  sizeOf: (result: T) => number;
  /** The products of a result, whose rows may be changed without the service too. */
  rowsOf?: (result: T) => KnownRows;
}>;

type Kept = Readonly<{ state: string; result: object; size: number }>;

const NO_ROWS: KnownRows = { ids: [], versions: [] };

/** The size limit of the kept results, in characters. */
const MAX_CHARACTERS = 8_000_000;

/** What is added or removed without the service has no event, and is seen after this time at the latest. */
const KEPT_MS = 10_000;

/** Reads of the catalogue that are kept while it is the same. */
export class UnchangedReads {
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ size }) => size,
    ttl: KEPT_MS,
  });

  /** The kept result, if the catalogue is the same; otherwise reads it. */
  async read<T extends object>({ key, database, read, sizeOf, rowsOf }: CatalogRead<T>): Promise<T> {
    const kept = this.#kept.get(key);
    const keptResult = kept?.result as T | undefined;
    const rows = (keptResult && rowsOf?.(keptResult)) ?? NO_ROWS;
    const { state, areSame } = await findCatalogState(database, rows);
    if (keptResult !== undefined && state !== undefined && kept?.state === state && areSame) return keptResult;
    const result = await read();
    if (state !== undefined) this.#kept.set(key, { state, result, size: key.length + sizeOf(result) });
    return result;
  }
}
