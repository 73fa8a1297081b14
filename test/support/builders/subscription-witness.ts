import { expect } from 'chai';
import { isSameSpan, type TimeSpan } from '#core/shared/clock.ts';
import { Money } from '#core/shared/money.ts';
import { DEFAULT_DUNNING_SCHEDULE } from '#core/shop/rules.ts';
import { type BillPart, isCredit, linesOf, remainingOf } from '#core/subscriptions/bill.ts';
import { paymentFailed, paymentSucceeded } from '#core/subscriptions/dunning.ts';
import { PeriodCharge } from '#core/subscriptions/period-charge.ts';
import type { Plan } from '#core/subscriptions/plan.ts';
import { PlanPrice } from '#core/subscriptions/plan-price.ts';
import { renewSubscription } from '#core/subscriptions/renew-subscription.ts';
import type { SubscribedPlan } from '#core/subscriptions/subscribed-plan.ts';
import type { Subscription } from '#core/subscriptions/subscription.ts';
import { isRecurring, monthlyAmount, SubscriptionMovement } from '#core/subscriptions/subscription-movement.ts';
import { nextStepOf, trialEndAnnounced } from '#core/subscriptions/subscription-schedule.ts';
import { aPlan } from './plan-builders.ts';
import { aStart, invoicedStep, plansById } from './subscription-builders.ts';

const MS_PER_DAY = 86_400_000;

/** Of each kind of price and interval. */
export const PLANS = [
  aPlan({ amount: 9.99 }),
  aPlan({ amount: 29.95, setup_amount: 7 }),
  aPlan({
    pricing: 'graduated',
    tiers: [
      { up_to: 2, unit_amount: 3.33, flat_amount: 1 },
      { up_to: null, unit_amount: 1 },
    ],
  }),
  aPlan({ amount: 0.07, interval: 'week', interval_count: 2 }),
  aPlan({ amount: 365.01, interval: 'year', after_dunning: 'cancel' }),
  aPlan({ amount: 0.01, usage: 'sum' }),
  aPlan({ amount: 0.02, usage: 'max', interval: 'week' }),
];

const planOf = plansById(PLANS);

/** How a life begins. */
export type LifeStart = Readonly<{
  day: number;
  plan: Plan;
  quantity: number;
  trialDays: number;
  /** How many days the worker is late. */
  lateDays: number;
  /** The outcomes of payments, again and again. */
  payments: readonly boolean[];
}>;

/** What a subscription costs per month now. */
export const mrrOf = (subscription: Subscription): Money => {
  const { plan, currency } = subscription;
  const none = Money.ofMinor(0n, currency);
  return isRecurring(subscription) ? monthlyAmount(planOf(plan.planId), plan.quantity) : none;
};

type State = Readonly<{ subscription: Subscription; bill?: readonly BillPart[] }>;

/** What is left of a period: its length in milliseconds, and its worth in minor units. */
type Rest = Readonly<{ ms: number; minor: bigint }>;

/** By which plan the rest of the period is billed in advance; undefined if by none. */
const billedPlanOf = ({ charges, unbilled, period }: Subscription): SubscribedPlan | undefined => {
  const isToEnd = (span: TimeSpan | undefined): boolean => span?.end.getTime() === period.end.getTime();
  const charge = charges.find((each) => isSameSpan(each.period, period) && !isToEnd(each.unused.at(-1)?.span));
  const waiting = unbilled.findLast(({ kind, span }) => kind !== 'usage' && isToEnd(span));
  return (charge ?? waiting)?.plan;
};

const restOf = (subscription: Subscription, now: Date): Rest => {
  const { period, pause, status } = subscription;
  const billedPlan = billedPlanOf(subscription);
  if (billedPlan === undefined || status === 'cancelled') return { ms: 0, minor: 0n };
  const at = new Date(Math.min((pause?.since ?? now).getTime(), period.end.getTime()));
  const total = PlanPrice.total(planOf(billedPlan.planId).price, billedPlan.quantity);
  return { ms: period.end.getTime() - at.getTime(), minor: remainingOf(total, period, at).minor };
};

const lengthOf = ({ start, end }: TimeSpan): number => end.getTime() - start.getTime();

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** What was billed in advance, less what is not used. */
const billed = (parts: readonly BillPart[], charges: Subscription['charges']): Rest => {
  const inAdvance = parts.filter(({ kind }) => kind !== 'setup' && kind !== 'usage');
  const lines = inAdvance.flatMap((part) => linesOf(part, { plan: planOf, usage: () => 0 }));
  return {
    ms:
      sum(inAdvance.filter((part) => !isCredit(part)).map(({ span }) => lengthOf(span))) -
      sum(charges.flatMap(({ unused }) => unused.map(({ span }) => lengthOf(span)))),
    minor: lines.reduce((total, { amount }) => total + amount.minor, 0n),
  };
};

/** A subscription with its time and everything that it was billed. */
export class Witness {
  subscription: Subscription;
  now: Date;
  readonly bills: BillPart[] = [];
  /** Every version. */
  readonly versions: Subscription[] = [];
  readonly movements: SubscriptionMovement[] = [];
  /** Instants at which usage was possible. */
  readonly metered: Date[] = [];
  readonly #outcomes: () => boolean;
  readonly #lateMs: number;

  constructor({ day, payments, lateDays, ...fields }: LifeStart) {
    this.now = new Date(Date.UTC(2027, 0, 1 + day, 13, 7, 1, 9));
    const { subscription, bill } = aStart({ ...fields, at: this.now });
    this.subscription = invoicedStep({ subscription, bill }, planOf);
    this.bills.push(...bill);
    this.#record(null);
    this.#lateMs = lateDays * MS_PER_DAY;
    let count = 0;
    this.#outcomes = () => payments[count++ % payments.length] ?? true;
  }

  /** Everything that was billed or will be on the next invoice. */
  get parts(): readonly BillPart[] {
    const { unbilled, charges } = this.subscription;
    return [...this.bills, ...unbilled, ...PeriodCharge.credits(charges)];
  }

  /** Lets time pass, with everything that falls due. */
  pass(days: number): void {
    const until = new Date(this.now.getTime() + Math.floor(days * MS_PER_DAY));
    for (let count = 0; ; count += 1) {
      if (count > 10_000) throw new Error('The subscription has always something to do.');
      const due = nextStepOf(this.subscription);
      if (due === undefined || due.at > until) break;
      if (due.at > this.now) this.#elapse(due.at);
      if (due.step === 'announce_trial_end')
        this.step((subscription, at) => ({ subscription: trialEndAnnounced(subscription, at) }));
      if (due.step === 'renew') this.#renew();
      if (due.step === 'retry') this.pay();
    }
    this.#elapse(until);
  }

  /** Takes a step. What it bills in advance is what there is more of the period than before, unless it may lose some. */
  step(take: (subscription: Subscription, at: Date) => State, { mayLose = false } = {}): void {
    const before = { ...restOf(this.subscription, this.now), sum: billed(this.parts, this.subscription.charges) };
    const former = this.subscription;
    const { subscription: taken, bill = [] } = take(former, this.now);
    const subscription = bill.length === 0 ? taken : invoicedStep({ subscription: taken, bill }, planOf);
    this.subscription = subscription;
    this.bills.push(...bill);
    if (subscription !== former) this.#record(former);
    const after = { ...restOf(subscription, this.now), sum: billed(this.parts, this.subscription.charges) };
    const lostMs = after.sum.ms - before.sum.ms - (after.ms - before.ms);
    const lost = after.sum.minor - before.sum.minor - (after.minor - before.minor);
    if (mayLose) expect(lostMs).to.be.at.least(0);
    else expect({ lostMs, lost }).to.deep.equal({ lostMs: 0, lost: 0n });
  }

  pay(): void {
    const isPaid = this.#outcomes();
    this.step(
      (subscription, at) => {
        const { afterDunning } = planOf(subscription.plan.planId);
        const failure = { schedule: DEFAULT_DUNNING_SCHEDULE, afterDunning, at };
        return { subscription: isPaid ? paymentSucceeded(subscription, at) : paymentFailed(subscription, failure) };
      },
      { mayLose: true },
    );
  }

  #record(before: Subscription | null): void {
    const step = { before, after: this.subscription };
    this.versions.push(step.after);
    if (!SubscriptionMovement.isPossible(step)) return;
    this.movements.push(...SubscriptionMovement.of(step, { last: this.movements.at(-1), mrr: mrrOf(step.after) }));
  }

  #renew(): void {
    this.step((subscription, at) => renewSubscription(subscription, { at: new Date(at.getTime() + this.#lateMs) }));
    if (this.subscription.status === 'active' || this.subscription.status === 'past_due') this.pay();
  }

  #elapse(to: Date): void {
    const { status, plan } = this.subscription;
    const isUsed = plan.isMetered && (status === 'active' || status === 'past_due');
    if (isUsed && to.getTime() - this.now.getTime() > 1) this.metered.push(this.now, new Date(to.getTime() - 1));
    this.now = to;
  }
}
