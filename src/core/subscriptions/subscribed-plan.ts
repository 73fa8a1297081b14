import { invalid } from '#core/shared/domain-error.ts';
import { BillingInterval } from './period.ts';
import type { Plan, PlanId } from './plan.ts';
import { MAX_QUANTITY } from './plan-price.ts';

/** A plan and how much of it a customer has subscribed to. */
export type SubscribedPlan = Readonly<{
  planId: PlanId;
  quantity: number;
  /** Those of the plan, which never change. */
  interval: BillingInterval;
  isMetered: boolean;
}>;

export const SubscribedPlan = {
  /** @throws DomainError `validation_failed` for an archived plan or an impossible quantity. */
  of: (plan: Plan, quantity: number): SubscribedPlan => {
    if (plan.status === 'archived') {
      throw invalid([{ path: ['plan_id'], code: 'plan.archived', message: 'must be the id of an active plan' }]);
    }
    const { id: planId, interval, usage } = plan;
    return { planId, quantity: checked(quantity), interval, isMetered: usage !== null };
  },

  /** The same plan in another quantity, also if it was archived since. @throws as `of` does for the quantity. */
  withQuantity: (plan: SubscribedPlan, quantity: number): SubscribedPlan => ({ ...plan, quantity: checked(quantity) }),

  isSame: (one: SubscribedPlan, other: SubscribedPlan): boolean =>
    one.planId === other.planId && one.quantity === other.quantity,

  hasSameInterval: (one: SubscribedPlan, other: SubscribedPlan): boolean =>
    BillingInterval.isSame(one.interval, other.interval),
};

const checked = (quantity: number): number => {
  if (Number.isInteger(quantity) && quantity >= 0 && quantity <= MAX_QUANTITY) return quantity;
  const message = `must be a whole number from 0 to ${MAX_QUANTITY}`;
  throw invalid([{ path: ['quantity'], code: 'number.range', message }]);
};
