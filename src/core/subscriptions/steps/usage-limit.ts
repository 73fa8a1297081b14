import { DomainError } from '#core/shared/domain-error.ts';
import type { Plan, PlanId } from '../plan.ts';
import { PlanPrice } from '../plan-price.ts';
import type { SubscriptionsTx } from '../ports.ts';
import type { SubscriptionId } from '../subscription.ts';
import type { UsagePlace } from '../usage-place.ts';

/** Keeps the usage of each span payable, while records are added to it one by one. */
export type UsageLimit = Readonly<{
  /** Whether the span may have a record of a quantity more, which counts then. */
  accepts(id: SubscriptionId, place: UsagePlace, quantity: number): Promise<boolean>;
}>;

/** The part of the largest amount that usage may cost, so that taxes and other lines fit on its invoice. */
const LARGEST_PART = 10n;

export const makeUsageLimit = (tx: Pick<SubscriptionsTx, 'plans' | 'usage'>): UsageLimit => {
  const plans = new Map<PlanId, Plan | undefined>();
  const totals = new Map<string, number>();
  return {
    async accepts(subscriptionId, { plan: { planId }, span }, quantity) {
      if (!plans.has(planId)) plans.set(planId, await tx.plans.find(planId));
      const plan = plans.get(planId);
      if (plan === undefined || plan.usage === null) return true;
      const { usage: aggregation, price } = plan;
      const key = `${subscriptionId} ${span.start.getTime()}`;
      const total = totals.get(key) ?? (await tx.usage.total({ subscriptionId, span, aggregation }));
      // a record may become the last one by its time
      const next = { sum: total + quantity, max: Math.max(total, quantity), last: quantity }[aggregation];
      if (!isPayable(price, next)) return false;
      totals.set(key, next);
      return true;
    },
  };
};

const isPayable = (price: PlanPrice, quantity: number): boolean => {
  if (!Number.isSafeInteger(quantity)) return false;
  try {
    return !PlanPrice.total(price, quantity).times(LARGEST_PART).isTooLarge;
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'invalid') return false;
    throw error;
  }
};
