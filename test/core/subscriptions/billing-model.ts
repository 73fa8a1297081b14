import type { Plan } from '#core/subscriptions/plan.ts';
import type { SubscriptionView } from '#core/subscriptions/subscription-view.ts';
import { aPlan } from '../../support/builders/plan-builders.ts';

/** Each with one line a period, and amounts that are not rounded to nothing for an hour. */
export const LIFE_PLANS = [
  aPlan({ name: 'Flat', pricing: 'flat', amount: 29.95, setup_amount: 7 }),
  aPlan({ name: 'Seats', amount: 9.99 }),
  aPlan({ name: 'Biweekly', amount: 12.07, interval: 'week', interval_count: 2 }),
  aPlan({ name: 'Yearly', amount: 365.01, interval: 'year', after_dunning: 'cancel' }),
  aPlan({
    name: 'Volume',
    pricing: 'volume',
    tiers: [
      { up_to: 2, unit_amount: 10 },
      { up_to: null, unit_amount: 7.77 },
    ],
  }),
  aPlan({ name: 'Metered', amount: 0.13, usage: 'sum' }),
  aPlan({ name: 'Peak', amount: 2.03, usage: 'max', interval: 'week', setup_amount: 3 }),
] as const;

/** What a unit of each plan costs, in cents. */
const UNIT_CENTS: Readonly<Record<string, (quantity: number) => number>> = {
  Flat: () => 2995,
  Seats: () => 999,
  Biweekly: () => 1207,
  Yearly: () => 36501,
  Volume: (quantity) => (quantity <= 2 ? 1000 : 777),
  Metered: () => 13,
  Peak: () => 203,
};

const SETUP_CENTS: Readonly<Record<string, number>> = { Flat: 700, Peak: 300 };

/** A plan by its name, and its quantity. */
type Subscribed = Readonly<{ name: string; quantity: number }>;

const isSamePlan = (one: Subscribed, other: Subscribed): boolean =>
  one.name === other.name && one.quantity === other.quantity;

const periodCents = ({ name, quantity }: Subscribed): number =>
  (UNIT_CENTS[name]?.(quantity) ?? Number.NaN) * (name === 'Flat' ? 1 : quantity);

const nameOf = (id: string): string => LIFE_PLANS.find((plan: Plan) => plan.id === id)?.name ?? '';

const isMetered = (name: string): boolean => name === 'Metered' || name === 'Peak';

const timeOf = (text: string | null): number => (text === null ? Number.NaN : Date.parse(text));

/** The subscription from one event to the next. Times are in milliseconds. */
type Epoch = Readonly<{
  status: SubscriptionView['status'];
  plan: Subscribed;
  /** By which plan the period is billed in advance. */
  billed: Subscribed | null;
  start: number;
  end: number;
  /** When the event was stored, and since when it is so. */
  storedAt: number;
  since: number;
  pausedAt: number;
  isSkipped: boolean;
}>;

/** A line of an invoice or what waits for the next one, in cents. */
export type ModelLine = Readonly<{
  description: string;
  start: number;
  end: number;
  cents: number;
  /** When its invoice was voided, if it was. */
  voidedAt?: number | undefined;
}>;

export type ModelUsage = Readonly<{ quantity: number; at: number }>;

/** A plain model of what was subscribed to, by the views of the subscription and the times of changes without proration. */
export const makeModel = (views: readonly SubscriptionView[], unprorated: ReadonlySet<number>) => {
  const epochs: Epoch[] = [];
  for (const view of views) epochs.push(epochOf(view, epochs.at(-1), unprorated));
  // a late worker stores what has been so for some time
  for (let index = epochs.length - 2; index >= 0; index -= 1) {
    const [one, next] = [epochs[index] as Epoch, epochs[index + 1] as Epoch];
    epochs[index] = { ...one, since: Math.min(one.since, next.since) };
  }
  return { epochs, expectedCents: expectedCents(epochs), coverageErrors: coverageErrors(epochs, unprorated) };
};

const epochOf = (view: SubscriptionView, before: Epoch | undefined, unprorated: ReadonlySet<number>): Epoch => {
  const plan = { name: nameOf(view.plan_id), quantity: view.quantity };
  const [start, end] = [timeOf(view.current_period_start), timeOf(view.current_period_end)];
  const [storedAt, pausedAt] = [timeOf(view.updated_at), timeOf(view.paused_at)];
  const { status } = view;
  // the end of a pause moves the period, perhaps by its own length
  const isResumed = before?.status === 'paused' && !before.isSkipped;
  const isRenewed = before !== undefined && start === before.end && !isResumed;
  const isPausedNow = status === 'paused' && before?.status !== 'paused' && before?.status !== 'unpaid';
  const billed = ((): Subscribed | null => {
    const inAdvance = isMetered(plan.name) ? null : plan;
    if (before === undefined || status === 'trialing' || status === 'cancelled') return null;
    if (isPausedNow) return pausedAt === before.end ? null : before.billed;
    if (isRenewed) return inAdvance;
    if (isSamePlan(plan, before.plan)) return before.billed;
    return keepsPeriod({ storedAt, start, end }, before, unprorated) ? before.billed : inAdvance;
  })();
  const since = ((): number => {
    if (status === 'cancelled') return timeOf(view.ended_at);
    if (isPausedNow) return pausedAt;
    return isRenewed ? start : storedAt;
  })();
  return { status, plan, billed, start, end, storedAt, since, pausedAt, isSkipped: view.resumes_at !== null };
};

/** Whether a change without proration leaves the period as it was billed. */
const keepsPeriod = (
  { storedAt, start, end }: Pick<Epoch, 'storedAt' | 'start' | 'end'>,
  before: Epoch,
  unprorated: ReadonlySet<number>,
): boolean => unprorated.has(storedAt) && end === before.end && start !== storedAt;

/** Half up, of a part of an amount. */
const remaining = (cents: number, rest: number, whole: number): number => {
  const [dividend, divisor] = [2n * BigInt(cents) * BigInt(rest) + BigInt(whole), 2n * BigInt(whole)];
  return Number(dividend / divisor);
};

/** The amount of a line by the model; NaN for a line that should not be. */
const expectedCents =
  (epochs: readonly Epoch[]) =>
  ({ description, start, end, cents }: ModelLine, usage: readonly ModelUsage[]): number => {
    const [name = '', kind = 'period'] = description.split(': ');
    /** What the span may be worth: the plan can have had several quantities, also before a pause that moved the period. */
    const plans = epochs.map(({ plan }) => plan).filter((plan) => plan.name === name);
    const worths = epochs
      .filter((epoch) => epoch.start <= start && end <= epoch.end)
      .flatMap((epoch) => plans.map((plan) => [periodCents(plan), epoch] as const))
      .map(([whole, epoch]) => {
        const restAt = (at: number): number => remaining(whole, epoch.end - at, epoch.end - epoch.start);
        return restAt(start) - restAt(end);
      });
    const worthOf = (amount: number): number => worths.find((worth) => worth === amount) ?? Number.NaN;
    switch (kind) {
      case 'setup':
        return SETUP_CENTS[name] ?? Number.NaN;
      case 'unused time':
        return -worthOf(-cents);
      case 'unused time, charged again':
      case 'remaining time':
        return worthOf(cents);
      case 'usage': {
        const used = usage.filter(({ at }) => start <= at && at < end).map(({ quantity }) => quantity);
        const total = name === 'Peak' ? Math.max(0, ...used) : used.reduce((sum, each) => sum + each, 0);
        return total * (UNIT_CENTS[name]?.(total) ?? Number.NaN);
      }
      default: {
        const epoch = epochs.find((each) => each.start === start && each.end === end && each.plan.name === name);
        return epoch === undefined ? Number.NaN : periodCents(epoch.plan);
      }
    }
  };

type Covered = Readonly<{ start: number; end: number; sign: 1 | -1; voidedAt?: number | undefined }>;

/** Moves what is left at a pause behind it. */
const afterPause = (covered: readonly Covered[], from: number, to: number): Covered[] =>
  covered.flatMap((each) => {
    const { start, end } = each;
    if (start >= to || end <= from) return [each];
    const ms = to - from;
    const rest = ms === Infinity ? [] : [{ ...each, start: Math.max(start, from) + ms, end: end + ms }];
    return start < from ? [{ ...each, end: from }, ...rest] : rest;
  });

const endAt = (each: Covered, at: number): Covered => ({ ...each, end: Math.min(each.end, at) });

/** The time that lines are for: the rest of a period follows a pause. A change without proration can end it. */
const coveredBy = (
  lines: readonly ModelLine[],
  epochs: readonly Epoch[],
  unprorated: ReadonlySet<number>,
): Covered[] => {
  let covered = lines
    .filter(({ description }) => !/: (setup|usage)$/.test(description))
    .map(({ description, ...line }): Covered => ({ ...line, sign: /: unused time$/.test(description) ? -1 : 1 }));
  for (const [index, epoch] of epochs.entries()) {
    const before = epochs[index - 1];
    if (before === undefined) continue;
    const isClipped = unprorated.has(epoch.storedAt) && epoch.start === epoch.storedAt && before.billed !== null;
    if (isClipped) {
      const at = epoch.storedAt;
      covered = covered.map((each) => (each.start < at ? endAt(each, at) : each));
    }
    const isEnded = !Number.isNaN(before.pausedAt) && !before.isSkipped && Number.isNaN(epoch.pausedAt);
    if (isEnded)
      covered = afterPause(covered, before.pausedAt, epoch.status === 'cancelled' ? Infinity : epoch.storedAt);
  }
  const last = epochs.at(-1);
  if (last !== undefined && !Number.isNaN(last.pausedAt) && !last.isSkipped) {
    covered = afterPause(covered, last.pausedAt, Infinity);
  }
  return covered.filter(({ start, end }) => start < end);
};

/** Instants that are not billed once although the subscription was active, or billed although it was not. */
/** What a span of an epoch costs. A span that costs nothing, such as of a second, has no line. */
const centsOf = ({ billed, start, end }: Epoch, from: number, to: number): number => {
  if (billed === null) return 0;
  const restAt = (at: number): number => remaining(periodCents(billed), end - at, end - start);
  return restAt(from) - restAt(to);
};

const coverageErrors =
  (epochs: readonly Epoch[], unprorated: ReadonlySet<number>) =>
  (lines: readonly ModelLine[], until: number): string[] => {
    const covered = coveredBy(lines, epochs, unprorated);
    const ends = epochs.map((epoch, index) => {
      const next = epochs[index + 1];
      // what ended by dunning during a downtime was not renewed before
      const isOver = next?.status === 'unpaid' || next?.status === 'cancelled';
      const end = isOver ? Math.min(next.since, epoch.end) : next?.since;
      return { ...epoch, until: end ?? until };
    });
    const bounds = [
      ...covered.flatMap(({ start, end }) => [start, end]),
      ...ends.flatMap((each) => [each.since, each.until]),
    ];
    const sorted = [...new Set(bounds)].toSorted((a, b) => a - b);
    return sorted.slice(1).flatMap((bound, index) => {
      const from = sorted[index] ?? 0;
      const at = (from + bound) / 2;
      const here = covered.filter(({ start, end }) => start < at && at < end);
      // a void invoice charges nothing, and credits nothing either
      const count = here.reduce((sum, { sign, voidedAt }) => sum + (voidedAt === undefined ? sign : 0), 0);
      const isGivenUp = here.some(({ sign, voidedAt }) => voidedAt !== undefined && sign === 1);
      const epoch = ends.find(({ since, until: end }) => since < at && at < end);
      const isActive = epoch?.status === 'active' || epoch?.status === 'past_due';
      const isFree = epoch?.status === 'trialing' || epoch?.status === 'paused';
      const isRight =
        isActive && epoch?.billed !== null
          ? count === 1 || (count === 0 && (isGivenUp || centsOf(epoch, from, bound) === 0))
          : isFree
            ? count === 0
            : count === 0 || count === 1;
      return isRight
        ? []
        : [`${new Date(at).toISOString()} is billed ${count} times while ${epoch?.status ?? 'ended'}`];
    });
  };
