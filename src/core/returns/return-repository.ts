import type { OrderId } from '#core/orders/order.ts';
import type { Return, ReturnId } from './return.ts';

/** Writes returns. Their order is locked before them. */
export interface ReturnRepository {
  /** Reads without a lock. */
  find(id: ReturnId): Promise<Return | undefined>;
  /** Locks the return until the transaction ends. @throws DomainError `not_found`. */
  get(id: ReturnId): Promise<Return>;
  /** The returns of an order whose items may still come back. The order must be locked. */
  listOpen(orderId: OrderId): Promise<readonly Return[]>;
  add(added: Return): Promise<void>;
  /** Stores the next version. @throws DomainError `conflict` unless the stored version is the previous one. */
  save(saved: Return): Promise<void>;
  /** Gives the returns of orders to a user, and increases their versions. */
  assignUser(orderIds: readonly OrderId[], userId: NonNullable<Return['userId']>): Promise<void>;
  /** Removes the free texts of the returns of orders. @returns the ids of these returns. */
  erase(orderIds: readonly OrderId[]): Promise<ReturnId[]>;
}
