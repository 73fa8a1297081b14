import type { Id } from '#core/shared/id.ts';
import type { BillPart } from '#core/subscriptions/bill.ts';
import type { Plan, PlanId } from '#core/subscriptions/plan.ts';
import { renewSubscription } from '#core/subscriptions/renew-subscription.ts';
import { startSubscription } from '#core/subscriptions/start-subscription.ts';
import type { BilledStep, Subscription } from '#core/subscriptions/subscription.ts';
import { ids, NOON } from './builders.ts';
import { aPlan } from './plan-builders.ts';

type Start = Parameters<typeof startSubscription>[0];

/** A subscription to 3 of a plan of 10.00 a month from noon on, with the given fields, and its first bill. */
export const aStart = (fields: Partial<Start> = {}): BilledStep =>
  startSubscription({
    id: ids.next('sub') as Id<'sub'>,
    userId: ids.next('usr'),
    paymentMethodId: null,
    plan: aPlan(),
    quantity: 3,
    collection: 'charge',
    trialDays: 0,
    discountCodes: [],
    taxId: null,
    billingAddress: null,
    metadata: {},
    at: NOON,
    ...fields,
  });

/** Finds each of some plans by its id. */
export const plansById = (plans: readonly Plan[]): ((id: PlanId) => Plan) => {
  const byId = new Map(plans.map((plan) => [plan.id, plan]));
  return (id) => {
    const plan = byId.get(id);
    if (plan === undefined) throw new Error(`There is no plan ${id}.`);
    return plan;
  };
};

/** Noon of a day in 2027. */
export const on = (day: string): Date => new Date(`2027-${day}T12:00:00Z`);

/** A subscription from 31 January on, with the given fields. */
export const started = (fields: Partial<Start> = {}): Subscription =>
  aStart({ at: on('01-31'), ...fields }).subscription;

/** A subscription at the beginning of its next period. */
export const renewed = (subscription: Subscription, at = subscription.period.end): Subscription =>
  renewSubscription(subscription, { at }).subscription;

/** The parts of a bill in words: `period 3 02-28 to 03-31`. */
export const daysOf = (bill: readonly BillPart[]): string[] =>
  bill.map(({ kind, plan, span }) => {
    const [start, end] = [span.start, span.end].map((time) => time.toISOString().slice(5, 10));
    return `${kind} ${plan.quantity} ${start} to ${end}`;
  });
