import { sumOfMovements } from '#core/payments/ledger.ts';
import type { PayableId } from '#core/payments/payable-id.ts';
import { Payment } from '#core/payments/payment.ts';
import type { PaymentOperation } from '#core/payments/payment-operation.ts';
import type { PaymentChanges, PaymentRepository } from '#core/payments/ports.ts';
import { conflict } from '#core/shared/domain-error.ts';
import { Money } from '#core/shared/money.ts';
import type { StoreChanges } from '../store/memory-store.ts';
import type { TableChanges } from '../store/memory-table.ts';
import { byId, newestFirst, oldestFirst } from '../store/order.ts';
import { requirePrevious, resourceRepository } from '../store/resources.ts';
import { dueRows } from '../store/times.ts';

export const makePaymentRepository = (
  tables: StoreChanges,
  gatewayWebhooks: TableChanges<string, Date>,
): PaymentRepository => {
  const { payments, paymentOperations: operations } = tables;
  const { find, get } = resourceRepository(payments, 'payment');
  const of = (id: PayableId): Payment[] => payments.filter(({ payableId }) => payableId === id);
  const repository: PaymentRepository = {
    find,
    get,
    getOperation: resourceRepository(operations, 'operation').get,

    async begin(payment, added, amountDue) {
      const { currency } = payment.amount;
      const state = await repository.paymentStateOf({ id: payment.payableId, currency });
      if (state.isPending || state.authorized.add(payment.amount).compare(amountDue) > 0) return state;
      store(tables, payment, added);
      return undefined;
    },

    async paymentStateOf({ id, currency }) {
      const own = of(id);
      const open = own.find(Payment.isOpen);
      const zero = Money.ofMinor(0n, currency);
      return {
        open: open === undefined ? null : { id: open.id, isReplaceable: Payment.isReplaceable(open) },
        isProcessing: own.some(({ status, capturing }) => status === 'processing' || capturing.minor > 0n),
        isPending: own.some(Payment.isPending),
        isDisputed: own.some((payment) => Payment.disputed(payment).minor > 0n),
        authorized: own.reduce((sum, payment) => sum.add(Payment.authorized(payment)), zero),
        refunding: own
          .filter(({ isOverpayment }) => !isOverpayment)
          .reduce((sum, payment) => sum.add(payment.refunding), zero),
      };
    },

    async isRefundingItems(orderId) {
      const ids = new Set(of(orderId).map(({ id }) => id));
      return operations
        .values()
        .some(({ paymentId, status, refunded }) => refunded !== null && status === 'pending' && ids.has(paymentId));
    },

    async listReversible(orderId) {
      return of(orderId)
        .filter((payment) => Payment.isPending(payment) || payment.status === 'authorized' || isRefundable(payment))
        .sort(byId)
        .map(({ id }) => id);
    },

    async listPendingOperations(id) {
      return operations.filter(({ paymentId, status }) => paymentId === id && status === 'pending').sort(oldestFirst);
    },

    async listRefunds(id) {
      return operations.filter(({ paymentId, kind }) => paymentId === id && kind === 'refund').sort(newestFirst);
    },

    async findOperationByKey(key, since) {
      const found = operations.find(({ idempotency }) => idempotency?.key === key);
      if (found === undefined || found.createdAt >= since) return found;
      // a key that has expired is free for another operation
      operations.set(found.id, { ...found, idempotency: null });
      return undefined;
    },

    async save(payment, changes) {
      requirePrevious(payments.get(payment.id), payment);
      store(tables, payment, changes);
    },

    postpone: async (payment, entries) => store(tables, payment, { entries }),

    async claimDue(at, until) {
      const [first] = dueRows(at, payments.values(), ({ nextCheckAt }) => nextCheckAt);
      if (first !== undefined) {
        payments.set(first.id, { ...first, nextCheckAt: until, checkCount: first.checkCount + 1 });
      }
      return first?.id;
    },

    isKnownGatewayWebhook: async (...webhook) => gatewayWebhooks.get(JSON.stringify(webhook)) !== undefined,

    async recordGatewayWebhook(gateway, id, at) {
      if (await repository.isKnownGatewayWebhook(gateway, id)) return;
      gatewayWebhooks.set(JSON.stringify([gateway, id]), at);
    },

    removeGatewayWebhooksBefore: async (before) => gatewayWebhooks.deleteWhere((at) => at < before),

    async assignUser(orderIds, userId) {
      for (const payment of orderIds.flatMap(of)) {
        payments.set(payment.id, { ...payment, version: payment.version + 1, userId });
      }
    },

    async erase(orderIds, at) {
      const found = orderIds.flatMap(of);
      const erased = new Set(found.map(({ id }) => id));
      for (const payment of found) {
        const change = { version: payment.version + 1, updatedAt: at, metadata: {}, returnUrl: null };
        payments.set(payment.id, { ...payment, ...change });
      }
      // the times of other operations stay those of their outcomes, which figures are counted at
      for (const refund of operations.filter(({ kind, paymentId }) => kind === 'refund' && erased.has(paymentId))) {
        operations.set(refund.id, { ...refund, version: refund.version + 1, updatedAt: at, reason: null });
      }
      return [...erased];
    },
  };
  return repository;
};

/** Captured, refunded and disputed amounts equal the movements. */
export const hasMovements = (payment: Payment, movements: Parameters<typeof sumOfMovements>[0]): boolean =>
  sumOfMovements(movements, 'captured') === payment.captured.minor &&
  sumOfMovements(movements, 'refunded') === payment.refunded.minor &&
  sumOfMovements(movements, 'disputed') === Payment.disputed(payment).minor;

const store = (
  { payments, paymentOperations, paymentTimelines: timelines, movements: stored }: StoreChanges,
  payment: Payment,
  { operations = [], entries = [], movements = [] }: PaymentChanges,
): void => {
  requireConsistent(payment);
  payments.set(payment.id, payment);
  for (const operation of operations) {
    requireFreeKey(paymentOperations, operation);
    paymentOperations.set(operation.id, operation);
  }
  timelines.set(payment.id, [...(timelines.get(payment.id) ?? []), ...entries]);
  for (const movement of movements) {
    if (stored.get(movement.id) !== undefined) throw new Error(`Operation ${movement.id} already has a movement.`);
    stored.set(movement.id, movement);
  }
  const moved = stored.filter(({ paymentId }) => paymentId === payment.id);
  if (!hasMovements(payment, moved)) throw new Error(`Payment ${payment.id} differs from its movements.`);
};

/** An idempotency key belongs to one operation. */
const requireFreeKey = (operations: StoreChanges['paymentOperations'], { id, idempotency }: PaymentOperation): void => {
  const isTaken = operations.find((other) => other.id !== id && other.idempotency?.key === idempotency?.key);
  if (idempotency !== null && isTaken) {
    throw conflict(`The idempotency key ${idempotency.key} belongs to another operation.`);
  }
};

const isRefundable = ({ captured, refunded }: Payment): boolean => captured.compare(refunded) > 0;

/** Captures never exceed the amount; refunds and disputes never exceed the captures. */
const requireConsistent = (payment: Payment): void => {
  const { id, amount, captured, capturing, refunded, refunding } = payment;
  const isConsistent =
    captured.add(capturing).compare(amount) <= 0 &&
    refunded.add(refunding).add(Payment.disputed(payment)).compare(captured) <= 0 &&
    [captured, capturing, refunded, refunding].every((sum) => !sum.isNegative);
  if (!isConsistent) throw new Error(`The amounts of payment ${id} are inconsistent.`);
};
