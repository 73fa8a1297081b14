import type { Actor } from '#core/shared/actor.ts';
import type { OrderId } from './order.ts';

/** What orders need from the payments capability. */
export interface OrderPayments {
  /**
   * Refunds and voids the payments of an order that is being cancelled and updates the order. Does nothing without such
   * payments, so it can be repeated until it succeeds.
   * @throws DomainError when a payment could not be reversed, or not yet.
   */
  release(id: OrderId, actor: Actor): Promise<void>;
}
