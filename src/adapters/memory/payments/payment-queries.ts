import type { TimelineVisibility } from '#core/orders/order-queries.ts';
import type { LedgerDiscrepancy, LedgerQueries, Movement } from '#core/payments/ledger.ts';
import type { Payment, PaymentId } from '#core/payments/payment.ts';
import { type PaymentEntryView, paymentEntryView } from '#core/payments/payment-entry.ts';
import type { PaymentFilter, PaymentQueries } from '#core/payments/payment-queries.ts';
import { type PaymentView, paymentView, type RefundView, refundView } from '#core/payments/payment-view.ts';
import { Json, type Page, type PageRequest } from '#core/shared/page.ts';
import { newestFirst, pageOf } from '../lists/page.ts';
import type { MemoryStore } from '../store/memory-store.ts';

export class MemoryPaymentQueries implements PaymentQueries {
  readonly #store: MemoryStore;

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  async find(id: PaymentId) {
    const payment = this.#store.payments.get(id);
    return payment && { view: Json.of(paymentView(payment)), version: payment.version, userId: payment.userId };
  }

  async list(filter: PaymentFilter, page: PageRequest): Promise<Page<PaymentView>> {
    const matching = [...this.#store.payments.values()].filter((payment) => matches(payment, filter));
    return pageOf(matching, newestFirst, page, paymentView);
  }

  async refunds(id: PaymentId, page: PageRequest): Promise<Page<RefundView>> {
    const refunds = [...this.#store.operations.values()].filter(
      ({ paymentId, kind }) => paymentId === id && kind === 'refund',
    );
    return pageOf(refunds, newestFirst, page, refundView);
  }

  async timeline(id: PaymentId, page: PageRequest, sight: TimelineVisibility): Promise<Page<PaymentEntryView>> {
    const withActor = sight === 'full';
    const happened = this.#store.paymentTimelines.get(id) ?? [];
    const byTime = { value: ({ at }: (typeof happened)[number]) => at.getTime(), descending: true };
    return pageOf(happened, byTime, page, (entry) => paymentEntryView(entry, { withActor }));
  }
}

const matches = (payment: Payment, filter: PaymentFilter): boolean => {
  const { orderId, status, gateway, ownerId, createdFrom, createdTo } = filter;
  return (
    (orderId === undefined || payment.orderId === orderId) &&
    (status === undefined || payment.status === status) &&
    (gateway === undefined || payment.gateway === gateway) &&
    (ownerId === undefined || payment.userId === ownerId) &&
    (createdFrom === undefined || payment.createdAt >= createdFrom) &&
    (createdTo === undefined || payment.createdAt <= createdTo)
  );
};

export class MemoryLedgerQueries implements LedgerQueries {
  readonly #store: MemoryStore;

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  async faults(): Promise<readonly LedgerDiscrepancy[]> {
    const { payments, orders, movements } = this.#store;
    const moved = [...movements.values()];
    const sumOf = (kind: Movement['kind'], isOf: (movement: Movement) => boolean): bigint =>
      moved
        .filter((movement) => movement.kind === kind && isOf(movement))
        .reduce((sum, { amount }) => sum + amount.minor, 0n);
    const wrongPayments = [...payments.values()].filter(({ id, captured, refunded }) => {
      const isOf = ({ paymentId }: Movement): boolean => paymentId === id;
      return sumOf('capture', isOf) !== captured.minor || sumOf('refund', isOf) !== refunded.minor;
    });
    const wrongOrders = [...orders.values()].filter(({ id, amountPaid, amountRefunded }) => {
      const isOf = ({ orderId, debit, credit }: Movement): boolean =>
        orderId === id && [debit, credit].includes('orders');
      return sumOf('capture', isOf) !== amountPaid.minor || sumOf('refund', isOf) !== amountRefunded.minor;
    });
    return [
      ...wrongPayments.map(({ id }) => ({ id, fault: 'the payment is not what was moved by it' })),
      ...wrongOrders.map(({ id }) => ({ id, fault: 'the order is not what was moved for it' })),
    ];
  }
}
