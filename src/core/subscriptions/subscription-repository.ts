import type { LeaseRequest } from '#core/shared/lease.ts';
import type { ListQuery } from '#core/shared/list.ts';
import type { Found, Page } from '#core/shared/page.ts';
import type { UserId } from '#core/users/user.ts';
import type { PlanId } from './plan.ts';
import type { Subscription, SubscriptionId } from './subscription.ts';
import type { SubscriptionView, subscriptionList } from './subscription-view.ts';

/** Writes subscriptions. `get` locks the subscription until the transaction ends. */
export interface SubscriptionRepository {
  /** @throws DomainError `not_found`. */
  get(id: SubscriptionId): Promise<Subscription>;
  /** Reads without a lock. */
  find(id: SubscriptionId): Promise<Subscription | undefined>;
  add(subscription: Subscription): Promise<void>;
  /**
   * Stores the next version, and releases a lease.
   * @throws DomainError `conflict` unless the stored version is the previous one.
   */
  save(subscription: Subscription): Promise<void>;
  /** Leases the subscription whose next step was due first, at a time or earlier; skips leased and locked ones. */
  claimDue(at: Date, lease: LeaseRequest): Promise<Subscription | undefined>;
  /** Whether a subscription has a plan, had it last, or will have it. */
  isPlanUsed(id: PlanId): Promise<boolean>;
}

export type SubscriptionListQuery = ListQuery<typeof subscriptionList> &
  Readonly<{
    /** Only subscriptions of this user, whatever the filters are. */
    ownerId?: UserId | undefined;
  }>;

/** Reads of subscriptions. Each result includes every commit before the call. */
export interface SubscriptionQueries {
  find(id: SubscriptionId): Promise<(Found<SubscriptionView> & Pick<Subscription, 'userId'>) | undefined>;
  /** The newest first. */
  list(query: SubscriptionListQuery): Promise<Page<SubscriptionView>>;
  /** The earliest time after another at which a step falls due; null if none will. */
  nextDue(after: Date): Promise<Date | null>;
}
