import type { Id } from '#core/shared/id.ts';
import type { DunningEnd } from './plan-fields.ts';
import { restartedAt } from './stop-subscription.ts';
import { ended, isTrialPaused, type Subscription, stepped } from './subscription.ts';

/** When a failed payment is tried again, in days after the first failure; ascending. */
type DunningSchedule = readonly number[];

const MS_PER_DAY = 86_400_000;

type Failure = Readonly<{ schedule: DunningSchedule; afterDunning: DunningEnd; at: Date }>;

/**
 * A payment failed, or a sent invoice became overdue. The next retry is the first of the schedule that is still to come;
 * without one, the subscription becomes unpaid or cancelled, as its plan says. A pause goes on during the retries.
 */
export const paymentFailed = (subscription: Subscription, { schedule, afterDunning, at }: Failure): Subscription => {
  const { status, dunning } = subscription;
  const since = dunning?.since ?? at;
  if (status === 'unpaid') return stepped(subscription, { dunning: { since, nextAttemptAt: null } }, at);
  const canOwe = status === 'active' || status === 'past_due' || status === 'paused';
  if (!canOwe || isTrialPaused(subscription)) return subscription;
  const nextAttemptAt = schedule.map((days) => new Date(since.getTime() + days * MS_PER_DAY)).find((time) => time > at);
  if (nextAttemptAt !== undefined) {
    const during = status === 'paused' ? 'paused' : 'past_due';
    return stepped(subscription, { status: during, dunning: { since, nextAttemptAt } }, at);
  }
  if (afterDunning === 'cancel') return ended(subscription, at, at);
  return stepped(subscription, { dunning: { since, nextAttemptAt: null }, status: 'unpaid' }, at);
};

/**
 * All that is owed was paid. An unpaid subscription goes on: in its pause, within its period, or else with a new period
 * that begins now, since nothing was billed in between.
 */
export const paymentSucceeded = (subscription: Subscription, at: Date): Subscription => {
  switch (subscription.status) {
    case 'incomplete':
      return stepped(subscription, { status: 'active', redirectUrl: null, expiresAt: null }, at);
    case 'past_due':
      return stepped(subscription, { status: 'active', dunning: null }, at);
    case 'paused':
      return subscription.dunning === null ? subscription : stepped(subscription, { dunning: null }, at);
    case 'unpaid':
      return recovered(subscription, at);
    default:
      return subscription;
  }
};

const recovered = (subscription: Subscription, at: Date): Subscription => {
  const { period, pause } = subscription;
  if (pause?.until === null || at < period.end) {
    return stepped(subscription, { status: pause === null ? 'active' : 'paused', dunning: null }, at);
  }
  const restarted = { ...restartedAt(subscription, at), status: 'active', pause: null, dunning: null } as const;
  return stepped(subscription, restarted, at);
};

/** Charges what is owed now; the same version if nothing is, or if the customer pays it. */
export const retryNow = (subscription: Subscription, at: Date): Subscription => {
  const { dunning, collection, status } = subscription;
  const isRetried = dunning !== null && collection === 'charge' && status !== 'cancelled';
  return isRetried ? stepped(subscription, { dunning: { ...dunning, nextAttemptAt: at } }, at) : subscription;
};

/** Takes another payment method. What is owed is charged now. */
export const changePaymentMethod = (subscription: Subscription, id: Id<'pm'>, at: Date): Subscription =>
  stepped(subscription, { dunning: retryNow(subscription, at).dunning, paymentMethodId: id }, at);
