import { DomainError } from '#core/shared/domain-error.ts';
import type { Transaction, UnitOfWork, Work } from '#core/storage.ts';
import type { MemoryChanges } from './store/changes.ts';
import type { MemoryTable, TableChanges } from './store/memory-table.ts';
import type { MemorySignals } from './store/signals.ts';

/** What the repositories of one transaction share. */
export type TransactionContext = Readonly<{
  /** Begins changes of a table, which are applied at the commit. */
  begin: <K, V>(table: MemoryTable<K, V>) => TableChanges<K, V>;
  /** Registers what else happens at the commit; all of it runs in the order of registration. */
  onCommit: (commit: () => void) => void;
  /** Records the id of a changed credential, or of a user whose credentials are affected. */
  noteCredentialChange: (id: string) => void;
  /** Records the id of changed reference data. */
  noteReferenceDataChange: (id: string) => void;
}>;

type Deps = Readonly<{
  repositories: (context: TransactionContext) => Transaction;
  credentialChanges: MemoryChanges;
  referenceDataChanges: MemoryChanges;
  signals: MemorySignals;
}>;

/** Serializes transactions: each sees all earlier commits. */
export class MemoryUnitOfWork implements UnitOfWork {
  readonly #deps: Deps;
  #lastTransaction: Promise<unknown> = Promise.resolve();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  run<T>(work: Work<T>): Promise<T> {
    return this.#afterPrevious(() =>
      this.#runOnce(work).catch((error) => (isConflict(error) ? this.#runOnce(work) : Promise.reject(error))),
    );
  }

  dryRun<T>(work: Work<T>): Promise<T> {
    return this.#afterPrevious(() => work(this.#begin().tx));
  }

  async #runOnce<T>(work: Work<T>): Promise<T> {
    const { tx, commit } = this.#begin();
    const result = await work(tx);
    commit();
    return result;
  }

  #afterPrevious<T>(task: () => Promise<T>): Promise<T> {
    const transaction = this.#lastTransaction.then(task);
    this.#lastTransaction = transaction.catch(() => {});
    return transaction;
  }

  #begin(): { tx: Transaction; commit: () => void } {
    const { repositories, credentialChanges, referenceDataChanges, signals } = this.#deps;
    const announcements: (() => void)[] = [];
    const noteChangeOf = (changes: MemoryChanges) => (id: string) =>
      void announcements.push(() => changes.announce([id]));
    const commits: (() => void)[] = [];
    const tx = repositories({
      begin(table) {
        const changes = table.begin();
        commits.push(changes.commit);
        return changes;
      },
      onCommit: (commit) => void commits.push(commit),
      noteCredentialChange: noteChangeOf(credentialChanges),
      noteReferenceDataChange: noteChangeOf(referenceDataChanges),
    });
    const commit = (): void => {
      for (const apply of commits) apply();
      for (const announce of announcements) announce();
      if (tx.events.appendedTypes.length > 0) signals.announce('events');
    };
    return { tx, commit };
  }
}

/**
 * A work may also save what was read before its transaction: recording a capture first tries the payment and the order
 * that were read before the call of the gateway. If they have changed since, the second run reads them again.
 */
const isConflict = (error: unknown): boolean => error instanceof DomainError && error.code === 'conflict';
