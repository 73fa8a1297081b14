import { invalidState } from '#core/shared/domain-error.ts';
import type { Order } from '../order.ts';
import { isSettled } from '../order-amounts.ts';
import type { OrdersTx } from '../ports.ts';

/**
 * Requires that no refund of the order's items waits for its outcome, which cancels or returns them.
 * @throws DomainError `invalid_state`.
 */
export const requireNoItemRefund = async (tx: OrdersTx, { id }: Pick<Order, 'id'>): Promise<void> => {
  if (!(await tx.payments.isRefundingItems(id))) return;
  throw invalidState('A refund of items of the order is in progress. Wait for its outcome.', 'processing');
};

/** Requires that no payment of the order waits for its outcome. @throws DomainError `invalid_state`. */
export const requireNoOpenPayment = async (tx: OrdersTx, order: Order): Promise<void> => {
  const { open, isProcessing } = await tx.payments.paymentStateOf(order);
  if (open !== null || isProcessing) throw inProgress();
};

/**
 * Requires also that no refund waits for its outcome, and that nothing is authorized: their amounts depend on the total as
 * it is now.
 * @throws DomainError `invalid_state`.
 */
export const requireSettledPayments = async (tx: OrdersTx, order: Order): Promise<void> => {
  const { open, isProcessing, refunding, authorized } = await tx.payments.paymentStateOf(order);
  if (open !== null || isProcessing || refunding.minor > 0n) throw inProgress();
  if (authorized.minor === 0n) return;
  const message = 'A part of the order is authorized. Capture or cancel the payment first.';
  throw invalidState(message, 'authorized');
};

/**
 * Requires that a change leaves something to capture of what is authorized: nothing else would void it.
 * @throws DomainError `invalid_state`.
 */
export const requireUseOfAuthorization = async (tx: OrdersTx, before: Order, after: Order): Promise<void> => {
  if (isSettled(before) || !isSettled(after)) return;
  const { authorized } = await tx.payments.paymentStateOf(before);
  if (authorized.minor === 0n) return;
  const message = 'Nothing would be left to capture of what is authorized. Cancel the authorized payment first.';
  throw invalidState(message, 'authorized');
};

const inProgress = () =>
  invalidState(
    'A payment or refund of the order is in progress. Wait for its outcome, or cancel the payment.',
    'processing',
  );
