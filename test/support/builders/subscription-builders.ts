import { isSameSpan } from '#core/shared/clock.ts';
import type { Id } from '#core/shared/id.ts';
import { Money } from '#core/shared/money.ts';
import type { BillPart } from '#core/subscriptions/bill.ts';
import { PeriodCharge } from '#core/subscriptions/period-charge.ts';
import type { Plan, PlanId } from '#core/subscriptions/plan.ts';
import { PlanPrice } from '#core/subscriptions/plan-price.ts';
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
    client: null,
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

/** A subscription whose bill is on an invoice, at the prices of its plans and without tax. */
export const invoicedStep = ({ subscription, bill }: BilledStep, planOf: (id: PlanId) => Plan): Subscription => {
  const part = bill.find(({ kind, span }) => kind === 'period' && isSameSpan(span, subscription.period));
  const charge = part && {
    plan: part.plan,
    planName: planOf(part.plan.planId).name,
    period: part.span,
    amounts: [{ net: PlanPrice.total(planOf(part.plan.planId).price, part.plan.quantity), tax: null }],
    unused: [],
    lost: Money.ofMinor(0n, subscription.currency),
    credits: [],
  };
  const billed = { bill, charge: charge ?? null, invoiceId: ids.next('inv') };
  return { ...subscription, charges: PeriodCharge.billed(subscription.charges, billed) };
};

/** Noon of a day in 2027. */
export const on = (day: string): Date => new Date(`2027-${day}T12:00:00Z`);

/** A subscription from 31 January on, with the given fields. */
export const started = ({ plan = aPlan(), ...fields }: Partial<Start> = {}): Subscription =>
  invoicedStep(aStart({ at: on('01-31'), ...fields, plan }), plansById([plan]));

/** A subscription at the beginning of its next period. */
export const renewed = (subscription: Subscription, at = subscription.period.end): Subscription =>
  renewSubscription(subscription, { at }).subscription;

/** The parts of a bill in words: `period 3 02-28 to 03-31`. */
export const daysOf = (bill: readonly BillPart[]): string[] =>
  bill.map(({ kind, plan, span }) => {
    const [start, end] = [span.start, span.end].map((time) => time.toISOString().slice(5, 10));
    return `${kind} ${plan.quantity} ${start} to ${end}`;
  });
