import type { TimelineVisibility } from '#core/orders/ports.ts';
import { Payment, type PaymentId } from '#core/payments/payment.ts';
import { type PaymentEntryView, paymentEntryView } from '#core/payments/payment-entry.ts';
import { OPERATION_KINDS, type PaymentOperation } from '#core/payments/payment-operation.ts';
import {
  type PaymentView,
  paymentList,
  paymentView,
  type RefundView,
  refundView,
} from '#core/payments/payment-view.ts';
import type { PaymentBacklog, PaymentListQuery, PaymentQueries } from '#core/payments/ports.ts';
import { MAX_COUNTED } from '#core/shared/gauge.ts';
import type { Id } from '#core/shared/id.ts';
import { newestFirstList } from '#core/shared/list.ts';
import { Json, type Page, type PageRequest } from '#core/shared/page.ts';
import { listPage } from '../lists/page.ts';
import { earlier } from '../store/earlier.ts';
import type { MemoryStore } from '../store/memory-store.ts';

export class MemoryPaymentQueries implements PaymentQueries {
  readonly #store: MemoryStore;

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  async find(id: PaymentId) {
    const payment = this.#store.payments.get(id);
    if (payment === undefined) return undefined;
    const { version, userId, payableId } = payment;
    return { view: Json.of(paymentView(payment)), version, userId, payableId };
  }

  async list({ ownerId, ...query }: PaymentListQuery): Promise<Page<PaymentView>> {
    const payments = [...this.#store.payments.values()].filter(
      ({ userId }) => ownerId === undefined || userId === ownerId,
    );
    return listPage(paymentList, payments.map(paymentView), query);
  }

  async findRefund(id: PaymentId, refundId: Id<'re'>) {
    const refund = this.#store.paymentOperations.get(refundId);
    if (refund?.paymentId !== id) return undefined;
    return { view: Json.of(refundView(refund)), version: refund.version };
  }

  async refunds(id: PaymentId, page: PageRequest): Promise<Page<RefundView>> {
    const refunds = [...this.#store.paymentOperations.values()].filter(
      ({ paymentId, kind }) => paymentId === id && kind === 'refund',
    );
    return listPage(newestFirstList, refunds.map(refundView), { filter: {}, page });
  }

  async timeline(id: PaymentId, page: PageRequest, visibility: TimelineVisibility): Promise<Page<PaymentEntryView>> {
    const withActor = visibility === 'full';
    const entries = this.#store.paymentTimelines.get(id) ?? [];
    const views = entries.map((entry) => paymentEntryView(entry, { withActor }));
    return listPage(newestFirstList, views, { filter: {}, page });
  }

  async backlog(): Promise<PaymentBacklog> {
    const payments = [...this.#store.payments.values()];
    const pending = [...this.#store.paymentOperations.values()].filter((operation) => {
      const isForPayer = operation.kind === 'authorize' && this.#statusOf(operation) === 'requires_action';
      return operation.status === 'pending' && !isForPayer;
    });
    const checks = payments.flatMap(({ nextCheckAt }) => nextCheckAt ?? []);
    return {
      pending: OPERATION_KINDS.flatMap((kind) => {
        const times = pending.filter((operation) => operation.kind === kind).map(({ createdAt }) => createdAt);
        const oldest = earliest(times);
        return oldest === null ? [] : [{ kind, count: Math.min(times.length, MAX_COUNTED), oldest }];
      }),
      nextCheckAt: earliest(checks),
      needingAttention: Math.min(
        payments.filter((payment) => Payment.attentionTo(payment).length > 0).length,
        MAX_COUNTED,
      ),
    };
  }

  #statusOf({ paymentId }: PaymentOperation): Payment['status'] | undefined {
    return this.#store.payments.get(paymentId)?.status;
  }
}

const earliest = (times: readonly Date[]): Date | null => times.reduce<Date | null>(earlier, null);
