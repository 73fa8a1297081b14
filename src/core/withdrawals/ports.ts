import type { OrderId } from '#core/orders/order.ts';
import type { Id } from '#core/shared/id.ts';
import type { ListQuery } from '#core/shared/list.ts';
import type { Found, Page } from '#core/shared/page.ts';
import type { SubscriptionsTx } from '#core/subscriptions/ports.ts';
import type { Withdrawal, WithdrawalId } from './withdrawal.ts';
import type { WithdrawalView, withdrawalList } from './withdrawal-view.ts';

export type WithdrawalListQuery = ListQuery<typeof withdrawalList> &
  Readonly<{
    /** Only withdrawals from this user's orders, whatever the filters are. */
    ownerId?: Id<'usr'> | undefined;
  }>;

/** Reads of withdrawals. Each result is consistent, and includes every commit before the call. */
export interface WithdrawalQueries {
  find(id: WithdrawalId): Promise<(Found<WithdrawalView> & Pick<Withdrawal, 'userId' | 'orderId'>) | undefined>;
  /** The newest first. */
  list(query: WithdrawalListQuery): Promise<Page<WithdrawalView>>;
}

/** Writes withdrawals. Their order is locked before them. */
export interface WithdrawalRepository {
  /** Reads without a lock. */
  find(id: WithdrawalId): Promise<Withdrawal | undefined>;
  /** Locks the withdrawal until the transaction ends. @throws DomainError `not_found`. */
  get(id: WithdrawalId): Promise<Withdrawal>;
  /** The received withdrawals from an order, the oldest first. The order must be locked. */
  listReceived(orderId: OrderId): Promise<readonly Withdrawal[]>;
  add(added: Withdrawal): Promise<void>;
  /** Stores the next version. @throws DomainError `conflict` unless the stored version is the previous one. */
  save(saved: Withdrawal): Promise<void>;
  /**
   * Claims the withdrawal that is to be processed first, at `at` or earlier, and that is not locked: it is then to be
   * processed at `nextAt`, so that other processes skip it.
   */
  claimDue(at: Date, nextAt: Date): Promise<WithdrawalId | undefined>;
  /** Gives the withdrawals from orders to a user, and increases their versions. */
  assignUser(orderIds: readonly OrderId[], userId: Id<'usr'>): Promise<void>;
  /** Removes the personal data of the withdrawals from orders, or by an e-mail. @returns the ids of these withdrawals. */
  erase(buyer: Readonly<{ orderIds: readonly OrderId[]; emailKey: string | undefined }>): Promise<WithdrawalId[]>;
}

/** The part of a transaction that the use cases of withdrawals need. */
export type WithdrawalsTx = Readonly<{ withdrawals: WithdrawalRepository }> & SubscriptionsTx;
