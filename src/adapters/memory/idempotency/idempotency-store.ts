import type { Id } from '#core/shared/id.ts';
import {
  IdempotencyConflict,
  type IdempotencyKey,
  type IdempotencyQueries,
  type IdempotencyRecord,
  type IdempotencyStore,
  type NewIdempotencyRecord,
} from '#core/shared/idempotency.ts';
import type { MemoryTable, TableChanges } from '../store/memory-table.ts';

export type IdempotencyRow = NewIdempotencyRecord & Readonly<{ account: string }>;

const keyOf = ({ account, operation, key }: IdempotencyKey): string => [account, operation, key].join('\n');

/** The record of a row, unless it has expired. */
const unexpiredRecord = (row: IdempotencyRow | undefined, since: Date): IdempotencyRecord | undefined => {
  if (row === undefined || row.at <= since) return undefined;
  const { fingerprint, status, headers, body } = row;
  return { fingerprint, status, headers, body };
};

export class MemoryIdempotencyStore implements IdempotencyStore {
  readonly #records: TableChanges<string, IdempotencyRow>;

  constructor(records: TableChanges<string, IdempotencyRow>) {
    this.#records = records;
  }

  // transactions are serialized, so none is in progress
  async claim(key: IdempotencyKey, since: Date): Promise<void> {
    if (unexpiredRecord(this.#records.get(keyOf(key)), since) !== undefined) throw new IdempotencyConflict('completed');
  }

  async complete(key: IdempotencyKey, record: NewIdempotencyRecord): Promise<void> {
    this.#records.set(keyOf(key), { ...record, account: key.account });
  }

  async erase(userId: Id<'usr'>, ids: readonly Id[]): Promise<void> {
    const erased = new Set<string>([userId, ...ids]);
    for (const [key, row] of [...this.#records.entries()]) {
      if (row.account === userId) this.#records.delete(key);
      else if (row.mentionedIds.some((id) => erased.has(id))) this.#records.set(key, { ...row, body: null });
    }
  }
}

export class MemoryIdempotencyQueries implements IdempotencyQueries {
  readonly #records: MemoryTable<string, IdempotencyRow>;
  readonly #reservations = new Map<string, Date>();

  constructor(records: MemoryTable<string, IdempotencyRow>) {
    this.#records = records;
  }

  async find(key: IdempotencyKey, since: Date): Promise<IdempotencyRecord | undefined> {
    return unexpiredRecord(this.#records.get(keyOf(key)), since);
  }

  async reserve(key: IdempotencyKey, { at, until }: Readonly<{ at: Date; until: Date }>): Promise<boolean> {
    const reservedUntil = this.#reservations.get(keyOf(key));
    if (reservedUntil !== undefined && reservedUntil > at) return false;
    this.#reservations.set(keyOf(key), until);
    return true;
  }

  async release(key: IdempotencyKey, until: Date): Promise<void> {
    if (this.#reservations.get(keyOf(key))?.getTime() === until.getTime()) this.#reservations.delete(keyOf(key));
  }

  async removeBefore(time: Date): Promise<number> {
    for (const [key, until] of this.#reservations) if (until < time) this.#reservations.delete(key);
    return this.#records.deleteWhere(({ at }) => at < time);
  }
}
