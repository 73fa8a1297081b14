import type { CartsTx } from '#core/carts/ports.ts';
import type { OrderId } from '#core/orders/order.ts';
import type { PaymentsTx } from '#core/payments/ports.ts';
import type { Id } from '#core/shared/id.ts';
import type { Checkout, CheckoutId } from './checkout.ts';

/** Writes checkouts. */
export interface CheckoutRepository {
  /** Locks the checkout until the transaction ends. @throws DomainError `not_found`. */
  get(id: CheckoutId): Promise<Checkout>;
  /** Reads without a lock. */
  find(id: CheckoutId): Promise<Checkout | undefined>;
  add(checkout: Checkout): Promise<void>;
  /** Stores the next version. @throws DomainError `conflict` unless the stored one is the previous. */
  save(checkout: Checkout): Promise<void>;
  /**
   * Removes the checkouts without an order of a user, and of guests with an e-mail, and what is personal of those of orders.
   * @returns the ids of those that are removed, and of those of the orders.
   */
  erase(
    buyer: Readonly<{ userId: Id<'usr'>; emailKey: string | undefined; orderIds: readonly OrderId[] }>,
  ): Promise<Readonly<{ removed: readonly CheckoutId[]; ordered: readonly CheckoutId[] }>>;
}

/** The part of a transaction that the use cases of checkouts need. */
export type CheckoutsTx = Readonly<{ checkouts: CheckoutRepository }> & CartsTx & PaymentsTx;

/** Reads of checkouts. Each result includes every commit before the call. */
export interface CheckoutQueries {
  find(id: CheckoutId): Promise<Checkout | undefined>;
  /** Removes checkouts without an order that expired before a time; at most some thousand per call. @returns the number. */
  removeExpired(before: Date): Promise<number>;
}
