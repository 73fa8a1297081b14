import { invalidState } from '#core/shared/domain-error.ts';
import { beginBilling, hasOrderedGoods, requireFewParts, stopBilling } from './billed-time.ts';
import { periodAt } from './period.ts';
import { PeriodCharge } from './period-charge.ts';
import { usageParts } from './renew-subscription.ts';
import { SubscribedPlan } from './subscribed-plan.ts';
import { actionsOf, type BilledStep, type Subscription, stepped } from './subscription.ts';
import { awaitsPayment } from './subscription-schedule.ts';

/**
 * What a change of the plan or the quantity costs:
 * - `prorate`: a credit of what was paid for the rest of the period, and a charge by the new plan, on the next invoice.
 * - `none`: nothing; the new plan is billed from the next period on.
 * - `at_period_end`: the change itself waits for the next period.
 */
export const PRORATIONS = ['prorate', 'none', 'at_period_end'] as const;

export type ProrationMode = (typeof PRORATIONS)[number];

type Change = Readonly<{
  plan: SubscribedPlan;
  /** Whether the plan’s product is sent from the stock. */
  hasGoods?: boolean;
  proration: ProrationMode;
  at: Date;
}>;

/**
 * Changes the plan or the quantity. Another interval begins a new period now and bills it now, as at Stripe. During a trial
 * nothing is billed. Goods are neither credited nor charged by time: another quantity of them is for the next period, and
 * another interval waits for the end of a period whose goods were ordered.
 * @param change `at` is taken for the end of the period if it is later.
 * @throws DomainError `invalid_state` unless the subscription is trialing, active or past due, and as `requireFewParts` does.
 */
export const changeSubscription = (
  subscription: Subscription,
  { plan, hasGoods = false, proration, at }: Change,
): BilledStep => {
  requireChangeable(subscription);
  const { plan: former, status } = subscription;
  const isSameInterval = SubscribedPlan.hasSameInterval(plan, former);
  const isOrdered = hasOrderedGoods(subscription) || awaitsPayment({ ...subscription, next: 'renew' });
  const isLater = status !== 'trialing' && !isSameInterval && isOrdered;
  if (proration === 'at_period_end' || isLater) {
    const nextPlan = SubscribedPlan.isSame(plan, former) ? null : plan;
    return { subscription: stepped(subscription, { nextPlan }, at), bill: [] };
  }
  if (SubscribedPlan.isSame(plan, former)) {
    return { subscription: stepped(subscription, { nextPlan: null }, at), bill: [] };
  }
  if (status === 'trialing') {
    return { subscription: stepped(subscription, { plan, nextPlan: null }, at), bill: [] };
  }
  requireFewParts(subscription);
  const change = { plan, hasGoods, isProrated: proration === 'prorate', at: within(subscription, at) };
  return isSameInterval ? withinPeriod(subscription, change) : newPeriod(subscription, change);
};

type Immediate = Pick<Change, 'plan' | 'at'> & Readonly<{ hasGoods: boolean; isProrated: boolean }>;

/** The period goes on; what the change costs is for the next invoice. */
const withinPeriod = (subscription: Subscription, { isProrated, ...begun }: Immediate): BilledStep => {
  const { plan, at } = begun;
  const used = { ...subscription, unbilled: [...subscription.unbilled, ...usageParts(subscription, at)] };
  const { charges, unbilled } = isProrated ? beginBilling({ ...used, ...stopBilling(used, at) }, begun) : used;
  const usageSince = plan.isMetered || subscription.plan.isMetered ? at : subscription.usageSince;
  return { subscription: stepped(subscription, { plan, nextPlan: null, usageSince, charges, unbilled }, at), bill: [] };
};

/** A period of the new length begins, and is billed with all that is owed. */
const newPeriod = (subscription: Subscription, { plan, isProrated, at }: Immediate): BilledStep => {
  const { start, end } = periodAt(at, plan.interval, 0);
  const period = { start, end };
  const { charges, unbilled } = isProrated ? stopBilling(subscription, at) : subscription;
  const bill = [
    ...PeriodCharge.credits(charges),
    ...unbilled,
    ...usageParts(subscription, at),
    ...(plan.isMetered ? [] : [{ kind: 'period', plan, span: period } as const]),
  ];
  const restarted = {
    anchor: at,
    period,
    charges: PeriodCharge.former(charges),
    usageSince: at,
    usageDueAt: null,
    unbilled: [],
    outOfStock: null,
  };
  return { subscription: stepped(subscription, { plan, nextPlan: null, ...restarted }, at), bill };
};

const within = ({ period }: Subscription, at: Date): Date => {
  if (at < period.start) return period.start;
  return at < period.end ? at : period.end;
};

const requireChangeable = (subscription: Subscription): void => {
  const { status } = subscription;
  if (status === 'trialing' || status === 'active' || status === 'past_due') return;
  throw invalidState(`A subscription that is ${status} cannot change.`, status, actionsOf(subscription));
};
