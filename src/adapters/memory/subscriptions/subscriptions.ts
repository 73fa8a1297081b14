import { conflict, notFound } from '#core/shared/domain-error.ts';
import { Lease, type LeaseRequest } from '#core/shared/lease.ts';
import { Json } from '#core/shared/page.ts';
import type { PlanId } from '#core/subscriptions/plan.ts';
import type {
  ClaimedSubscription,
  SubscriptionListQuery,
  SubscriptionQueries,
  SubscriptionRepository,
} from '#core/subscriptions/ports.ts';
import type { Subscription, SubscriptionId } from '#core/subscriptions/subscription.ts';
import { nextStepOf } from '#core/subscriptions/subscription-schedule.ts';
import { subscriptionList, subscriptionView } from '#core/subscriptions/subscription-view.ts';
import type { UserId } from '#core/users/user.ts';
import { listPage } from '../lists/page.ts';
import { earliestAfter } from '../store/earlier.ts';
import type { MemoryStore, SubscriptionRow } from '../store/memory-store.ts';
import type { TableChanges } from '../store/memory-table.ts';

export class MemorySubscriptionRepository implements SubscriptionRepository {
  readonly #rows: TableChanges<SubscriptionId, SubscriptionRow>;

  constructor(rows: TableChanges<SubscriptionId, SubscriptionRow>) {
    this.#rows = rows;
  }

  async get(id: SubscriptionId): Promise<Subscription> {
    const found = await this.find(id);
    if (found === undefined) throw notFound('subscription', id);
    return found;
  }

  findLocked(id: SubscriptionId): Promise<Subscription | undefined> {
    return this.find(id);
  }

  async find(id: SubscriptionId): Promise<Subscription | undefined> {
    return this.#rows.get(id)?.subscription;
  }

  async add(subscription: Subscription): Promise<void> {
    this.#rows.set(subscription.id, { subscription, lease: null, postponed: null });
  }

  async save(subscription: Subscription, lease: Lease | null = null): Promise<void> {
    if (this.#rows.get(subscription.id)?.subscription.version !== subscription.version - 1) {
      throw conflict(`Subscription ${subscription.id} was changed concurrently.`);
    }
    this.#rows.set(subscription.id, { subscription, lease, postponed: null });
  }

  async lockOf(userId: UserId): Promise<readonly Subscription[]> {
    const all = [...this.#rows.values()].map(({ subscription }) => subscription);
    return all.filter((subscription) => subscription.userId === userId);
  }

  async remove(id: SubscriptionId): Promise<void> {
    if (!this.#rows.delete(id)) throw notFound('subscription', id);
  }

  async claimDue(at: Date, { owner, until, at: now }: LeaseRequest, limit: number) {
    const due: Readonly<{ row: SubscriptionRow; time: number }>[] = [];
    for (const row of this.#rows.values()) {
      const time = nextStepOf(row.subscription)?.at;
      const isFree = !Lease.isValid(row.lease, now) && !Lease.isValid(row.postponed, now);
      if (time !== undefined && time <= at && isFree) due.push({ row, time: time.getTime() });
    }
    const first = due.toSorted((a, b) => a.time - b.time).slice(0, limit);
    return first.map(({ row }): ClaimedSubscription => {
      this.#rows.set(row.subscription.id, { ...row, lease: { owner, until } });
      return { subscription: row.subscription, failureCount: row.postponed?.failureCount ?? 0 };
    });
  }

  async postpone(id: SubscriptionId, { owner, until }: Lease): Promise<void> {
    const row = this.#rows.get(id);
    if (row === undefined || !Lease.isHeldBy(row.lease, owner)) return;
    const failureCount = (row.postponed?.failureCount ?? 0) + 1;
    this.#rows.set(id, { ...row, lease: null, postponed: { until, failureCount } });
  }

  async isPlanUsed(id: PlanId): Promise<boolean> {
    const isUsed = ({ subscription: { plan, nextPlan } }: SubscriptionRow): boolean =>
      plan.planId === id || nextPlan?.planId === id;
    return [...this.#rows.values()].some(isUsed);
  }
}

export class MemorySubscriptionQueries implements SubscriptionQueries {
  readonly #store: MemoryStore;

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  async find(id: SubscriptionId): ReturnType<SubscriptionQueries['find']> {
    const found = this.#store.subscriptions.get(id)?.subscription;
    return found && { view: Json.of(subscriptionView(found)), version: found.version, userId: found.userId };
  }

  async list({ ownerId, ...query }: SubscriptionListQuery) {
    const owned = this.#all().filter(({ userId }) => ownerId === undefined || userId === ownerId);
    return listPage(subscriptionList, owned.map(subscriptionView), query);
  }

  async nextDue(after: Date): Promise<Date | null> {
    return earliestAfter(
      after,
      [...this.#store.subscriptions.values()].map(({ subscription, postponed }) =>
        postponed === null ? (nextStepOf(subscription)?.at ?? null) : null,
      ),
    );
  }

  #all(): Subscription[] {
    return [...this.#store.subscriptions.values()].map(({ subscription }) => subscription);
  }
}
