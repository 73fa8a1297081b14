import type { TokenHash } from '#core/access/bearer-tokens.ts';
import { Session } from '#core/access/session.ts';
import { Actor } from '#core/shared/actor.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import type { Work } from '#core/storage.ts';
import type { Plan } from '#core/subscriptions/plan.ts';
import { actionsOf, type Subscription, type SubscriptionAction } from '#core/subscriptions/subscription.ts';
import { nextStepOf } from '#core/subscriptions/subscription-schedule.ts';
import type { User } from '#core/users/user.ts';
import { DAY_MS, later } from '../calendar.ts';
import type { Random } from '../random.ts';
import { type BillingTerms, openSubscriptionBilling, type SubscriptionBilling } from './subscription-billing.ts';

/** A customer who subscribes at a time, and when the past ends. */
export type Subscriber = Readonly<{ user: User; at: Date; random: Random; until: Date }>;

/** A request of the customer. */
type CustomerAction = Readonly<{ at: Date; act: (subscription: Subscription) => Promise<unknown> }>;

const TOKENS = [
  [86, 'tok_success'],
  [8, 'tok_saved_then_declined'],
  [6, 'tok_saved_then_expired'],
] as const;

/** How many first cards are declined. */
const DECLINED = 0.05;

/** How many customers give another card when theirs is declined later. */
const RECOVERED = 0.6;

/** A step of the service takes a moment. */
const STEP_MS = 10_000;

/** Simulates a subscription from its beginning to the end of the past: the requests of its customer, and the billing. */
export const simulateSubscription = async (
  subscriber: Subscriber,
  terms: BillingTerms,
): Promise<SubscriptionBilling> => {
  const { user, at, random, until } = subscriber;
  const billing = await openSubscriptionBilling(user, terms);
  const device = { userAgent: null, ip: null };
  const session = Session.start({ id: terms.ids.next('ses'), userId: user.id, hash: '' as TokenHash, at, ...device });
  await billing.unitOfWork.run((tx) => tx.sessions.add(session));
  const customer = makeCustomer(billing, session);
  const plan = random.pick(terms.plans);
  billing.clock.set(at);
  if (random.chance(DECLINED)) {
    await customer.subscribe(plan, 1, 'tok_declined').catch(requireDeclined);
    billing.clock.set(later(at, random.between(30_000, 120_000)));
  }
  const quantity = plan.price.model === 'per_unit' ? random.integer(2, 8) : 1;
  await customer.subscribe(plan, quantity, random.weighted(TOKENS));
  const actions = plannedActions(subscriber, { plan, plans: terms.plans, customer });
  for (;;) {
    const subscription = currentOf(billing);
    const due = nextStepOf(subscription);
    const [action] = actions;
    const isDue = due !== undefined && (action === undefined || due.at <= action.at);
    const next = isDue ? due : action;
    if (next === undefined) return billing;
    const start = later(next.at > billing.clock.now() ? next.at : billing.clock.now(), random.between(200, 2_000));
    if (later(start, STEP_MS) >= until) return billing;
    billing.clock.set(start);
    if (isDue) await bill(billing, subscription);
    else await actions.shift()?.act(subscription);
    if (isFailing(subscription, currentOf(billing)) && random.chance(RECOVERED)) {
      actions.unshift({ at: later(start, random.between(0.5, 6) * DAY_MS), act: customer.giveCard });
      actions.sort((a, b) => a.at.getTime() - b.at.getTime());
    }
  }
};

const requireDeclined = (error: unknown): void => {
  if (!(error instanceof DomainError) || error.code !== 'payment_declined') throw error;
};

const currentOf = ({ store }: SubscriptionBilling): Subscription => {
  const [row] = store.subscriptions.values();
  if (row === undefined) throw new TypeError('The customer has not subscribed.');
  return row.subscription;
};

const bill = async (billing: SubscriptionBilling, before: Subscription): Promise<void> => {
  await billing.runDue();
  if (currentOf(billing).version === before.version) throw new TypeError(`Nothing was done for ${before.id}.`);
};

/** Whether the retries of a payment have just begun. */
const isFailing = (before: Subscription, after: Subscription): boolean =>
  before.dunning === null && after.dunning !== null;

/** The requests of a customer. One that the service refuses has no effect. */
const makeCustomer = (billing: SubscriptionBilling, { id: credentialId, userId }: Session) => {
  const actor: Actor = { ...Actor.anonymous, kind: 'session', userId, credentialId, own: true };
  const request = { returnUrl: null, address: '', idempotency: null, isDryRun: false, expected: undefined };
  const run = async <T>(prepared: Promise<Work<T>>): Promise<T> => billing.unitOfWork.run(await prepared);
  const change = (
    { id }: Subscription,
    changes: Omit<Parameters<SubscriptionBilling['changeSubscription']>[1], 'id' | keyof typeof request>,
  ): Promise<unknown> => run(billing.changeSubscription(actor, { ...request, ...changes, id })).catch(ignoreRefusal);
  return {
    subscribe: ({ id: planId }: Plan, quantity: number, token: string) =>
      run(
        billing.createSubscription(actor, {
          ...request,
          ...{ planId, quantity, method: { token } },
          collection: 'charge',
          discountCodes: [],
          taxId: null,
          billingAddress: null,
          metadata: {},
        }),
      ),
    giveCard: (subscription: Subscription) => change(subscription, { patch: {}, method: { token: 'tok_success' } }),
    change: (subscription: Subscription, patch: Readonly<{ planId?: Plan['id']; quantity?: number }>) =>
      change(subscription, { patch }),
    step: async (subscription: Subscription, action: SubscriptionAction, atPeriodEnd: boolean): Promise<void> => {
      if (!actionsOf(subscription).includes(action)) return;
      const { id } = subscription;
      await run(billing.stepSubscription(actor, { id, action, atPeriodEnd, expected: undefined }));
    },
  };
};

const ignoreRefusal = (error: unknown): void => {
  if (!(error instanceof DomainError) || error.code !== 'invalid_state') throw error;
};

type Choices = Readonly<{ plan: Plan; plans: readonly Plan[]; customer: ReturnType<typeof makeCustomer> }>;

/** The requests that the customer will make, the earliest first. */
const plannedActions = ({ at, random }: Subscriber, { plan, plans, customer }: Choices): CustomerAction[] => {
  const after = (minimum: number, maximum: number): Date => later(at, random.between(minimum, maximum) * DAY_MS);
  const actions: CustomerAction[] = [];
  const other = plans.find((each) => each.id !== plan.id && isAlike(each, plan));
  if (other !== undefined && random.chance(0.16)) {
    actions.push({ at: after(20, 200), act: (subscription) => customer.change(subscription, { planId: other.id }) });
  }
  if (plan.price.model === 'per_unit' && random.chance(0.5)) {
    const quantity = random.integer(1, 10);
    actions.push({ at: after(20, 200), act: (subscription) => customer.change(subscription, { quantity }) });
  }
  if (random.chance(0.04)) {
    const pausedAt = after(30, 150);
    actions.push({ at: pausedAt, act: (subscription) => customer.step(subscription, 'pause', true) });
    const resumedAt = later(pausedAt, random.between(40, 90) * DAY_MS);
    actions.push({ at: resumedAt, act: (subscription) => customer.step(subscription, 'resume', false) });
  }
  // after 300 days on average
  const endsAt = later(at, -Math.log(1 - random.next()) * 300 * DAY_MS);
  const isPatient = random.chance(0.85);
  actions.push({ at: endsAt, act: (subscription) => customer.step(subscription, 'cancel', isPatient) });
  return actions.sort((a, b) => a.at.getTime() - b.at.getTime());
};

const isAlike = (one: Plan, other: Plan): boolean =>
  one.price.model === other.price.model &&
  one.interval.unit === other.interval.unit &&
  one.interval.count === other.interval.count;
