import { conflict, notFound } from '#core/shared/domain-error.ts';
import { Lease, type LeaseRequest } from '#core/shared/lease.ts';
import { Json } from '#core/shared/page.ts';
import type { PlanId } from '#core/subscriptions/plan.ts';
import type { Subscription, SubscriptionId } from '#core/subscriptions/subscription.ts';
import type {
  SubscriptionListQuery,
  SubscriptionQueries,
  SubscriptionRepository,
} from '#core/subscriptions/subscription-repository.ts';
import { nextStepOf } from '#core/subscriptions/subscription-schedule.ts';
import { subscriptionList, subscriptionView } from '#core/subscriptions/subscription-view.ts';
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

  async find(id: SubscriptionId): Promise<Subscription | undefined> {
    return this.#rows.get(id)?.subscription;
  }

  async add(subscription: Subscription): Promise<void> {
    this.#rows.set(subscription.id, { subscription, lease: null });
  }

  async save(subscription: Subscription): Promise<void> {
    if (this.#rows.get(subscription.id)?.subscription.version !== subscription.version - 1) {
      throw conflict(`Subscription ${subscription.id} was changed concurrently.`);
    }
    this.#rows.set(subscription.id, { subscription, lease: null });
  }

  async claimDue(at: Date, { owner, until, at: now }: LeaseRequest): Promise<Subscription | undefined> {
    let first: Readonly<{ due: Date; subscription: Subscription }> | undefined;
    for (const { subscription, lease } of this.#rows.values()) {
      const due = nextStepOf(subscription)?.at;
      if (due === undefined || due > at || Lease.isValid(lease, now)) continue;
      if (first === undefined || due < first.due) first = { due, subscription };
    }
    if (first === undefined) return undefined;
    this.#rows.set(first.subscription.id, { subscription: first.subscription, lease: { owner, until } });
    return first.subscription;
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
      this.#all().map((subscription) => nextStepOf(subscription)?.at ?? null),
    );
  }

  #all(): Subscription[] {
    return [...this.#store.subscriptions.values()].map(({ subscription }) => subscription);
  }
}
