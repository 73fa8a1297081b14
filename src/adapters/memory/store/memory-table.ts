/** Rows by key. They are replaced, never mutated, so a row that was read never changes. */
export abstract class Rows<K, V> {
  abstract get(key: K): V | undefined;
  abstract entries(): [K, V][];
  abstract set(key: K, value: V): void;
  /** @returns whether the row existed. */
  abstract delete(key: K): boolean;

  values(): V[] {
    return this.entries().map(([, value]) => value);
  }

  filter(matches: (value: V) => boolean): V[] {
    return this.values().filter(matches);
  }

  find(matches: (value: V) => boolean): V | undefined {
    return this.values().find(matches);
  }

  /** @returns the number of rows. */
  deleteWhere(matches: (value: V) => boolean): number {
    const found = this.entries().filter(([, value]) => matches(value));
    for (const [key] of found) this.delete(key);
    return found.length;
  }
}

/** Committed rows. */
export class MemoryTable<K, V> extends Rows<K, V> {
  readonly #rows: Map<K, V>;

  constructor(rows: readonly (readonly [K, V])[] = []) {
    super();
    this.#rows = new Map(rows);
  }

  get(key: K): V | undefined {
    return this.#rows.get(key);
  }

  entries(): [K, V][] {
    return [...this.#rows];
  }

  set(key: K, value: V): void {
    this.#rows.set(key, value);
  }

  delete(key: K): boolean {
    return this.#rows.delete(key);
  }

  begin(): TableChanges<K, V> {
    return new TableChanges(this);
  }
}

/** A transaction's view of a table: committed rows overlaid with its own changes, which `commit` applies. */
export class TableChanges<K, V> extends Rows<K, V> {
  readonly #table: MemoryTable<K, V>;
  /** Undefined for a row that this transaction deleted. */
  readonly #changed = new Map<K, V | undefined>();
  #onSet: (after: V, before: V | undefined) => void = () => {};

  constructor(table: MemoryTable<K, V>) {
    super();
    this.#table = table;
  }

  get(key: K): V | undefined {
    return this.#changed.has(key) ? this.#changed.get(key) : this.#table.get(key);
  }

  entries(): [K, V][] {
    const unchanged = this.#table.entries().filter(([key]) => !this.#changed.has(key));
    return [...unchanged, ...[...this.#changed].filter((entry): entry is [K, V] => entry[1] !== undefined)];
  }

  set(key: K, value: V): void {
    this.#onSet(value, this.get(key));
    this.#changed.set(key, value);
  }

  delete(key: K): boolean {
    const existed = this.get(key) !== undefined;
    this.#changed.set(key, undefined);
    return existed;
  }

  /** Calls a listener whenever a row is set. */
  onSet(listener: (after: V, before: V | undefined) => void): void {
    this.#onSet = listener;
  }

  commit(): void {
    for (const [key, value] of this.#changed) {
      if (value === undefined) this.#table.delete(key);
      else this.#table.set(key, value);
    }
  }
}

/** A transaction's view of several tables. */
export type Changes<Tables> = {
  readonly [Name in keyof Tables]: Tables[Name] extends MemoryTable<infer K, infer V> ? TableChanges<K, V> : never;
};
