import type { Id } from '#core/shared/id.ts';
import {
  IdempotencyConflict,
  type IdempotencyKey,
  type IdempotencyQueries,
  type IdempotencyRecord,
  type IdempotencyStore,
  type NewIdempotencyRecord,
} from '#core/shared/idempotency.ts';
import type { IdempotencyRow } from '../store/memory-store.ts';
import type { MemoryTable, TableChanges } from '../store/memory-table.ts';

const keyOf = ({ account, operation, key }: IdempotencyKey): string => [account, operation, key].join('\n');

const fresh = (row: IdempotencyRow | undefined, since: Date): IdempotencyRecord | undefined => {
  if (row === undefined || row.at <= since) return undefined;
  const { fingerprint, status, headers, body } = row;
  return { fingerprint, status, headers, body };
};

export class MemoryIdempotencyStore implements IdempotencyStore {
  readonly #answers: TableChanges<string, IdempotencyRow>;

  constructor(answers: TableChanges<string, IdempotencyRow>) {
    this.#answers = answers;
  }

  // transactions are serialized, so none is in progress
  async claim(name: IdempotencyKey, since: Date): Promise<void> {
    if (fresh(this.#answers.get(keyOf(name)), since) !== undefined) throw new IdempotencyConflict('completed');
  }

  async complete(name: IdempotencyKey, answer: NewIdempotencyRecord): Promise<void> {
    this.#answers.set(keyOf(name), { ...answer, account: name.account });
  }

  async erase(userId: Id<'usr'>, ids: readonly Id[]): Promise<void> {
    const erased = new Set<string>([userId, ...ids]);
    for (const [key, row] of [...this.#answers.entries()]) {
      if (row.account === userId) this.#answers.delete(key);
      else if (row.about.some((id) => erased.has(id))) this.#answers.set(key, { ...row, body: null });
    }
  }
}

export class MemoryIdempotencyQueries implements IdempotencyQueries {
  readonly #answers: MemoryTable<string, IdempotencyRow>;

  constructor(answers: MemoryTable<string, IdempotencyRow>) {
    this.#answers = answers;
  }

  async find(name: IdempotencyKey, since: Date): Promise<IdempotencyRecord | undefined> {
    return fresh(this.#answers.get(keyOf(name)), since);
  }

  async removeBefore(time: Date): Promise<number> {
    return this.#answers.deleteWhere(({ at }) => at < time);
  }
}
