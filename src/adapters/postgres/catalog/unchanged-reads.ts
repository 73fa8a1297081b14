// Why: docs/decisions/0028-facets.md

import { LRUCache } from 'lru-cache';
import type { Database } from '../connection/database.ts';
import { makeSharedReads } from '../connection/shared-reads.ts';
import { findCatalogState } from './catalog-state.ts';

type Kept = Readonly<{ state: string; result: object; size: number }>;

/** The size limit of the kept results, in characters. */
const MAX_CHARACTERS = 8_000_000;

/** Reads of the catalogue that are kept while it is the same. All of them together read its state once at a time. */
export class UnchangedReads {
  readonly #database: Database;
  readonly #share = makeSharedReads();
  readonly #kept = new LRUCache<string, Kept>({ maxSize: MAX_CHARACTERS, sizeCalculation: ({ size }) => size });
  /** The state before a result was read. */
  readonly #stateOf = new WeakMap<object, string>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** The kept result of a key, if the catalogue is the same; otherwise reads it. `sizeOf`: in characters. */
  async read<T extends object>(key: string, read: () => Promise<T>, sizeOf: (result: T) => number): Promise<T> {
    const state = await this.#state();
    const kept = this.#kept.get(key);
    // a key names the type of its result
    if (state !== undefined && kept?.state === state) return kept.result as T;
    const result = await read();
    if (state !== undefined) this.#kept.set(key, { state, result, size: key.length + sizeOf(result) });
    return result;
  }

  /** As `read`, of an object that its reader keeps: `kept` is the present one. */
  async readKept<T extends object>(
    kept: () => T | undefined,
    read: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const state = await this.#state();
    const present = kept();
    if (state !== undefined && present !== undefined && this.#stateOf.get(present) === state) return present;
    const result = await read();
    if (state !== undefined && result !== undefined) this.#stateOf.set(result, state);
    return result;
  }

  #state(): Promise<string | undefined> {
    return this.#share('state', () => findCatalogState(this.#database));
  }
}
