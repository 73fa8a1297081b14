import { invalidState } from '#core/shared/domain-error.ts';
import type { Transaction } from '#core/storage.ts';
import type { Order } from '../order.ts';

/**
 * Requires that no payment or refund of the order is waiting for its outcome, since it depends on the total as it is now.
 * @throws DomainError `invalid_state`.
 */
export const requireNoOpenPayment = async (
  tx: Transaction,
  order: Order,
  { allowsRefunds }: Readonly<{ allowsRefunds: boolean }>,
): Promise<void> => {
  const { open, isProcessing, refunding } = await tx.payments.paymentStateOf(order);
  if (open === null && !isProcessing && (allowsRefunds || refunding.minor === 0n)) return;
  const message = 'A payment or refund of the order is in progress. Wait for its outcome, or cancel the payment.';
  throw invalidState(message, 'processing');
};
