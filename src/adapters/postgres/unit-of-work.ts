import type { PoolClient } from 'pg';
import { conflict } from '#core/shared/domain-error.ts';
import type { Transaction, UnitOfWork, Work } from '#core/storage.ts';
import type { PostgresChanges } from './connection/changes.ts';
import type { Database } from './connection/database.ts';
import { isRacedDuplicate, isReadOnly, isTransient, translateError } from './connection/errors.ts';
import { DATABASE } from './connection/statement-span.ts';
import { TransactionSession } from './connection/transaction-session.ts';

/** What the repositories of one transaction share. */
export type TransactionContext = Readonly<{
  session: TransactionSession;
  /** Whether the transaction will be rolled back. */
  isDryRun: boolean;
  /** Records the id of a changed credential, or of a user whose credentials are affected. */
  noteCredentialChange: (id: string) => void;
  /** Records the id of changed reference data. */
  noteReferenceDataChange: (id: string) => void;
}>;

/** Collects entries and writes them together at the end of the transaction. */
type BufferedLog = Readonly<{ flush(): void }>;

type PostgresTransaction = Transaction & Readonly<{ events: BufferedLog; audit: BufferedLog; products: BufferedLog }>;

type Deps = Readonly<{
  database: Database;
  repositories: (context: TransactionContext) => PostgresTransaction;
  credentialChanges: PostgresChanges;
  referenceDataChanges: PostgresChanges;
  /** Called when events were committed. */
  onEvents: () => void;
  /** Called after a transient failure, since a stale cache may be the cause. */
  clearCaches: () => void;
}>;

/** When many transactions lock the same rows in different orders, one in ten retries ends in a deadlock again. */
const MAX_ATTEMPTS = 10;

export class PostgresUnitOfWork implements UnitOfWork {
  readonly #deps: Deps;
  #lastRetry: Promise<unknown> = Promise.resolve();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  run<T>(work: Work<T>): Promise<T> {
    return this.#runInSpan(work, 'commit');
  }

  dryRun<T>(work: Work<T>): Promise<T> {
    return this.#runInSpan(work, 'rollback');
  }

  /** The span includes the time that the work waits for a connection, and its repetitions. */
  #runInSpan<T>(work: Work<T>, end: 'commit' | 'rollback'): Promise<T> {
    const { tracing } = this.#deps.database;
    if (tracing?.isRecording() !== true) return this.#runWithRetries(work, end);
    const start = { name: 'transaction', kind: 'client', attributes: DATABASE } as const;
    return tracing.run(start, () => this.#runWithRetries(work, end));
  }

  async #runWithRetries<T>(work: Work<T>, end: 'commit' | 'rollback'): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const runOnce = () => this.#runOnce(work, end);
        return await (attempt === 1 ? runOnce() : this.#retry(runOnce));
      } catch (error) {
        const runsAgain = isTransient(error) || (attempt === 1 && isRacedDuplicate(error));
        if (!runsAgain) throw translateError(error);
        this.#deps.clearCaches();
        if (attempt >= MAX_ATTEMPTS) throw conflict('Concurrent changes kept interfering. Try again.', error);
      }
    }
  }

  /** Retries run one at a time, so that they do not conflict with each other again. */
  #retry<T>(task: () => Promise<T>): Promise<T> {
    const retry = this.#lastRetry.then(task);
    this.#lastRetry = retry.catch(() => {});
    return retry;
  }

  async #runOnce<T>(work: Work<T>, end: 'commit' | 'rollback'): Promise<T> {
    const client = await this.#deps.database.pool.connect();
    const session = new TransactionSession(this.#deps.database, client);
    const { credentialChanges, referenceDataChanges } = this.#deps;
    const announcements: (() => void)[] = [];
    const noteChangeOf = (changes: PostgresChanges) => (id: string) => {
      announcements.push(() => changes.announce([id]));
      session.send(changes.notification(id));
    };
    try {
      // not awaited: it is sent with the first statement
      session.send({ text: 'begin' });
      const tx = this.#deps.repositories({
        session,
        noteCredentialChange: noteChangeOf(credentialChanges),
        noteReferenceDataChange: noteChangeOf(referenceDataChanges),
        isDryRun: end === 'rollback',
      });
      const result = await work(tx);
      tx.events.flush();
      tx.audit.flush();
      tx.products.flush();
      await session.end(end);
      client.release();
      if (end === 'commit') this.#announce(announcements, tx);
      return result;
    } catch (error) {
      const firstStatementError = await rollBack(client, session);
      throw firstStatementError ?? error;
    }
  }

  #announce(announcements: readonly (() => void)[], { events }: PostgresTransaction): void {
    for (const announce of announcements) announce();
    if (events.appendedTypes.length > 0) this.#deps.onEvents();
  }
}

/**
 * Rolls back and releases the connection, or destroys it if that fails. An error of the rollback itself is ignored.
 * @returns the first error among the sent statements, which caused all later ones.
 */
const rollBack = async (client: PoolClient, session: TransactionSession): Promise<unknown> => {
  const firstStatementError = await session.settle().catch((error: unknown) => error);
  try {
    await client.query('rollback');
    client.release(isReadOnly(firstStatementError));
  } catch (error) {
    client.release(error as Error);
  }
  return firstStatementError;
};
