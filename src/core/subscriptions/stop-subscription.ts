import type { TimeSpan } from '#core/shared/clock.ts';
import { moveBilling, requireFewParts } from './billed-time.ts';
import { periodContaining } from './period.ts';
import { owedParts, renewalAt } from './renew-subscription.ts';
import { type BilledStep, ended, isTrialPaused, requireAction, type Subscription, stepped } from './subscription.ts';

type Stop = Readonly<{ atPeriodEnd: boolean; at: Date }>;

/**
 * Cancels now or at the end of the current period. A subscription whose period does not end by itself, such as a paused
 * one, is always cancelled now. What was paid for the rest of the period is not credited, as at Stripe; usage is billed.
 * @throws DomainError `invalid_state`.
 */
export const cancelSubscription = (subscription: Subscription, { atPeriodEnd, at }: Stop): BilledStep => {
  requireAction(subscription, 'cancel');
  if (atPeriodEnd && renewalAt(subscription) !== null) {
    return { subscription: stepped(subscription, { next: 'cancel' }, at), bill: [] };
  }
  const bill = owedParts(subscription, at);
  return { subscription: ended({ ...subscription, unbilled: [] }, at, at), bill };
};

/** Withdraws a cancellation at the end of the period. @throws DomainError `invalid_state`. */
export const undoCancellation = (subscription: Subscription, at: Date): Subscription => {
  requireAction(subscription, 'undo_cancel');
  return stepped(subscription, { next: 'renew' }, at);
};

/**
 * Pauses now or at the end of the current period. What is left of a period or a trial is kept for the time after the
 * pause. @throws DomainError `invalid_state`.
 */
export const pauseSubscription = (subscription: Subscription, { atPeriodEnd, at }: Stop): Subscription => {
  requireAction(subscription, 'pause');
  if (atPeriodEnd) return stepped(subscription, { next: 'pause' }, at);
  requireFewParts(subscription);
  const pause = { since: earlier(at, subscription.period.end), until: null };
  return stepped(subscription, { status: 'paused', pause }, at);
};

/** Skips the next period: it passes without an invoice. @throws DomainError `invalid_state`. */
export const skipPeriod = (subscription: Subscription, at: Date): Subscription => {
  requireAction(subscription, 'skip');
  return stepped(subscription, { next: 'skip' }, at);
};

/**
 * Goes on after a pause or within a skipped period, or withdraws a pause or a skip to come. After a pause, the rest of the
 * period follows: the period, and all after it, are moved by the length of the pause. A skipped period ends now.
 * @throws DomainError `invalid_state`.
 */
export const resumeSubscription = (subscription: Subscription, at: Date): Subscription => {
  requireAction(subscription, 'resume');
  const { status, pause, usageSince, dunning } = subscription;
  if (status !== 'paused' || pause === null) return stepped(subscription, { next: 'renew' }, at);
  const length = Math.max(0, at.getTime() - pause.since.getTime());
  const resumed = {
    status: dunning === null ? 'active' : 'past_due',
    pause: null,
    usageSince: usageSince < pause.since ? usageSince : later(usageSince, length),
    ...(pause.until === null
      ? { ...movedBy(subscription, length), ...moveBilling(subscription, { since: pause.since, length }) }
      : restartedAt(subscription, at)),
  } as const;
  const trial = isTrialPaused(subscription) ? ({ status: 'trialing', trialEnd: resumed.period.end } as const) : {};
  return stepped(subscription, { ...resumed, ...trial }, at);
};

/** Ends the current period now, so that the next one begins now and all bounds are counted from now. */
export const restartedAt = (
  { period: { start } }: Subscription,
  at: Date,
): Pick<Subscription, 'anchor' | 'period'> => ({ anchor: at, period: { start: start < at ? start : at, end: at } });

/** The anchor keeps its day, unless its bounds would miss the end of the period. */
const movedBy = (subscription: Subscription, length: number): Pick<Subscription, 'anchor' | 'period'> => {
  const { plan, anchor: before, period: was } = subscription;
  const period: TimeSpan = { start: later(was.start, length), end: later(was.end, length) };
  const anchor = later(before, length);
  const isBound = periodContaining(anchor, plan.interval, period.end).start.getTime() === period.end.getTime();
  return { anchor: isBound ? anchor : period.end, period };
};

const later = (time: Date, ms: number): Date => new Date(time.getTime() + ms);

const earlier = (one: Date, other: Date): Date => (one < other ? one : other);
