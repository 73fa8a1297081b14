import type { UnpaidOrders } from './guest.ts';
import type { Order, OrderId } from './order.ts';
import type { TimelineEntry } from './timeline-entry.ts';

/** The buyer whose personal data is erased. */
export type ErasedBuyer = Readonly<{
  userId: NonNullable<Order['userId']>;
  /** Selects guest orders by e-mail; undefined for none. */
  emailKey: string | undefined;
}>;

/** Writes orders. `get` and `claimExpired` lock the order until the transaction ends. */
export interface OrderRepository {
  /** The next order number, unique and increasing from 1001. A dry run consumes none. */
  nextNumber(): Promise<number>;
  /** @throws DomainError `not_found`. */
  get(id: OrderId): Promise<Order>;
  /** Reads without a lock. */
  find(id: OrderId): Promise<Order | undefined>;
  /** Claims the order with the oldest passed deadline that is neither locked nor excluded, and has no pending payment. */
  claimExpired(at: Date, except?: readonly OrderId[]): Promise<Order | undefined>;
  /**
   * Leases an unlocked order whose cancellation was started or leased at `before` or earlier. The lease begins at `at`,
   * so that other processes skip the order.
   */
  claimCancelling(before: Date, at: Date): Promise<OrderId | undefined>;
  /**
   * Counts the open orders that a customer has created and not paid in full; authorized ones are left out. Calls for one
   * customer are serialized until their transactions end.
   */
  countUnpaid(userId: NonNullable<Order['userId']>): Promise<number>;
  /**
   * Counts the open orders that guests have placed and not paid in full, and the quantity of their items from tracked stock,
   * by e-mail (none without one) and by client. Calls for one e-mail or client are serialized until their transactions end.
   */
  countUnpaidOfGuest(
    guest: Readonly<{ emailKey: string | null; client: string }>,
  ): Promise<Readonly<{ ofEmail: UnpaidOrders; ofClient: UnpaidOrders }>>;
  /** The orders without a user that have an e-mail, by its key; the oldest first. */
  listGuestOrders(emailKey: string, limit: number): Promise<readonly OrderId[]>;
  /** Adds an order with its timeline entries. @throws DomainError `already_exists` for a duplicate external id. */
  add(order: Order, entries: readonly TimelineEntry[]): Promise<void>;
  /** As `save`, with the order's items. */
  saveWithItems(order: Order, entries: readonly TimelineEntry[]): Promise<void>;
  /**
   * Claims the order whose refund is due first, at `at` or earlier, and that is not locked: it is then due at `nextAt`, so
   * that other processes skip it.
   */
  claimRefundDue(at: Date, nextAt: Date): Promise<OrderId | undefined>;
  /**
   * Stores the next version of an order with its timeline entries, without its items.
   * @throws DomainError `conflict` unless the stored version is the previous one; `already_exists` as `add` does.
   */
  save(order: Order, entries: readonly TimelineEntry[]): Promise<void>;
  /** Adds a timeline entry alone. */
  note(entry: TimelineEntry): Promise<void>;
  /**
   * Removes personal data (as `Order.withoutBuyer` does, and the `PERSONAL_ENTRIES` of timelines) from a user's orders
   * and from guest orders with an e-mail.
   * @returns the ids of these orders.
   */
  erase(buyer: ErasedBuyer, at: Date): Promise<OrderId[]>;
}
