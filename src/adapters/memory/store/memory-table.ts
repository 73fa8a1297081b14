/** A transaction's view of a table: committed rows overlaid with its own changes, which `commit` applies. */
export type TableChanges<K, V> = Readonly<{
  get(key: K): V | undefined;
  values(): Iterable<V>;
  entries(): Iterable<[K, V]>;
  set(key: K, value: V): void;
  delete(key: K): boolean;
  commit(): void;
}>;

/** Rows in memory. Rows are replaced, never mutated, so a row that was read never changes. */
export class MemoryTable<K, V> {
  readonly #rows = new Map<K, V>();

  get(key: K): V | undefined {
    return this.#rows.get(key);
  }

  values(): IterableIterator<V> {
    return this.#rows.values();
  }

  entries(): IterableIterator<[K, V]> {
    return this.#rows.entries();
  }

  set(key: K, value: V): void {
    this.#rows.set(key, value);
  }

  delete(key: K): void {
    this.#rows.delete(key);
  }

  /** @returns the number of rows. */
  deleteWhere(matches: (value: V) => boolean): number {
    const keys = [...this.#rows].filter(([, value]) => matches(value)).map(([key]) => key);
    for (const key of keys) this.#rows.delete(key);
    return keys.length;
  }

  begin(): TableChanges<K, V> {
    const rows = this.#rows;
    // undefined: deleted by this transaction
    const changed = new Map<K, V | undefined>();
    const get = (key: K): V | undefined => (changed.has(key) ? changed.get(key) : rows.get(key));
    function* entries(): Iterable<[K, V]> {
      for (const entry of rows) if (!changed.has(entry[0])) yield entry;
      for (const [key, value] of changed) if (value !== undefined) yield [key, value];
    }
    return {
      get,
      *values() {
        for (const [, value] of entries()) yield value;
      },
      entries,
      set: (key, value) => void changed.set(key, value),
      delete(key) {
        const existed = get(key) !== undefined;
        changed.set(key, undefined);
        return existed;
      },
      commit() {
        for (const [key, value] of changed) {
          if (value === undefined) rows.delete(key);
          else rows.set(key, value);
        }
      },
    };
  }
}
