import type { Actor } from '#core/shared/actor.ts';
import type { OrderId } from './order.ts';

/** The payments capability, as far as orders need it. */
export interface OrderPayments {
  /**
   * Gives back all that was paid for an order that is being cancelled, and lets go of whoever stands for its sum; the order
   * shows it then. Where there is nothing to give back, nothing is done: it can be repeated until it succeeds.
   * @throws DomainError when it could not be done, or not yet.
   */
  release(id: OrderId, actor: Actor): Promise<void>;
}
