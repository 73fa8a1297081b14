import { notFound } from '#core/shared/domain-error.ts';
import { Lease } from '#core/shared/lease.ts';
import type { SubscriptionQueries, SubscriptionRepository } from '#core/subscriptions/ports.ts';
import type { SubscribedPlan } from '#core/subscriptions/subscribed-plan.ts';
import { nextStepOf } from '#core/subscriptions/subscription-schedule.ts';
import { subscriptionList, subscriptionView } from '#core/subscriptions/subscription-view.ts';
import { foundWithOwner, isOwnedBy } from '../lists/owned.ts';
import { listPage } from '../lists/page.ts';
import type { MemoryStore, StoreChanges, SubscriptionRow } from '../store/memory-store.ts';
import { requirePrevious } from '../store/resources.ts';
import { dueRows, earliestAfter } from '../store/times.ts';

export const makeSubscriptionRepository = ({ subscriptions: rows, plans }: StoreChanges): SubscriptionRepository => ({
  async get(id) {
    const found = rows.get(id);
    if (found === undefined) throw notFound('subscription', id);
    return found.subscription;
  },

  find: async (id) => rows.get(id)?.subscription,
  findLocked: async (id) => rows.get(id)?.subscription,

  async add(subscription) {
    rows.set(subscription.id, { subscription, lease: null, postponed: null });
  },

  async save(subscription, lease) {
    requirePrevious(rows.get(subscription.id)?.subscription, subscription);
    rows.set(subscription.id, { subscription, lease: lease ?? null, postponed: null });
  },

  async lockOf(userId) {
    return rows.values().flatMap(({ subscription }) => (subscription.userId === userId ? [subscription] : []));
  },

  async remove(id) {
    if (!rows.delete(id)) throw notFound('subscription', id);
  },

  async claimDue(at, { owner, until, at: now }, limit) {
    const free = rows.filter(({ lease, postponed }) => !Lease.isValid(lease, now) && !Lease.isValid(postponed, now));
    return dueRows(at, free, nextStepTime)
      .slice(0, limit)
      .map((row) => {
        rows.set(row.subscription.id, { ...row, lease: { owner, until } });
        return { subscription: row.subscription, failureCount: row.postponed?.failureCount ?? 0 };
      });
  },

  async postpone(id, { owner, until }) {
    const row = rows.get(id);
    if (row === undefined || !Lease.isHeldBy(row.lease, owner)) return;
    const failureCount = (row.postponed?.failureCount ?? 0) + 1;
    rows.set(id, { ...row, lease: null, postponed: { until, failureCount } });
  },

  async hadTrial(userId, of) {
    return rows
      .values()
      .some(({ subscription: { trialOf, ...each } }) => each.userId === userId && trialOf.includes(of));
  },

  async countLive(userId, { id, productId }) {
    const isOf = ({ planId }: SubscribedPlan) =>
      planId === id || (productId !== null && plans.get(planId)?.productId === productId);
    return rows.values().filter(({ subscription: { status, plan, nextPlan, ...each } }) => {
      const isLive = each.userId === userId && status !== 'cancelled';
      return isLive && (isOf(plan) || (nextPlan !== null && isOf(nextPlan)));
    }).length;
  },

  async isPlanUsed(id) {
    return rows.values().some(({ subscription: { plan, nextPlan } }) => plan.planId === id || nextPlan?.planId === id);
  },
});

export const makeSubscriptionQueries = ({ subscriptions: rows }: MemoryStore): SubscriptionQueries => ({
  find: async (id) => foundWithOwner(subscriptionView, rows.get(id)?.subscription),

  async list({ ownerId, ...query }) {
    const all = rows.values().map(({ subscription }) => subscription);
    return listPage(subscriptionList, all.filter(isOwnedBy(ownerId)).map(subscriptionView), query);
  },

  async nextDue(after) {
    const scheduled = rows.filter(({ postponed }) => postponed === null);
    return earliestAfter(after, scheduled, nextStepTime);
  },
});

const nextStepTime = ({ subscription }: SubscriptionRow): Date | null => nextStepOf(subscription)?.at ?? null;
