import { invalidState } from '#core/shared/domain-error.ts';
import type { Transaction } from '#core/storage.ts';
import type { Order } from '../order.ts';

/**
 * Requires that no payment of the order is waiting for its outcome, since it pays the total as it is now.
 * @throws DomainError `invalid_state`.
 */
export const requireNoOpenPayment = async (tx: Transaction, order: Order): Promise<void> => {
  const { open, isProcessing } = await tx.payments.paymentStateOf(order);
  if (open === null && !isProcessing) return;
  const message = 'A payment of the order is in progress. Wait for its outcome, or cancel the payment.';
  throw invalidState(message, 'processing');
};
