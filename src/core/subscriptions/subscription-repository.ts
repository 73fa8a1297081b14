import type { Id } from '#core/shared/id.ts';
import type { Lease, LeaseRequest } from '#core/shared/lease.ts';
import type { ListQuery } from '#core/shared/list.ts';
import type { Found, Page } from '#core/shared/page.ts';
import type { PlanId } from './plan.ts';
import type { Subscription, SubscriptionId } from './subscription.ts';
import type { SubscriptionView, subscriptionList } from './subscription-view.ts';

/** A leased subscription. */
export type ClaimedSubscription = Readonly<{
  subscription: Subscription;
  /** How often it was postponed since it was stored. */
  failureCount: number;
}>;

/** Writes subscriptions. `get` locks the subscription until the transaction ends. */
export interface SubscriptionRepository {
  /** @throws DomainError `not_found`. */
  get(id: SubscriptionId): Promise<Subscription>;
  /** Locks as `get` does. */
  findLocked(id: SubscriptionId): Promise<Subscription | undefined>;
  /** Reads without a lock. */
  find(id: SubscriptionId): Promise<Subscription | undefined>;
  add(subscription: Subscription): Promise<void>;
  /**
   * Stores the next version, without a lease unless one is given.
   * @throws DomainError `conflict` unless the stored version is the previous one.
   */
  save(subscription: Subscription, lease?: Lease): Promise<void>;
  /** All subscriptions of a user, locked. */
  lockOf(userId: Id<'usr'>): Promise<readonly Subscription[]>;
  /** Removes a subscription whose first charge was declined. */
  remove(id: SubscriptionId): Promise<void>;
  /** Leases some subscriptions whose next steps were due first, at a time or earlier; skips leased and locked ones. */
  claimDue(at: Date, lease: LeaseRequest, limit: number): Promise<readonly ClaimedSubscription[]>;
  /** Moves the end of an owner's lease and counts a failure, unless it was stored or claimed by another owner since. */
  postpone(id: SubscriptionId, lease: Lease): Promise<void>;
  /** Whether a subscription has a plan, had it last, or will have it. */
  isPlanUsed(id: PlanId): Promise<boolean>;
}

export type SubscriptionListQuery = ListQuery<typeof subscriptionList> &
  Readonly<{
    /** Only subscriptions of this user, whatever the filters are. */
    ownerId?: Id<'usr'> | undefined;
  }>;

/** Reads of subscriptions. Each result includes every commit before the call. */
export interface SubscriptionQueries {
  find(id: SubscriptionId): Promise<(Found<SubscriptionView> & Pick<Subscription, 'userId'>) | undefined>;
  /** The newest first. */
  list(query: SubscriptionListQuery): Promise<Page<SubscriptionView>>;
  /** The earliest time after another at which a step falls due that is not postponed; null if none will. */
  nextDue(after: Date): Promise<Date | null>;
}
