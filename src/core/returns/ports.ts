import type { OrderId } from '#core/orders/order.ts';
import type { OrdersTx } from '#core/orders/ports.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Id } from '#core/shared/id.ts';
import type { ListQuery } from '#core/shared/list.ts';
import type { Found, Page } from '#core/shared/page.ts';
import type { Participant } from '#core/shared/unit-of-work.ts';
import type { Return, ReturnId, ReturnView, returnList } from './return.ts';

export type ReturnListQuery = ListQuery<typeof returnList> &
  Readonly<{
    /** Only returns of this user's orders, whatever the filters are. */
    ownerId?: Id<'usr'> | undefined;
  }>;

/** Reads of returns. Each result is consistent, and includes every commit before the call. */
export interface ReturnQueries {
  find(id: ReturnId): Promise<(Found<ReturnView> & Pick<Return, 'userId' | 'orderId'>) | undefined>;
  /** The newest first. */
  list(query: ReturnListQuery): Promise<Page<ReturnView>>;
}

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

/** The part of a transaction that the use cases of returns need. */
export type ReturnsTx = Readonly<{ returns: ReturnRepository }> & OrdersTx;

/** Follows the end of a return that a withdrawal has caused, in the transaction that ends it. */
export type WithdrawalFollower = Participant<ReturnsTx, [actor: Actor, ended: Return], void>;
