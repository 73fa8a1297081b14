import {
  type AnswerLog,
  type AnswerQueries,
  type AnswerToKeep,
  type KeptAnswer,
  NameTaken,
  type RequestName,
} from '#core/shared/answers.ts';
import type { Id } from '#core/shared/id.ts';
import type { MemoryTable, TableChanges } from './memory-table.ts';
import type { AnswerRow } from './store.ts';

const keyOf = ({ account, operation, key }: RequestName): string => [account, operation, key].join('\n');

const fresh = (row: AnswerRow | undefined, since: Date): KeptAnswer | undefined => {
  if (row === undefined || row.at <= since) return undefined;
  const { fingerprint, status, headers, body } = row;
  return { fingerprint, status, headers, body };
};

export class MemoryAnswerLog implements AnswerLog {
  readonly #answers: TableChanges<string, AnswerRow>;

  constructor(answers: TableChanges<string, AnswerRow>) {
    this.#answers = answers;
  }

  // one transaction runs after the other, so none is met running
  async take(name: RequestName, since: Date): Promise<void> {
    if (fresh(this.#answers.get(keyOf(name)), since) !== undefined) throw new NameTaken('answered');
  }

  async keep(name: RequestName, answer: AnswerToKeep): Promise<void> {
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

export class MemoryAnswerQueries implements AnswerQueries {
  readonly #answers: MemoryTable<string, AnswerRow>;

  constructor(answers: MemoryTable<string, AnswerRow>) {
    this.#answers = answers;
  }

  async find(name: RequestName, since: Date): Promise<KeptAnswer | undefined> {
    return fresh(this.#answers.get(keyOf(name)), since);
  }

  async removeBefore(time: Date): Promise<number> {
    return this.#answers.deleteWhere(({ at }) => at < time);
  }
}
