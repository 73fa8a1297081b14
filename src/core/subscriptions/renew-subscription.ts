import type { TimeSpan } from '#core/shared/clock.ts';
import { type BillPart, type ChargePart, isCharge } from './bill.ts';
import { periodContaining } from './period.ts';
import { PeriodCharge } from './period-charge.ts';
import { SubscribedPlan } from './subscribed-plan.ts';
import { type BilledStep, ended, type Subscription, stepped } from './subscription.ts';

/** When the current period ends by itself; null if it does not, such as while the subscription is paused. */
export const renewalAt = ({ status, pause, period, next }: Subscription): Date | null => {
  const isRunning = status === 'trialing' || status === 'active' || status === 'past_due';
  // an unpaid one does not renew, but ends where it was to be cancelled
  const isEnding = status === 'unpaid' && next === 'cancel';
  return isRunning || isEnding || (status === 'paused' && pause?.until !== null) ? period.end : null;
};

/** When a period ends, and how many hours its usage waits for late records. */
type Renewal = Readonly<{ at: Date; usageGraceHours?: number }>;

/**
 * Ends the current period, and begins the next one unless the subscription is to be cancelled or paused. The next period
 * begins where the current one ends, however late that is, so that months of downtime are caught up period by period.
 * Usage waits for late records, unless the invoice bills something in advance.
 * @throws RangeError before the end of the period.
 */
export const renewSubscription = (subscription: Subscription, { at, usageGraceHours = 0 }: Renewal): BilledStep => {
  const due = renewalAt(subscription);
  if (due === null || due > at) throw new RangeError('The period has not ended.');
  const renewed = endPeriod(subscription, due, at);
  const { bill } = renewed;
  const isUsageOnly = bill.some(({ kind }) => kind === 'usage') && bill.every(({ kind }) => !isInAdvance(kind));
  if (usageGraceHours === 0 || !isUsageOnly) return renewed;
  const usageDueAt = new Date(due.getTime() + usageGraceHours * MS_PER_HOUR);
  // credits follow from the charges
  const unbilled = bill.filter(isCharge);
  return { subscription: { ...renewed.subscription, unbilled, usageDueAt }, bill: [] };
};

const MS_PER_HOUR = 3_600_000;

const isInAdvance = (kind: BillPart['kind']): boolean => kind === 'setup' || kind === 'period';

/** Bills the usage that waited for late records, and all else that is unbilled. */
export const billWaitingUsage = (subscription: Subscription, at: Date): BilledStep => ({
  subscription: stepped(subscription, { unbilled: [], usageDueAt: null }, at),
  bill: [...PeriodCharge.credits(subscription.charges), ...subscription.unbilled],
});

const endPeriod = (subscription: Subscription, due: Date, at: Date): BilledStep => {
  const { next, period } = subscription;
  const over = { unbilled: [], usageDueAt: null, outOfStock: null, usageSince: period.end, next: 'renew' } as const;
  const owed = owedParts(subscription, period.end);
  switch (next) {
    case 'cancel':
      return { subscription: ended({ ...subscription, ...over }, due, at), bill: owed };
    case 'pause': {
      const paused = { ...over, status: 'paused', pause: { since: due, until: null } } as const;
      return { subscription: stepped(subscription, paused, at), bill: owed };
    }
    case 'skip': {
      const skipped = periodAfter(subscription, subscription.plan);
      const pause = { since: skipped.start, until: skipped.end };
      return {
        subscription: stepped(subscription, { ...over, status: 'paused', period: skipped, pause }, at),
        bill: owed,
      };
    }
    case 'renew':
      return beginPeriod(subscription, owed, at);
  }
};

/** Begins the next period, by the plan that was chosen for it. */
const beginPeriod = (subscription: Subscription, owed: readonly BillPart[], at: Date): BilledStep => {
  const { dunning, nextPlan, period: before, isSetupBilled } = subscription;
  const plan = nextPlan ?? subscription.plan;
  const period = periodAfter(subscription, plan);
  const begun = {
    status: dunning === null ? 'active' : 'past_due',
    pause: null,
    plan,
    nextPlan: null,
    anchor: SubscribedPlan.hasSameInterval(plan, subscription.plan) ? subscription.anchor : before.end,
    period,
    charges: PeriodCharge.former(subscription.charges),
    usageSince: period.start,
    unbilled: [],
    usageDueAt: null,
    outOfStock: null,
    isSetupBilled: true,
  } as const;
  const bill: BillPart[] = [
    ...owed,
    ...(isSetupBilled ? [] : [{ kind: 'setup', plan, span: period } as const]),
    ...(plan.isMetered ? [] : [{ kind: 'period', plan, span: period } as const]),
  ];
  return { subscription: stepped(subscription, begun, at), bill };
};

/** The period of a plan after the current one, whose end is a bound of the anchor. */
const periodAfter = ({ plan: current, anchor, period }: Subscription, plan: SubscribedPlan): TimeSpan => {
  const from = SubscribedPlan.hasSameInterval(plan, current) ? anchor : period.end;
  const { start, end } = periodContaining(from, plan.interval, period.end);
  return { start, end };
};

/** What is credited and charged if a period ends at a time. */
export const owedParts = (subscription: Subscription, until: Date): readonly BillPart[] => [
  ...PeriodCharge.credits(subscription.charges),
  ...subscription.unbilled,
  ...usageParts(subscription, until),
];

/** What was used until a time and is not billed yet. Usage in trials is free, and there is none in pauses. */
export const usageParts = ({ plan, status, pause, usageSince }: Subscription, until: Date): ChargePart[] => {
  const end = pause !== null && pause.since < until ? pause.since : until;
  const isBilled = plan.isMetered && status !== 'incomplete' && usageSince < end;
  return isBilled ? [{ kind: 'usage', plan, span: { start: usageSince, end } }] : [];
};
