import type { PoolClient } from 'pg';
import { conflict } from '#core/shared/domain-error.ts';
import type { Transaction, UnitOfWork, Work } from '#core/storage.ts';
import type { PostgresCredentialChanges } from './access/credential-changes.ts';
import type { Database } from './connection/database.ts';
import { isTransient, translateError } from './connection/errors.ts';
import { TransactionSession } from './connection/transaction-session.ts';

/** What the repositories of one transaction share. */
export type TransactionContext = Readonly<{
  session: TransactionSession;
  /** Whether the transaction will be rolled back. */
  isDryRun: boolean;
  /** Notes the id of a changed credential, or of a user whose credentials are affected. */
  noteCredentialChange: (id: string) => void;
}>;

/** A log that collects entries until the end of the transaction, to send them together. */
type PendingLog = Readonly<{ flush(): void }>;

type PostgresTransaction = Transaction & Readonly<{ events: PendingLog; audit: PendingLog }>;

type Deps = Readonly<{
  database: Database;
  repositories: (context: TransactionContext) => PostgresTransaction;
  credentialChanges: PostgresCredentialChanges;
  /** Called when events were committed. */
  onEvents: () => void;
  /** Called before a transaction is retried, since stale caches may be the cause. */
  clearCaches: () => void;
}>;

const MAX_ATTEMPTS = 5;

export class PostgresUnitOfWork implements UnitOfWork {
  readonly #deps: Deps;
  #lastAgain: Promise<unknown> = Promise.resolve();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  run<T>(work: Work<T>): Promise<T> {
    return this.#try(work, 'commit');
  }

  dryRun<T>(work: Work<T>): Promise<T> {
    return this.#try(work, 'rollback');
  }

  async #try<T>(work: Work<T>, end: 'commit' | 'rollback'): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        const transact = () => this.#transact(work, end);
        return await (tries === 1 ? transact() : this.#again(transact));
      } catch (error) {
        if (!isTransient(error)) throw translateError(error);
        this.#deps.clearCaches();
        if (tries >= MAX_ATTEMPTS) throw conflict('Concurrent changes kept interfering. Try again.', error);
      }
    }
  }

  /** Deadlocked transactions are retried one by one, so that they do not deadlock again. */
  #again<T>(task: () => Promise<T>): Promise<T> {
    const turn = this.#lastAgain.then(task);
    this.#lastAgain = turn.catch(() => {});
    return turn;
  }

  async #transact<T>(work: Work<T>, end: 'commit' | 'rollback'): Promise<T> {
    const client = await this.#deps.database.pool.connect();
    const session = new TransactionSession(this.#deps.database, client);
    const changed: string[] = [];
    try {
      session.send({ text: 'begin' });
      const noteCredentialChange = (id: string): void => {
        changed.push(id);
        session.send(this.#deps.credentialChanges.notification(id));
      };
      const tx = this.#deps.repositories({ session, noteCredentialChange, isDryRun: end === 'rollback' });
      const result = await work(tx);
      tx.events.flush();
      tx.audit.flush();
      await session.end(end);
      client.release();
      if (end === 'commit') this.#announce(changed, tx);
      return result;
    } catch (error) {
      const first = await rollBack(client, session);
      throw first ?? error;
    }
  }

  #announce(changed: readonly string[], { events }: PostgresTransaction): void {
    this.#deps.credentialChanges.announce(changed);
    if (events.appended.length > 0) this.#deps.onEvents();
  }
}

/**
 * Returns the connection after a rollback, or closes it; the original error matters more than a failing rollback.
 * @returns the first error among the sent statements, which caused all later ones.
 */
const rollBack = async (client: PoolClient, session: TransactionSession): Promise<unknown> => {
  const first = await session.settle().catch((error: unknown) => error);
  try {
    await client.query('rollback');
    client.release();
  } catch (error) {
    client.release(error as Error);
  }
  return first;
};
