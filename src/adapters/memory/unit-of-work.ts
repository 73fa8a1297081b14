import type { IdGenerator } from '#core/shared/id.ts';
import type { Transaction, UnitOfWork, Work } from '#core/unit-of-work.ts';
import { MemoryAnswerLog } from './answer-log.ts';
import { MemoryApiKeyRepository } from './api-key-repository.ts';
import { MemoryCategoryRepository } from './category-repository.ts';
import type { MemoryCredentialChanges } from './credential-changes.ts';
import { MemoryEventLog } from './event-log.ts';
import { MemoryProductRepository } from './product-repository.ts';
import { MemorySessionRepository } from './session-repository.ts';
import type { MemoryStore } from './store.ts';
import { MemoryUserRepository } from './user-repository.ts';

type Deps = Readonly<{ store: MemoryStore; ids: IdGenerator; credentialChanges: MemoryCredentialChanges }>;

/** One transaction after the other: each sees all that was committed before it. */
export class MemoryUnitOfWork implements UnitOfWork {
  readonly #deps: Deps;
  #last: Promise<unknown> = Promise.resolve();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  run<T>(work: Work<T>): Promise<T> {
    return this.#inTurn(async () => {
      const { tx, commit } = this.#begin();
      const result = await work(tx);
      commit();
      return result;
    });
  }

  rehearse<T>(work: Work<T>): Promise<T> {
    return this.#inTurn(() => work(this.#begin().tx));
  }

  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(task);
    this.#last = turn.catch(() => {});
    return turn;
  }

  #begin(): { tx: Transaction; commit: () => void } {
    const { store, ids, credentialChanges } = this.#deps;
    const changed: string[] = [];
    const [products, categories, users] = [store.products.begin(), store.categories.begin(), store.users.begin()];
    const [apiKeys, sessions] = [store.apiKeys.begin(), store.sessions.begin()];
    const [events, answers] = [store.events.begin(), store.answers.begin()];
    const tables = [products, categories, users, apiKeys, sessions, events, answers];
    const tx = {
      products: new MemoryProductRepository(products),
      categories: new MemoryCategoryRepository(categories),
      users: new MemoryUserRepository(users),
      apiKeys: new MemoryApiKeyRepository(apiKeys, (id) => changed.push(id)),
      sessions: new MemorySessionRepository(sessions, (id) => changed.push(id)),
      events: new MemoryEventLog(events, ids),
      answers: new MemoryAnswerLog(answers),
    };
    const commit = (): void => {
      for (const table of tables) table.commit();
      credentialChanges.announce(changed);
    };
    return { tx, commit };
  }
}
