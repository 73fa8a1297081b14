import type { Actor } from '#core/shared/actor.ts';
import type { Id } from '#core/shared/id.ts';
import type { Order } from './order.ts';
import type { OrdersTx } from './ports.ts';

/** A stored order, and the refund that caused its step. */
export type OrderStep = Readonly<{ order: Order; refundId: Id | null }>;

/**
 * What orders need from the invoices capability, in the transaction that stores the order. The order is locked or saved in
 * it. An order without an invoice costs no statement.
 */
export interface OrderInvoices {
  /** Applies a step of an order to its invoice. Called last: it may number a credit note, for which others wait. */
  follow(tx: OrdersTx, actor: Actor, step: OrderStep): Promise<void>;
  /**
   * Ends the invoice of an order that is being cancelled, unless it must stay.
   * @returns the order, of the same version, without an invoice that has ended.
   */
  release(tx: OrdersTx, actor: Actor, order: Order): Promise<Order>;
}
