import type { SessionsTx } from '#core/access/ports.ts';
import type { PaymentsTx } from '#core/payments/ports.ts';
import type { TimeSpan } from '#core/shared/clock.ts';
import type { Id } from '#core/shared/id.ts';
import type { Lease, LeaseRequest } from '#core/shared/lease.ts';
import type { ListQuery } from '#core/shared/list.ts';
import type { Found, Page } from '#core/shared/page.ts';
import type { Plan, PlanId, PlanView, planList, TrialKey } from './plan.ts';
import type { Subscription, SubscriptionId } from './subscription.ts';
import type { SubscriptionMovement } from './subscription-movement.ts';
import type { SubscriptionView, subscriptionList } from './subscription-view.ts';
import type { Usage, UsageAggregation } from './usage.ts';

/** Writes plans. */
export interface PlanRepository {
  /** Locks the plan until the transaction ends. @throws DomainError `not_found`. */
  get(id: PlanId): Promise<Plan>;
  /** Reads without a lock. */
  find(id: PlanId): Promise<Plan | undefined>;
  /** Locks the plan for share: it is not removed until the transaction ends. */
  lockForShare(id: PlanId): Promise<Plan | undefined>;
  add(plan: Plan): Promise<void>;
  /** Stores the next version. @throws DomainError `conflict` unless the stored version is the previous one. */
  save(plan: Plan): Promise<void>;
  /** @throws DomainError `not_found`. */
  remove(id: PlanId): Promise<void>;
}

/** Reads of plans. Each result includes every commit before the call. */
export interface PlanQueries {
  find(id: PlanId): Promise<Found<PlanView> | undefined>;
  list(query: ListQuery<typeof planList>): Promise<Page<PlanView>>;
}

/** Writes and reads the movements of subscriptions. */
export interface SubscriptionMovementRepository {
  add(movements: readonly SubscriptionMovement[]): Promise<void>;
  /** That of the highest version; of several, that of the trial. */
  findLast(id: SubscriptionId): Promise<SubscriptionMovement | undefined>;
  /** All movements of some subscriptions, by the ids of these, the oldest of each first. */
  listOf(ids: readonly SubscriptionId[]): Promise<readonly SubscriptionMovement[]>;
}

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
  lockOf(userId: Id<'usr'>): Promise<readonly Subscription[]>;
  /** Removes a subscription whose first charge was declined. */
  remove(id: SubscriptionId): Promise<void>;
  /** Leases some subscriptions whose next steps were due first, at a time or earlier; skips leased and locked ones. */
  claimDue(at: Date, lease: LeaseRequest, limit: number): Promise<readonly ClaimedSubscription[]>;
  /** Moves the end of an owner's lease and counts a failure, unless it was stored or claimed by another owner since. */
  postpone(id: SubscriptionId, lease: Lease): Promise<void>;
  /** Whether a user has or had a trial of this. */
  hadTrial(userId: Id<'usr'>, of: TrialKey): Promise<boolean>;
  /** How many subscriptions of a user have not ended, to plans of the same product, or to the plan itself. */
  countLive(userId: Id<'usr'>, plan: Pick<Plan, 'id' | 'productId'>): Promise<number>;
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

/** What was used of a subscription. Its key is unique within the subscription. */
export type UsageRecord = Usage & Readonly<{ subscriptionId: SubscriptionId; key: string; recordedAt: Date }>;

/** Writes usage records. Lock their subscriptions before, so that they do not miss a bill. */
export interface UsageRepository {
  /** Adds records, except those whose keys exist; two with one key are never sent. @returns the added ones. */
  add(records: readonly UsageRecord[]): Promise<readonly UsageRecord[]>;
  /** The stored records with these subscriptions and keys. */
  findMany(records: readonly Pick<UsageRecord, 'subscriptionId' | 'key'>[]): Promise<readonly UsageRecord[]>;
  /** What the usage of a span adds up to, as `aggregateUsage` does. 0 without any. */
  total(
    query: Readonly<{ subscriptionId: SubscriptionId; span: TimeSpan; aggregation: UsageAggregation }>,
  ): Promise<number>;
}

/** The part of a transaction that the use cases of subscriptions need. */
export type SubscriptionsTx = Readonly<{
  plans: PlanRepository;
  subscriptions: SubscriptionRepository;
  subscriptionMovements: SubscriptionMovementRepository;
  usage: UsageRepository;
}> &
  SessionsTx &
  PaymentsTx;
