import type { Order, OrderId } from './order.ts';
import type { TimelineEntry } from './timeline-entry.ts';

/** Somebody of whom orders shall tell nothing any more. */
export type ErasedBuyer = Readonly<{
  userId: NonNullable<Order['userId']>;
  /** Of guests' orders; undefined where none are theirs. */
  emailKey: string | undefined;
}>;

/** The orders, for writing. What `get` and `claimExpired` give stays as it is until the transaction ends. */
export interface OrderRepository {
  /**
   * The number of the next order, greater than those of all before it and given to nobody else: 1001 at first. A
   * rehearsal uses none up.
   */
  nextNumber(): Promise<number>;
  /** @throws DomainError `not_found`. */
  get(id: OrderId): Promise<Order>;
  /** Others may change the order meanwhile. */
  find(id: OrderId): Promise<Order | undefined>;
  /**
   * The order that expired first at this time or before, of those that no other transaction has got, but for some, and for
   * those with a payment that is under way or holds something.
   */
  claimExpired(at: Date, except?: readonly OrderId[]): Promise<Order | undefined>;
  /**
   * An order that was being cancelled at `before` already, of those that no other transaction has got; it counts as being
   * cancelled since `at` then, so that others leave it alone.
   */
  claimCancelling(before: Date, at: Date): Promise<OrderId | undefined>;
  /** Adds the order with what happened by that. */
  add(order: Order, happened: readonly TimelineEntry[]): Promise<void>;
  /**
   * Keeps the next version of an order that this transaction got, with what happened to it.
   * @throws DomainError `conflict` unless exactly the version before is there.
   */
  save(order: Order, happened: readonly TimelineEntry[]): Promise<void>;
  /** Adds to an order's timeline alone. */
  note(entry: TimelineEntry): Promise<void>;
  /**
   * Removes what says who bought (as `Order.withoutBuyer` does, and what `PERSONAL_ENTRIES` of the timelines say) from all
   * orders of a user, and from those of guests that have an e-mail of this key.
   * @returns the orders.
   */
  erase(buyer: ErasedBuyer, at: Date): Promise<OrderId[]>;
}
