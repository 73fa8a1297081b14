import type { AcceptedWithdrawal, PaymentAttempt, ReceivedReturn, Sale, SaleMovement } from '#core/analytics/sale.ts';
import type { PayableId } from '#core/payments/payable-id.ts';
import type { Payment } from '#core/payments/payment.ts';
import { Id } from '#core/shared/id.ts';
import { emailKey } from '#core/shared/mail.ts';
import type { MemoryStore } from '../store/memory-store.ts';

export const saleOf = (store: MemoryStore, id: PayableId): Sale | undefined => {
  const sold = soldIn(store, id);
  return (
    sold && {
      sold,
      movements: movementsOf(store, id),
      attempts: store.payments.values().flatMap((payment) => attemptOf(store, id, payment) ?? []),
      returns: returnsOf(store, id),
      withdrawals: withdrawalsOf(store, id),
    }
  );
};

const soldIn = ({ orders, invoices }: MemoryStore, id: PayableId): Sale['sold'] | undefined => {
  if (Id.is('ord', id)) {
    const order = orders.get(id);
    return order && { ...order, guestKey: order.email === null ? null : emailKey(order.email) };
  }
  const invoice = Id.is('inv', id) ? invoices.get(id) : undefined;
  return invoice?.orderId === null ? invoice : undefined;
};

const movementsOf = ({ movements, payments, paymentOperations }: MemoryStore, id: PayableId): SaleMovement[] =>
  movements
    .filter(({ payableId }) => payableId === id)
    .map(({ kind, amount, at, paymentId, ...movement }) => ({
      ...{ id: movement.id, kind, amount, at },
      isOverpayment: payments.get(paymentId)?.isOverpayment === true,
      ...refundedParts(
        kind === 'refund' && !Id.is('mov', movement.id) ? paymentOperations.get(movement.id) : undefined,
      ),
    }));

const refundedParts = (
  operation: ReturnType<MemoryStore['paymentOperations']['get']>,
): Pick<SaleMovement, 'items' | 'shipping'> => ({
  items: operation?.refunded?.items ?? null,
  shipping: operation?.refunded?.shipping ?? null,
});

/** An authorization that was voided is one of a cancelled payment, and had an outcome if it was authorized before. */
const attemptOf = (
  { paymentOperations, paymentTimelines }: MemoryStore,
  id: PayableId,
  payment: Payment,
): PaymentAttempt | undefined => {
  const operation = payment.payableId === id ? paymentOperations.get(payment.id) : undefined;
  if (operation === undefined) return undefined;
  const { status, failure, updatedAt: at } = operation;
  const { gateway } = payment;
  if (status === 'failed') return { gateway, failureCode: failure?.code ?? 'unknown', at };
  const wasAuthorized = (paymentTimelines.get(payment.id) ?? []).some(({ type }) => type === 'authorized');
  const hasSucceeded = status === 'succeeded' && (payment.status !== 'cancelled' || wasAuthorized);
  return hasSucceeded ? { gateway, failureCode: null, at } : undefined;
};

const returnsOf = ({ returns }: MemoryStore, id: PayableId): ReceivedReturn[] =>
  returns
    .filter(({ orderId, status }) => orderId === id && status === 'received')
    .map(({ items, updatedAt }) => ({
      at: updatedAt,
      units: items.reduce((units, { receivedQuantity }) => units + receivedQuantity, 0),
    }));

const withdrawalsOf = ({ withdrawals }: MemoryStore, id: PayableId): AcceptedWithdrawal[] =>
  withdrawals
    .filter(({ orderId, status }) => orderId === id && (status === 'accepted' || status === 'completed'))
    .map(({ acceptedItems, createdAt }) => ({
      at: createdAt,
      units: (acceptedItems ?? []).reduce((units, { quantity }) => units + quantity, 0),
    }));
