import type { TimeSpan } from '#core/shared/clock.ts';
import type { SubscribedPlan } from './subscribed-plan.ts';
import type { Subscription } from './subscription.ts';

/** What bills the usage of a time. */
export type UsagePlace = Readonly<{
  plan: SubscribedPlan;
  span: TimeSpan;
  /** Whether the span was billed before, so that the next invoice bills what the usage adds. */
  isLate: boolean;
}>;

/** Why usage is refused. */
type Refusal = Readonly<{ field: 'subscription_id' | 'at'; message: string }>;

/** What bills the usage of a time, or why nothing does. */
export const placeOfUsage = (
  subscription: Subscription,
  { at, now }: Readonly<{ at: Date; now: Date }>,
): UsagePlace | Refusal => {
  const { plan, status, usageCharges, usageDueAt } = subscription;
  const waiting = subscription.unbilled.filter(({ kind }) => kind === 'usage');
  if (!plan.isMetered && waiting.length === 0 && usageCharges.length === 0)
    return refuse('subscription_id', NOT_METERED);
  const hasEnded = status === 'cancelled' && usageDueAt === null;
  if (hasEnded || status === 'incomplete') {
    return refuse('subscription_id', `must be the id of a subscription that is not ${status}`);
  }
  const late = usageCharges.find(isAround(at));
  if (late !== undefined && status !== 'cancelled') return { ...late, isLate: true };
  const part = waiting.find(isAround(at));
  if (part !== undefined) return { ...part, isLate: false };
  const current = currentSpan(subscription, now);
  if (current !== undefined && at >= current.start && at <= current.end) {
    return { plan, span: { start: current.start, end: LAST_TIME }, isLate: false };
  }
  return refuse('at', reasonOf(subscription, { at, now }));
};

const refuse = (field: Refusal['field'], message: string): Refusal => ({ field, message });

const NOT_METERED = 'must be the id of a subscription to a plan with usage';

const LAST_TIME = new Date('9999-12-31T23:59:59.999Z');

const isAround =
  (at: Date) =>
  ({ span }: Readonly<{ span: TimeSpan }>): boolean =>
    span.start <= at && at < span.end;

/** When usage that is not billed yet may have been, both ends included. In a trial it is free, and a pause may have moved the period. */
const currentSpan = ({ plan, status, period, usageSince, pause }: Subscription, now: Date): TimeSpan | undefined => {
  if (!plan.isMetered || status === 'cancelled') return undefined;
  const end = pause === null || pause.since > now ? now : pause.since;
  return { start: usageSince < period.start ? usageSince : period.start, end };
};

const reasonOf = (subscription: Subscription, { at, now }: Readonly<{ at: Date; now: Date }>): string => {
  const { unbilled, usageCharges, pause } = subscription;
  if (pause !== null && at > pause.since && at <= now) {
    return `must be ${pause.since.toISOString()} or earlier: the subscription is paused since then`;
  }
  const current = currentSpan(subscription, now);
  const billed = subscription.status === 'cancelled' ? [] : usageCharges;
  const spans = [...billed, ...unbilled.filter(({ kind }) => kind === 'usage')].map(({ span }) => span);
  const all = [...spans, ...(current === undefined ? [] : [current])];
  const start = new Date(Math.min(...all.map((span) => span.start.getTime())));
  const end = new Date(Math.max(...all.map((span) => span.end.getTime())));
  return `must be from ${start.toISOString()} to ${end.toISOString()}, while the plan bills usage: earlier usage is billed already`;
};
