import { DomainError } from '#core/shared/domain-error.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Transaction, UnitOfWork, Work } from '#core/unit-of-work.ts';
import { MemoryAnswerLog } from './answer-log.ts';
import { MemoryApiKeyRepository } from './api-key-repository.ts';
import { MemoryAuditLog } from './audit-log.ts';
import { MemoryCategoryRepository } from './category-repository.ts';
import type { MemoryCredentialChanges } from './credential-changes.ts';
import { MemoryDeliveries } from './deliveries.ts';
import { MemoryEventLog } from './event-log.ts';
import { MemoryMailRequests } from './mail-requests.ts';
import type { MemoryTable, TableChanges } from './memory-table.ts';
import { MemoryOneTimeTokenRepository } from './one-time-tokens.ts';
import { MemoryOrderRepository } from './order-repository.ts';
import { MemoryPaymentRepository } from './payment-repository.ts';
import { MemoryProductRepository } from './product-repository.ts';
import { MemorySessionRepository } from './session-repository.ts';
import type { MemorySignals } from './signals.ts';
import type { MemoryStore } from './store.ts';
import { MemoryUserRepository } from './user-repository.ts';
import { MemoryWebhookEndpointRepository } from './webhook-endpoint-repository.ts';

type Deps = Readonly<{
  store: MemoryStore;
  ids: IdGenerator;
  credentialChanges: MemoryCredentialChanges;
  signals: MemorySignals;
}>;

/** One transaction after the other: each sees all that was committed before it. */
export class MemoryUnitOfWork implements UnitOfWork {
  readonly #deps: Deps;
  #last: Promise<unknown> = Promise.resolve();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  run<T>(work: Work<T>): Promise<T> {
    return this.#inTurn(() =>
      this.#try(work).catch((error) => (isStale(error) ? this.#try(work) : Promise.reject(error))),
    );
  }

  rehearse<T>(work: Work<T>): Promise<T> {
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
    const deliveries = new MemoryDeliveries({ store, endpoints, ids, signals });
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
        callbacks: begin(store.callbacks),
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
      answers: new MemoryAnswerLog(begin(store.answers)),
    };
    const commit = (): void => {
      for (const table of tables) table.commit();
      events.place(store.eventPlaces);
      credentialChanges.announce(changed);
      if (events.appended.length > 0) signals.tell('events');
    };
    return { tx, commit };
  }
}

/** The work has built on what it had read before: the second time it has what is there, since nobody else has a turn. */
const isStale = (error: unknown): boolean => error instanceof DomainError && error.code === 'conflict';
