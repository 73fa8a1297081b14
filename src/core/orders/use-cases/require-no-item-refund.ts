import { invalidState } from '#core/shared/domain-error.ts';
import type { Order } from '../order.ts';
import type { OrdersTx } from '../ports.ts';

/**
 * Requires that no refund of the order's items waits for its outcome, which cancels or returns them.
 * @throws DomainError `invalid_state`.
 */
export const requireNoItemRefund = async (tx: OrdersTx, { id }: Pick<Order, 'id'>): Promise<void> => {
  if (!(await tx.payments.isRefundingItems(id))) return;
  throw invalidState('A refund of items of the order is in progress. Wait for its outcome.', 'processing');
};
