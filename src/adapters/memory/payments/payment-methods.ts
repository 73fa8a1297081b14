import { PaymentMethod, paymentMethodList, paymentMethodView } from '#core/payments/methods/payment-method.ts';
import type { PaymentMethodQueries, PaymentMethodRepository } from '#core/payments/methods/ports.ts';
import { conflict } from '#core/shared/domain-error.ts';
import { foundWithOwner, isOwnedBy } from '../lists/owned.ts';
import { listPage } from '../lists/page.ts';
import type { MemoryStore, StoreChanges } from '../store/memory-store.ts';
import { newestFirst } from '../store/order.ts';
import { requirePrevious, resourceRepository } from '../store/resources.ts';
import { dueRows } from '../store/times.ts';

export const makePaymentMethodRepository = ({ paymentMethods: methods }: StoreChanges): PaymentMethodRepository => {
  const rows = resourceRepository(methods, 'payment method');
  /** A user has at most one default, and an idempotency key belongs to one method. */
  const requireUnique = ({ id, idempotency, isDefault, userId }: PaymentMethod): void => {
    const others = methods.filter((other) => other.id !== id);
    if (idempotency !== null && others.some((other) => other.idempotency?.key === idempotency.key)) {
      throw conflict(`The idempotency key ${idempotency.key} belongs to another payment method.`);
    }
    if (isDefault && others.some((other) => other.isDefault && other.userId === userId)) {
      throw conflict(`User ${userId} has another default payment method.`);
    }
  };
  return {
    ...rows,
    lockForShare: rows.find,
    remove: async (id) => void methods.delete(id),

    async add(method) {
      requireUnique(method);
      await rows.add(method);
    },

    async save(method) {
      requirePrevious(methods.get(method.id), method);
      requireUnique(method);
      methods.set(method.id, method);
    },

    findDefault: async (userId) => methods.find((method) => method.userId === userId && method.isDefault)?.id,

    async listOf(userId) {
      return methods.filter((method) => method.userId === userId && !PaymentMethod.isDeleted(method)).sort(newestFirst);
    },

    async eraseOf(userId) {
      const erased = methods.filter((method) => method.userId === userId);
      for (const { id, status } of erased) if (status === 'removed') methods.delete(id);
      return erased.map(({ id }) => id);
    },

    async findByKey(key, since) {
      const found = methods.find(({ idempotency }) => idempotency?.key === key);
      if (found === undefined || found.createdAt >= since) return found;
      // a key that has expired is free for another method
      methods.set(found.id, { ...found, idempotency: null });
      return undefined;
    },

    async postpone({ id, nextCheckAt, checkCount }) {
      const stored = methods.get(id);
      if (stored !== undefined) methods.set(id, { ...stored, nextCheckAt, checkCount });
    },

    async claimDue(at, until) {
      const [first] = dueRows(at, methods.values(), ({ nextCheckAt }) => nextCheckAt);
      if (first !== undefined) {
        methods.set(first.id, { ...first, nextCheckAt: until, checkCount: first.checkCount + 1 });
      }
      return first?.id;
    },

    async removeFailedBefore(before) {
      return methods.deleteWhere(({ status, updatedAt }) => status === 'failed' && updatedAt < before);
    },
  };
};

export const makePaymentMethodQueries = ({ paymentMethods }: MemoryStore): PaymentMethodQueries => ({
  async find(id) {
    const found = paymentMethods.get(id);
    return found && PaymentMethod.isDeleted(found) ? undefined : foundWithOwner(paymentMethodView, found);
  },

  async list({ ownerId, ...query }) {
    const methods = paymentMethods.filter((method) => !PaymentMethod.isDeleted(method)).filter(isOwnedBy(ownerId));
    return listPage(paymentMethodList, methods.map(paymentMethodView), query);
  },
});
