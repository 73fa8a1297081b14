import { DomainError } from '#core/shared/domain-error.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Transaction, UnitOfWork, Work } from '#core/storage.ts';
import { MemoryApiKeyRepository } from './access/api-key-repository.ts';
import type { MemoryCredentialChanges } from './access/credential-changes.ts';
import { MemorySessionRepository } from './access/session-repository.ts';
import { MemoryAuditLog } from './audit/audit-log.ts';
import { MemoryCategoryRepository } from './catalog/category-repository.ts';
import { MemoryProductRepository } from './catalog/product-repository.ts';
import { MemoryEventLog } from './events/event-log.ts';
import { MemoryIdempotencyStore } from './idempotency/idempotency-store.ts';
import { MemoryOrderRepository } from './orders/order-repository.ts';
import { MemoryPaymentRepository } from './payments/payment-repository.ts';
import type { MemoryStore } from './store/memory-store.ts';
import type { MemoryTable, TableChanges } from './store/memory-table.ts';
import type { MemorySignals } from './store/signals.ts';
import { MemoryMailRequests } from './users/mail-requests.ts';
import { MemoryOneTimeTokenRepository } from './users/one-time-tokens.ts';
import { MemoryUserRepository } from './users/user-repository.ts';
import { MemoryDeliveryRepository } from './webhooks/delivery-repository.ts';
import { MemoryWebhookEndpointRepository } from './webhooks/webhook-endpoint-repository.ts';

type Deps = Readonly<{
  store: MemoryStore;
  ids: IdGenerator;
  credentialChanges: MemoryCredentialChanges;
  signals: MemorySignals;
}>;

/** Serializes transactions: each sees all earlier commits. */
export class MemoryUnitOfWork implements UnitOfWork {
  readonly #deps: Deps;
  #last: Promise<unknown> = Promise.resolve();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  run<T>(work: Work<T>): Promise<T> {
    return this.#inTurn(() =>
      this.#try(work).catch((error) => (isConflict(error) ? this.#try(work) : Promise.reject(error))),
    );
  }

  dryRun<T>(work: Work<T>): Promise<T> {
    return this.#inTurn(() => work(this.#begin().tx));
  }

  async #try<T>(work: Work<T>): Promise<T> {
    const { tx, commit } = this.#begin();
    const result = await work(tx);
    commit();
    return result;
  }

  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(task);
    this.#last = turn.catch(() => {});
    return turn;
  }

  #begin(): { tx: Transaction; commit: () => void } {
    const { store, ids, credentialChanges, signals } = this.#deps;
    const changed: string[] = [];
    const noteChange = (id: string): void => void changed.push(id);
    const tables: { commit(): void }[] = [];
    const begin = <K, V>(table: MemoryTable<K, V>): TableChanges<K, V> => {
      const changes = table.begin();
      tables.push(changes);
      return changes;
    };
    const users = new MemoryUserRepository(begin(store.users), noteChange);
    const payments = begin(store.payments);
    const events = new MemoryEventLog(begin(store.events), ids);
    const endpoints = begin(store.webhookEndpoints);
    const webhooks = new MemoryWebhookEndpointRepository(endpoints, begin(store.deliveryQueues));
    const deliveries = new MemoryDeliveryRepository({ store, endpoints, ids, signals });
    tables.push(deliveries);
    const tx = {
      products: new MemoryProductRepository(begin(store.products)),
      categories: new MemoryCategoryRepository(begin(store.categories)),
      orders: new MemoryOrderRepository({
        orders: begin(store.orders),
        timelines: begin(store.timelines),
        numbers: begin(store.orderNumbers),
        payments,
      }),
      payments: new MemoryPaymentRepository({
        payments,
        operations: begin(store.operations),
        timelines: begin(store.paymentTimelines),
        movements: begin(store.movements),
        webhooks: begin(store.gatewayWebhooks),
      }),
      users,
      oneTimeTokens: new MemoryOneTimeTokenRepository(begin(store.oneTimeTokens), users),
      mailRequests: new MemoryMailRequests(begin(store.mailRequests)),
      apiKeys: new MemoryApiKeyRepository(begin(store.apiKeys), users, noteChange),
      sessions: new MemorySessionRepository(begin(store.sessions), users, noteChange),
      events,
      webhooks,
      deliveries,
      audit: new MemoryAuditLog(begin(store.auditEntries), ids),
      idempotency: new MemoryIdempotencyStore(begin(store.idempotencyRecords)),
    };
    const commit = (): void => {
      for (const table of tables) table.commit();
      events.assignPositions(store.eventPositions);
      credentialChanges.announce(changed);
      if (events.appended.length > 0) signals.announce('events');
    };
    return { tx, commit };
  }
}

/** The work used stale reads: the second run sees current rows, since transactions are serialized. */
const isConflict = (error: unknown): boolean => error instanceof DomainError && error.code === 'conflict';
