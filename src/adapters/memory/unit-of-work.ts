import { setImmediate as nextIteration } from 'node:timers/promises';
import { DomainError } from '#core/shared/domain-error.ts';
import type { Transaction, UnitOfWork, Work } from '#core/storage.ts';
import type { MemoryChanges } from './store/changes.ts';
import type { Changes } from './store/memory-table.ts';
import type { MemorySignals } from './store/signals.ts';

type Tables = Readonly<Record<string, Readonly<{ begin(): Readonly<{ commit(): void }> }>>>;

/** What the repositories of one transaction share. */
export type TransactionContext<T> = Readonly<{
  /** The tables as the transaction sees them; its changes are applied at the commit. */
  tables: Changes<T>;
  /** Registers what happens at the commit after that, in the order of registration. */
  onCommit: (commit: () => void) => void;
  /** Records the id of a changed credential, or of a user whose credentials are affected. */
  noteCredentialChange: (id: string) => void;
  /** Records the id of changed reference data. */
  noteReferenceDataChange: (id: string) => void;
}>;

type Deps<T> = Readonly<{
  tables: T;
  repositories: (context: TransactionContext<T>) => Transaction;
  credentialChanges: MemoryChanges;
  referenceDataChanges: MemoryChanges;
  signals: MemorySignals;
}>;

/** Nothing here waits for anything outside the process: transactions in a row would leave no time to others. */
const MAX_TURN_MS = 20;

/** Serializes transactions: each sees all earlier commits. */
export const makeUnitOfWork = <T extends Tables>(deps: Deps<T>): UnitOfWork => {
  let lastTransaction: Promise<unknown> = Promise.resolve();
  let lastIteration = performance.now();
  const letOthersRun = async (): Promise<void> => {
    if (performance.now() - lastIteration < MAX_TURN_MS) return;
    await nextIteration();
    lastIteration = performance.now();
  };
  const afterPrevious = <R>(task: () => Promise<R>): Promise<R> => {
    const transaction = lastTransaction.then(letOthersRun).then(task);
    lastTransaction = transaction.catch(() => {});
    return transaction;
  };
  const runOnce = async <R>(work: Work<R>): Promise<R> => {
    const { tx, commit } = begin(deps);
    const result = await work(tx);
    commit();
    return result;
  };
  return {
    run: (work) =>
      afterPrevious(() => runOnce(work).catch((error) => (isConflict(error) ? runOnce(work) : Promise.reject(error)))),
    dryRun: (work) => afterPrevious(() => work(begin(deps).tx)),
  };
};

const begin = <T extends Tables>({
  repositories,
  credentialChanges,
  referenceDataChanges,
  signals,
  ...deps
}: Deps<T>): Readonly<{ tx: Transaction; commit: () => void }> => {
  const begun = Object.entries(deps.tables).map(([name, table]) => [name, table.begin()] as const);
  const tables = Object.fromEntries(begun) as Changes<T>;
  const commits: (() => void)[] = [];
  const announcements: (() => void)[] = [];
  const noteChangeOf = (changes: MemoryChanges) => (id: string) =>
    void announcements.push(() => changes.announce([id]));
  const tx = repositories({
    tables,
    onCommit: (commit) => void commits.push(commit),
    noteCredentialChange: noteChangeOf(credentialChanges),
    noteReferenceDataChange: noteChangeOf(referenceDataChanges),
  });
  const commit = (): void => {
    for (const [, changes] of begun) changes.commit();
    for (const apply of [...commits, ...announcements]) apply();
    if (tx.events.appendedTypes.length > 0) signals.announce('events');
  };
  return { tx, commit };
};

/**
 * A work may also save what was read before its transaction: recording a capture first tries the payment and the order
 * that were read before the call of the gateway. If they have changed since, the second run reads them again.
 */
const isConflict = (error: unknown): boolean => error instanceof DomainError && error.code === 'conflict';
