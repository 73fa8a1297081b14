import { LRUCache } from 'lru-cache';
import type { PoolClient } from 'pg';
import { conflict } from '#core/shared/domain-error.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Transaction, UnitOfWork, Work } from '#core/storage.ts';
import { PostgresApiKeyRepository } from './access/api-key-repository.ts';
import type { PostgresCredentialChanges } from './access/credential-changes.ts';
import { PostgresSessionRepository } from './access/session-repository.ts';
import { PostgresAuditLog } from './audit/audit-log.ts';
import { type CategoryCache, PostgresCategoryRepository } from './catalog/category-repository.ts';
import { PostgresProductRepository } from './catalog/product-repository.ts';
import type { Database } from './connection/database.ts';
import { isTransient, translateError } from './connection/errors.ts';
import { TransactionSession } from './connection/transaction-session.ts';
import { PostgresEventLog } from './events/event-log.ts';
import { PostgresIdempotencyStore } from './idempotency/idempotency-store.ts';
import { PostgresOrderRepository } from './orders/order-repository.ts';
import { PostgresPaymentRepository } from './payments/payment-repository.ts';
import { PostgresMailRequests } from './users/mail-requests.ts';
import { PostgresOneTimeTokenRepository } from './users/one-time-tokens.ts';
import { PostgresUserRepository } from './users/user-repository.ts';
import { PostgresDeliveryRepository } from './webhooks/delivery-repository.ts';
import { PostgresWebhookEndpointRepository } from './webhooks/webhook-endpoint-repository.ts';

type Deps = Readonly<{
  database: Database;
  ids: IdGenerator;
  credentialChanges: PostgresCredentialChanges;
  /** Called when events were committed. */
  onEvents: () => void;
}>;

/** Its logs collect entries until the end, to send them together. */
type PostgresTransaction = Transaction & Readonly<{ events: PostgresEventLog; audit: PostgresAuditLog }>;

const MAX_ATTEMPTS = 5;
const MAX_CACHED_CATEGORIES = 1_000;

export class PostgresUnitOfWork implements UnitOfWork {
  readonly #deps: Deps;
  readonly #foundCategories: CategoryCache = new LRUCache({ max: MAX_CACHED_CATEGORIES });
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
        // stale cached categories may be the cause
        this.#foundCategories.clear();
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
      const tx = this.#transaction(session, changed, end === 'rollback');
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

  #transaction(session: TransactionSession, changed: string[], isDryRun: boolean): PostgresTransaction {
    const noteChange = (id: string): void => {
      changed.push(id);
      session.send(this.#deps.credentialChanges.notification(id));
    };
    return {
      products: new PostgresProductRepository(session),
      categories: new PostgresCategoryRepository(session, this.#foundCategories),
      orders: new PostgresOrderRepository(session, isDryRun),
      payments: new PostgresPaymentRepository(session),
      users: new PostgresUserRepository(session, noteChange),
      oneTimeTokens: new PostgresOneTimeTokenRepository(session),
      mailRequests: new PostgresMailRequests(session),
      apiKeys: new PostgresApiKeyRepository(session, noteChange),
      sessions: new PostgresSessionRepository(session, noteChange),
      webhooks: new PostgresWebhookEndpointRepository(session),
      deliveries: new PostgresDeliveryRepository(session, this.#deps.ids),
      events: new PostgresEventLog(session, this.#deps.ids),
      audit: new PostgresAuditLog(session, this.#deps.ids),
      idempotency: new PostgresIdempotencyStore(session),
    };
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
