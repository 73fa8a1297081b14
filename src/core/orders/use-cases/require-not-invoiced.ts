import { invalidState } from '#core/shared/domain-error.ts';
import type { Order } from '../order.ts';
import type { OrdersTx } from '../ports.ts';

/**
 * Requires that no finalized invoice bills what is ordered: an invoice never changes. The order must be locked.
 * @throws DomainError `invalid_state`.
 */
export const requireNotInvoiced = async (tx: OrdersTx, { invoiceId, state }: Order): Promise<void> => {
  const invoice = invoiceId === null ? undefined : await tx.invoices.find(invoiceId);
  const number = invoice?.number ?? null;
  if (number === null) return;
  const message = `The invoice ${number} bills the order as it is. Void it first, or cancel items, which credits it.`;
  throw invalidState(message, state.payment);
};
