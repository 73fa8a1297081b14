import { requireOwnership } from '#core/access/ownership.ts';
import { PayableId } from '#core/payments/payable-id.ts';
import type { PaymentId } from '#core/payments/payment.ts';
import type { PaymentQueries } from '#core/payments/ports.ts';
import type { Actor } from '#core/shared/actor.ts';
import { requireFound } from '../responses/responses.ts';

/** The view of a payment. @throws DomainError `not_found`, also for a payment of another user's order. */
export const findPayment = async (queries: PaymentQueries, actor: Actor, id: PaymentId) => {
  const payment = requireFound(await queries.find(id), 'payment', id);
  const orderId = PayableId.order(payment.payableId);
  const owned = { userId: payment.userId, ...(orderId !== null && { orderId }) };
  requireOwnership(actor, 'payments:read', { kind: 'payment', id, ...owned });
  return payment;
};
