import type { OrderId } from '#core/orders/order.ts';
import type { ReturnListQuery, ReturnQueries, ReturnRepository } from '#core/returns/ports.ts';
import { OPEN_STATUSES, Return, type ReturnId, returnList, returnView } from '#core/returns/return.ts';
import { conflict, notFound } from '#core/shared/domain-error.ts';
import { Json } from '#core/shared/page.ts';
import { listPage } from '../lists/page.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import type { TableChanges } from '../store/memory-table.ts';

export class MemoryReturnRepository implements ReturnRepository {
  readonly #returns: TableChanges<ReturnId, Return>;

  constructor(returns: TableChanges<ReturnId, Return>) {
    this.#returns = returns;
  }

  async find(id: ReturnId): Promise<Return | undefined> {
    return this.#returns.get(id);
  }

  async get(id: ReturnId): Promise<Return> {
    const found = this.#returns.get(id);
    if (found === undefined) throw notFound('return', id);
    return found;
  }

  async listOpen(orderId: OrderId): Promise<readonly Return[]> {
    return this.#of([orderId]).filter(({ status }) => OPEN_STATUSES.includes(status));
  }

  async add(added: Return): Promise<void> {
    this.#returns.set(added.id, added);
  }

  async save(saved: Return): Promise<void> {
    if (this.#returns.get(saved.id)?.version !== saved.version - 1) {
      throw conflict(`Return ${saved.id} was changed concurrently.`);
    }
    this.#returns.set(saved.id, saved);
  }

  async assignUser(orderIds: readonly OrderId[], userId: NonNullable<Return['userId']>): Promise<void> {
    for (const each of this.#of(orderIds)) {
      this.#returns.set(each.id, { ...each, version: each.version + 1, userId });
    }
  }

  async erase(orderIds: readonly OrderId[]): Promise<ReturnId[]> {
    const erased = this.#of(orderIds).map(Return.withoutReasons);
    for (const each of erased) this.#returns.set(each.id, each);
    return erased.map(({ id }) => id);
  }

  #of(orderIds: readonly OrderId[]): Return[] {
    return [...this.#returns.values()].filter(({ orderId }) => orderIds.includes(orderId));
  }
}

export class MemoryReturnQueries implements ReturnQueries {
  readonly #store: MemoryStore;

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  async find(id: ReturnId): ReturnType<ReturnQueries['find']> {
    const found = this.#store.returns.get(id);
    if (found === undefined) return undefined;
    const { version, userId, orderId } = found;
    return { view: Json.of(returnView(found)), version, userId, orderId };
  }

  async list({ ownerId, ...query }: ReturnListQuery) {
    const returns = [...this.#store.returns.values()].filter(
      ({ userId }) => ownerId === undefined || userId === ownerId,
    );
    return listPage(returnList, returns.map(returnView), query);
  }
}
