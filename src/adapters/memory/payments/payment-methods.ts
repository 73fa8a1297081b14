import {
  PaymentMethod,
  type PaymentMethodId,
  paymentMethodList,
  paymentMethodView,
} from '#core/payments/methods/payment-method.ts';
import type {
  PaymentMethodListQuery,
  PaymentMethodQueries,
  PaymentMethodRepository,
} from '#core/payments/methods/ports.ts';
import { conflict, notFound } from '#core/shared/domain-error.ts';
import { Json } from '#core/shared/page.ts';
import type { UserId } from '#core/users/user.ts';
import { listPage } from '../lists/page.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import type { TableChanges } from '../store/memory-table.ts';

export class MemoryPaymentMethodRepository implements PaymentMethodRepository {
  readonly #methods: TableChanges<PaymentMethodId, PaymentMethod>;

  constructor(methods: TableChanges<PaymentMethodId, PaymentMethod>) {
    this.#methods = methods;
  }

  async add(method: PaymentMethod): Promise<void> {
    this.#store(method);
  }

  async get(id: PaymentMethodId): Promise<PaymentMethod> {
    const method = this.#methods.get(id);
    if (method === undefined) throw notFound('payment method', id);
    return method;
  }

  async find(id: PaymentMethodId): Promise<PaymentMethod | undefined> {
    return this.#methods.get(id);
  }

  async lockForShare(id: PaymentMethodId): Promise<PaymentMethod | undefined> {
    return this.#methods.get(id);
  }

  async findDefault(userId: UserId): Promise<PaymentMethodId | undefined> {
    return [...this.#methods.values()].find((method) => method.userId === userId && method.isDefault)?.id;
  }

  async listOf(userId: UserId): Promise<readonly PaymentMethod[]> {
    return [...this.#methods.values()]
      .filter((method) => method.userId === userId && !PaymentMethod.isDeleted(method))
      .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1));
  }

  async eraseOf(userId: UserId): Promise<readonly PaymentMethodId[]> {
    const methods = [...this.#methods.values()].filter((method) => method.userId === userId);
    for (const { id, status } of methods) if (status === 'removed') this.#methods.delete(id);
    return methods.map(({ id }) => id);
  }

  async findByKey(key: string, since: Date): Promise<PaymentMethod | undefined> {
    const found = [...this.#methods.values()].find(({ idempotency }) => idempotency?.key === key);
    if (found === undefined || found.createdAt >= since) return found;
    // a key that has expired is free for another method
    this.#methods.set(found.id, { ...found, idempotency: null });
    return undefined;
  }

  async save(method: PaymentMethod): Promise<void> {
    if (this.#methods.get(method.id)?.version !== method.version - 1) {
      throw conflict(`Payment method ${method.id} was changed concurrently.`);
    }
    this.#store(method);
  }

  async postpone(method: PaymentMethod): Promise<void> {
    const stored = this.#methods.get(method.id);
    if (stored === undefined) return;
    this.#methods.set(method.id, { ...stored, nextCheckAt: method.nextCheckAt, checkCount: method.checkCount });
  }

  async remove(id: PaymentMethodId): Promise<void> {
    this.#methods.delete(id);
  }

  async claimDue(at: Date, until: Date): Promise<PaymentMethodId | undefined> {
    let first: PaymentMethod | undefined;
    for (const method of this.#methods.values()) {
      if (method.nextCheckAt === null || method.nextCheckAt > at) continue;
      if (first?.nextCheckAt == null || method.nextCheckAt < first.nextCheckAt) first = method;
    }
    if (first === undefined) return undefined;
    this.#methods.set(first.id, { ...first, nextCheckAt: until, checkCount: first.checkCount + 1 });
    return first.id;
  }

  async removeFailedBefore(before: Date): Promise<number> {
    const old = [...this.#methods.values()].filter(
      ({ status, updatedAt }) => status === 'failed' && updatedAt < before,
    );
    for (const { id } of old) this.#methods.delete(id);
    return old.length;
  }

  /** A user has at most one default, and an idempotency key belongs to one method. */
  #store(method: PaymentMethod): void {
    const others = [...this.#methods.values()].filter(({ id }) => id !== method.id);
    const { idempotency, isDefault, userId } = method;
    if (idempotency !== null && others.some((other) => other.idempotency?.key === idempotency.key)) {
      throw conflict(`The idempotency key ${idempotency.key} belongs to another payment method.`);
    }
    if (isDefault && others.some((other) => other.isDefault && other.userId === userId)) {
      throw conflict(`User ${userId} has another default payment method.`);
    }
    this.#methods.set(method.id, method);
  }
}

export class MemoryPaymentMethodQueries implements PaymentMethodQueries {
  readonly #store: MemoryStore;

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  async find(id: PaymentMethodId): ReturnType<PaymentMethodQueries['find']> {
    const found = this.#store.paymentMethods.get(id);
    if (found === undefined || PaymentMethod.isDeleted(found)) return undefined;
    return { view: Json.of(paymentMethodView(found)), version: found.version, userId: found.userId };
  }

  async list({ ownerId, ...query }: PaymentMethodListQuery) {
    const methods = [...this.#store.paymentMethods.values()].filter(
      (method) => !PaymentMethod.isDeleted(method) && (ownerId === undefined || method.userId === ownerId),
    );
    return listPage(paymentMethodList, methods.map(paymentMethodView), query);
  }
}
