import { Payment } from '#core/payments/payment.ts';
import { paymentEntryView } from '#core/payments/payment-entry.ts';
import { OPERATION_KINDS } from '#core/payments/payment-operation.ts';
import { paymentList, paymentView, refundView } from '#core/payments/payment-view.ts';
import type { PaymentQueries } from '#core/payments/ports.ts';
import { MAX_COUNTED } from '#core/shared/gauge.ts';
import { Found } from '#core/shared/page.ts';
import { foundWithOwner, isOwnedBy } from '../lists/owned.ts';
import { listPage, newestPage } from '../lists/page.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import { earliest } from '../store/times.ts';

export const makePaymentQueries = ({ payments, paymentOperations, paymentTimelines }: MemoryStore): PaymentQueries => ({
  async find(id) {
    const payment = payments.get(id);
    const found = foundWithOwner(paymentView, payment);
    return payment && found && { ...found, payableId: payment.payableId };
  },

  async list({ ownerId, ...query }) {
    return listPage(paymentList, payments.filter(isOwnedBy(ownerId)).map(paymentView), query);
  },

  async findRefund(id, refundId) {
    const refund = paymentOperations.get(refundId);
    return Found.of(refundView, refund?.paymentId === id ? refund : undefined);
  },

  async refunds(id, page) {
    const refunds = paymentOperations.filter(({ paymentId, kind }) => paymentId === id && kind === 'refund');
    return newestPage(refunds.map(refundView), page);
  },

  async timeline(id, page, visibility) {
    const entries = paymentTimelines.get(id) ?? [];
    return newestPage(
      entries.map((entry) => paymentEntryView(entry, { withActor: visibility === 'full' })),
      page,
    );
  },

  async backlog() {
    const pending = paymentOperations.filter(({ kind, status, paymentId }) => {
      const isForPayer = kind === 'authorize' && payments.get(paymentId)?.status === 'requires_action';
      return status === 'pending' && !isForPayer;
    });
    return {
      pending: OPERATION_KINDS.flatMap((kind) => {
        const times = pending.filter((operation) => operation.kind === kind).map(({ createdAt }) => createdAt);
        const oldest = earliest(times);
        return oldest === null ? [] : [{ kind, count: Math.min(times.length, MAX_COUNTED), oldest }];
      }),
      nextCheckAt: earliest(payments.values().map(({ nextCheckAt }) => nextCheckAt)),
      needingAttention: Math.min(
        payments.filter((payment) => Payment.attentionTo(payment).length > 0).length,
        MAX_COUNTED,
      ),
    };
  },
});
