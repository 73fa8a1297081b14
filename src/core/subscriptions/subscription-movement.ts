import { Money, roundedQuotient } from '#core/shared/money.ts';
import type { IntervalUnit } from './period.ts';
import type { Plan } from './plan.ts';
import { PlanPrice } from './plan-price.ts';
import { renewalAt } from './renew-subscription.ts';
import { SubscribedPlan } from './subscribed-plan.ts';
import type { Subscription, SubscriptionId } from './subscription.ts';

/** How many of a unit are a month: a year has 12 months, 52 weeks or 365 days. */
const UNITS_PER_MONTH: Readonly<Record<IntervalUnit, readonly [dividend: bigint, divisor: bigint]>> = {
  day: [365n, 12n],
  week: [52n, 12n],
  month: [1n, 1n],
  year: [1n, 12n],
};

/**
 * What a quantity of a plan costs per month, rounded half up: its price without setup, discounts and tax. A plan that
 * charges for usage counts with what it costs without any.
 * @throws DomainError as `PlanPrice.total` does.
 */
export const monthlyAmount = (
  { price, usage, interval: { unit, count } }: Pick<Plan, 'price' | 'usage' | 'interval'>,
  quantity: number,
): Money => {
  const { minor, currency } = PlanPrice.total(price, usage === null ? quantity : 0);
  const [dividend, divisor] = UNITS_PER_MONTH[unit];
  return Money.ofMinor(roundedQuotient(minor * dividend, divisor * BigInt(count)), currency);
};

/**
 * Of the MRR:
 * - `new`: it rises from 0 for the first time.
 * - `expansion`: it rises.
 * - `contraction`: it falls, but not to 0.
 * - `churn`: it falls to 0.
 * - `reactivation`: it rises from 0 again.
 *
 * Of a trial:
 * - `trial_started`: the subscription begins with it.
 * - `trial_converted`: the subscription is active for the first time, whatever its MRR is then.
 * - `trial_ended`: the subscription was cancelled before.
 */
type MovementKind =
  | 'new'
  | 'expansion'
  | 'contraction'
  | 'churn'
  | 'reactivation'
  | 'trial_started'
  | 'trial_converted'
  | 'trial_ended';

/**
 * A change of a subscription's monthly recurring revenue (MRR), or of its trial. The MRR is the monthly amount of its plan
 * and quantity while it is active or past due, and 0 otherwise. Movements are never changed or removed, and contain no
 * personal data.
 */
export type SubscriptionMovement = Readonly<{
  subscriptionId: SubscriptionId;
  /** The version of the subscription that the step has stored. */
  version: number;
  kind: MovementKind;
  /** By how much the MRR changes; 0 for a trial. */
  amount: Money;
  /** The MRR after the step. */
  mrr: Money;
  /** When the change takes effect, which is earlier than the step if the worker is late. Ascends with the version. */
  at: Date;
}>;

/** Whether a subscription counts for the MRR. */
export const isRecurring = ({ status }: Pick<Subscription, 'status'>): boolean =>
  status === 'active' || status === 'past_due';

type Step = Readonly<{
  /** Null for a new subscription, and for one that was pending. */
  before: Subscription | null;
  after: Subscription;
}>;

type Known = Readonly<{
  /** The last movement before the step. */
  last: SubscriptionMovement | undefined;
  /** The MRR after the step. */
  mrr: Money;
}>;

export const SubscriptionMovement = {
  /** Whether a step can have movements. Most have none: a renewal, a failed payment and its success among them. */
  isPossible: ({ before, after }: Step): boolean =>
    before === null
      ? after.status !== 'incomplete'
      : phaseOf(before) !== phaseOf(after) || (isRecurring(after) && !SubscribedPlan.isSame(before.plan, after.plan)),

  /** The movements of a step, sorted by their kinds: at most one of the MRR, and one of the trial. */
  of: ({ before, after }: Step, { last, mrr }: Known): readonly SubscriptionMovement[] => {
    const none = Money.ofMinor(0n, after.currency);
    const { id: subscriptionId, version } = after;
    const amount = mrr.subtract(last?.mrr ?? none);
    const at = latest(effectiveAt(before, after), last?.at);
    const moved = { subscriptionId, version, mrr, at };
    const ofTrial = trialKind(after, last);
    return [
      ...(amount.minor === 0n ? [] : [{ ...moved, kind: mrrKind(amount, { last, mrr }), amount }]),
      ...(ofTrial === undefined ? [] : [{ ...moved, kind: ofTrial, amount: none }]),
    ];
  },
};

/** Movements depend on no other difference of the status. */
const phaseOf = (subscription: Subscription): string => (isRecurring(subscription) ? 'recurring' : subscription.status);

const mrrKind = (amount: Money, { last, mrr }: Known): MovementKind => {
  if (mrr.minor === 0n) return 'churn';
  if (last !== undefined && last.mrr.minor > 0n) return amount.isNegative ? 'contraction' : 'expansion';
  return last?.kind === 'churn' ? 'reactivation' : 'new';
};

const trialKind = (after: Subscription, last: SubscriptionMovement | undefined): MovementKind | undefined => {
  if (last === undefined) return after.status === 'trialing' ? 'trial_started' : undefined;
  if (last.kind !== 'trial_started') return undefined;
  if (isRecurring(after)) return 'trial_converted';
  return after.status === 'cancelled' ? 'trial_ended' : undefined;
};

/** The time of the step, or the end of the period before if it has ended by then, since the worker is late. */
const effectiveAt = (before: Subscription | null, after: Subscription): Date => {
  if (after.endedAt !== null) return after.endedAt;
  if (after.status === 'paused' && after.pause !== null) return after.pause.since;
  const due = before === null ? null : renewalAt(before);
  return due !== null && due < after.updatedAt ? due : after.updatedAt;
};

/** The clocks of two processes may differ. */
const latest = (time: Date, other = time): Date => (time > other ? time : other);
