import { type Movement, type MovementId, sumOfMovements } from '#core/payments/ledger.ts';
import type { PayableId } from '#core/payments/payable-id.ts';
import { Payment, type PaymentId } from '#core/payments/payment.ts';
import type { PaymentEntry } from '#core/payments/payment-entry.ts';
import type { OperationId, PaymentOperation } from '#core/payments/payment-operation.ts';
import type { OrderPaymentState, PaymentChanges, PaymentRepository } from '#core/payments/ports.ts';
import type { Currency } from '#core/shared/currency.ts';
import { conflict, notFound } from '#core/shared/domain-error.ts';
import { Money } from '#core/shared/money.ts';
import type { TableChanges } from '../store/memory-table.ts';

type Tables = Readonly<{
  payments: TableChanges<PaymentId, Payment>;
  operations: TableChanges<OperationId, PaymentOperation>;
  timelines: TableChanges<PaymentId, readonly PaymentEntry[]>;
  movements: TableChanges<MovementId, Movement>;
  gatewayWebhooks: TableChanges<string, Date>;
}>;

export class MemoryPaymentRepository implements PaymentRepository {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async begin(payment: Payment, added: PaymentChanges, amountDue: Money): Promise<OrderPaymentState | undefined> {
    const { currency } = payment.amount;
    const state = await this.paymentStateOf({ id: payment.payableId, currency });
    if (state.isPending || state.authorized.add(payment.amount).compare(amountDue) > 0) return state;
    this.#store(payment, added);
    return undefined;
  }

  async get(id: PaymentId): Promise<Payment> {
    const payment = this.#tables.payments.get(id);
    if (payment === undefined) throw notFound('payment', id);
    return payment;
  }

  async find(id: PaymentId): Promise<Payment | undefined> {
    return this.#tables.payments.get(id);
  }

  async paymentStateOf({ id, currency }: Readonly<{ id: PayableId; currency: Currency }>): Promise<OrderPaymentState> {
    const payments = this.#of(id);
    const open = payments.find(Payment.isOpen);
    const zero = Money.ofMinor(0n, currency);
    return {
      open: open === undefined ? null : { id: open.id, isReplaceable: Payment.isReplaceable(open) },
      isProcessing: payments.some(({ status, capturing }) => status === 'processing' || capturing.minor > 0n),
      isPending: payments.some(Payment.isPending),
      isDisputed: payments.some((payment) => Payment.disputed(payment).minor > 0n),
      authorized: payments.reduce((sum, payment) => sum.add(Payment.authorized(payment)), zero),
      refunding: payments
        .filter(({ isOverpayment }) => !isOverpayment)
        .reduce((sum, payment) => sum.add(payment.refunding), zero),
    };
  }

  async isRefundingItems(orderId: PayableId): Promise<boolean> {
    const ids = new Set(this.#of(orderId).map(({ id }) => id));
    return [...this.#tables.operations.values()].some(
      ({ paymentId, status, refunded }) => refunded !== null && status === 'pending' && ids.has(paymentId),
    );
  }

  async listReversible(orderId: PayableId): Promise<readonly PaymentId[]> {
    return this.#of(orderId)
      .filter((payment) => Payment.isPending(payment) || payment.status === 'authorized' || isRefundable(payment))
      .sort(({ id: a }, { id: b }) => (a < b ? -1 : 1))
      .map(({ id }) => id);
  }

  async getOperation(id: OperationId): Promise<PaymentOperation> {
    const operation = this.#tables.operations.get(id);
    if (operation === undefined) throw notFound('operation', id);
    return operation;
  }

  async listPendingOperations(id: PaymentId): Promise<readonly PaymentOperation[]> {
    return [...this.#tables.operations.values()]
      .filter(({ paymentId, status }) => paymentId === id && status === 'pending')
      .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1));
  }

  async listRefunds(id: PaymentId): Promise<readonly PaymentOperation[]> {
    return [...this.#tables.operations.values()]
      .filter(({ paymentId, kind }) => paymentId === id && kind === 'refund')
      .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1));
  }

  async findOperationByKey(key: string, since: Date): Promise<PaymentOperation | undefined> {
    for (const operation of this.#tables.operations.values()) {
      if (operation.idempotency?.key !== key) continue;
      if (operation.createdAt >= since) return operation;
      // a key that has expired is free for another operation
      this.#tables.operations.set(operation.id, { ...operation, idempotency: null });
    }
    return undefined;
  }

  async save(payment: Payment, changes: PaymentChanges): Promise<void> {
    if (this.#tables.payments.get(payment.id)?.version !== payment.version - 1) {
      throw conflict(`Payment ${payment.id} was changed concurrently.`);
    }
    this.#store(payment, changes);
  }

  async postpone(payment: Payment, entries: readonly PaymentEntry[]): Promise<void> {
    this.#store(payment, { entries });
  }

  async claimDue(at: Date, until: Date): Promise<PaymentId | undefined> {
    let first: Payment | undefined;
    for (const payment of this.#tables.payments.values()) {
      if (payment.nextCheckAt === null || payment.nextCheckAt > at) continue;
      if (first?.nextCheckAt == null || payment.nextCheckAt < first.nextCheckAt) first = payment;
    }
    if (first === undefined) return undefined;
    this.#tables.payments.set(first.id, { ...first, nextCheckAt: until, checkCount: first.checkCount + 1 });
    return first.id;
  }

  async isKnownGatewayWebhook(gateway: string, id: string): Promise<boolean> {
    return this.#tables.gatewayWebhooks.get(JSON.stringify([gateway, id])) !== undefined;
  }

  async recordGatewayWebhook(gateway: string, id: string, at: Date): Promise<void> {
    if (!(await this.isKnownGatewayWebhook(gateway, id)))
      this.#tables.gatewayWebhooks.set(JSON.stringify([gateway, id]), at);
  }

  async removeGatewayWebhooksBefore(before: Date): Promise<number> {
    const old = [...this.#tables.gatewayWebhooks.entries()].filter(([, at]) => at < before);
    for (const [key] of old) this.#tables.gatewayWebhooks.delete(key);
    return old.length;
  }

  async assignUser(orderIds: readonly PayableId[], userId: NonNullable<Payment['userId']>): Promise<void> {
    for (const payment of orderIds.flatMap((id) => this.#of(id))) {
      this.#tables.payments.set(payment.id, { ...payment, version: payment.version + 1, userId });
    }
  }

  async erase(orderIds: readonly PayableId[], at: Date): Promise<PaymentId[]> {
    const payments = orderIds.flatMap((id) => this.#of(id));
    const erased = new Set(payments.map(({ id }) => id));
    for (const payment of payments) {
      this.#tables.payments.set(payment.id, {
        ...payment,
        version: payment.version + 1,
        updatedAt: at,
        metadata: {},
        returnUrl: null,
      });
    }
    for (const operation of [...this.#tables.operations.values()]) {
      // the times of other operations stay those of their outcomes, which figures are counted at
      if (operation.kind !== 'refund' || !erased.has(operation.paymentId)) continue;
      const version = operation.version + 1;
      this.#tables.operations.set(operation.id, { ...operation, version, updatedAt: at, reason: null });
    }
    return [...erased];
  }

  #of(id: PayableId): Payment[] {
    return [...this.#tables.payments.values()].filter(({ payableId }) => payableId === id);
  }

  #store(payment: Payment, { operations = [], entries = [], movements = [] }: PaymentChanges): void {
    const tables = this.#tables;
    requireConsistent(payment);
    tables.payments.set(payment.id, payment);
    for (const operation of operations) this.#storeOperation(operation);
    tables.timelines.set(payment.id, [...(tables.timelines.get(payment.id) ?? []), ...entries]);
    for (const movement of movements) {
      if (tables.movements.get(movement.id) !== undefined)
        throw new Error(`Operation ${movement.id} already has a movement.`);
      tables.movements.set(movement.id, movement);
    }
    this.#requireAgreement(payment);
  }

  /** An idempotency key belongs to one operation. */
  #storeOperation(operation: PaymentOperation): void {
    const { operations } = this.#tables;
    const { id, idempotency } = operation;
    const hasSameKey = (other: PaymentOperation): boolean =>
      other.id !== id && other.idempotency?.key === idempotency?.key;
    if (idempotency !== null && [...operations.values()].some(hasSameKey)) {
      throw conflict(`The idempotency key ${idempotency.key} belongs to another operation.`);
    }
    operations.set(id, operation);
  }

  /** Captured, refunded and disputed amounts equal the movements. */
  #requireAgreement(payment: Payment): void {
    const moved = [...this.#tables.movements.values()].filter(({ paymentId }) => paymentId === payment.id);
    const isEqual =
      sumOfMovements(moved, 'captured') === payment.captured.minor &&
      sumOfMovements(moved, 'refunded') === payment.refunded.minor &&
      sumOfMovements(moved, 'disputed') === Payment.disputed(payment).minor;
    if (!isEqual) throw new Error(`Payment ${payment.id} differs from its movements.`);
  }
}

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
