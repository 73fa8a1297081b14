import type { Actor } from '#core/shared/actor.ts';
import type { OrderId } from './order.ts';

/** What orders need from the payments capability. */
export interface OrderPayments {
  /**
   * Refunds and voids the payments of an order that is being cancelled, and updates the order. Idempotent: payments that
   * are already reversed are skipped.
   * @throws DomainError if a gateway declined to reverse a payment, or if the outcome is still pending.
   */
  reverse(id: OrderId, actor: Actor): Promise<void>;
  /**
   * Requests what is due of an order's refund, and updates the order. Idempotent: what was requested is not requested
   * again.
   * @throws DomainError if a gateway declined.
   */
  requestDueRefund(id: OrderId, actor: Actor): Promise<void>;
}
