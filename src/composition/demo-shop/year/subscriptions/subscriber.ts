import { Actor } from '#core/shared/actor.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import type { Work } from '#core/storage.ts';
import type { Plan } from '#core/subscriptions/plan.ts';
import { actionsOf, type Subscription, type SubscriptionAction } from '#core/subscriptions/subscription.ts';
import { nextStepOf } from '#core/subscriptions/subscription-schedule.ts';
import type { User } from '#core/users/user.ts';
import { DAY_MS } from '../calendar.ts';
import { later } from '../life.ts';
import type { Random } from '../random.ts';
import { type BillingTerms, type BillingWorld, openBillingWorld } from './billing-world.ts';

/** A customer who subscribes at a time, and when the past ends. */
export type Subscriber = Readonly<{ user: User; at: Date; random: Random; until: Date }>;

/** Something that the customer does. */
type Deed = Readonly<{ at: Date; act: (subscription: Subscription) => Promise<unknown> }>;

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

/** Lets a customer subscribe, and the service bill the subscription until the end of the past. */
export const liveSubscription = async (subscriber: Subscriber, terms: BillingTerms): Promise<BillingWorld> => {
  const { user, at, random, until } = subscriber;
  const world = await openBillingWorld(user, terms);
  const customer = makeCustomer(world, user.id, terms.ids.next('ses'));
  const plan = random.pick(terms.plans);
  world.clock.set(at);
  if (random.chance(DECLINED)) {
    await customer.subscribe(plan, 1, 'tok_declined').catch(requireDeclined);
    world.clock.set(later(at, random.between(30_000, 120_000)));
  }
  const quantity = plan.price.model === 'per_unit' ? random.integer(2, 8) : 1;
  await customer.subscribe(plan, quantity, random.weighted(TOKENS));
  const deeds = deedsOf(subscriber, { plan, plans: terms.plans, customer });
  for (;;) {
    const subscription = currentOf(world);
    const due = nextStepOf(subscription);
    const [deed] = deeds;
    const isDue = due !== undefined && (deed === undefined || due.at <= deed.at);
    const next = isDue ? due : deed;
    if (next === undefined) return world;
    const start = later(next.at > world.clock.now() ? next.at : world.clock.now(), random.between(200, 2_000));
    if (later(start, STEP_MS) >= until) return world;
    world.clock.set(start);
    if (isDue) await bill(world, subscription);
    else await deeds.shift()?.act(subscription);
    if (isFailing(subscription, currentOf(world)) && random.chance(RECOVERED)) {
      deeds.unshift({ at: later(start, random.between(0.5, 6) * DAY_MS), act: customer.giveCard });
      deeds.sort((a, b) => a.at.getTime() - b.at.getTime());
    }
  }
};

const requireDeclined = (error: unknown): void => {
  if (!(error instanceof DomainError) || error.code !== 'payment_declined') throw error;
};

const currentOf = ({ store }: BillingWorld): Subscription => {
  const [row] = store.subscriptions.values();
  if (row === undefined) throw new TypeError('The customer has not subscribed.');
  return row.subscription;
};

const bill = async (world: BillingWorld, before: Subscription): Promise<void> => {
  await world.runDue();
  if (currentOf(world).version === before.version) throw new TypeError(`Nothing was done for ${before.id}.`);
};

/** Whether the retries of a payment have just begun. */
const isFailing = (before: Subscription, after: Subscription): boolean =>
  before.dunning === null && after.dunning !== null;

/** What a customer does about a subscription. A request that the service refuses has no effect. */
const makeCustomer = (world: BillingWorld, userId: User['id'], credentialId: Id<'ses'>) => {
  const actor: Actor = { ...Actor.anonymous, kind: 'session', userId, credentialId, own: true };
  const request = { returnUrl: null, address: '', idempotency: null, isDryRun: false, expected: undefined };
  const run = async <T>(prepared: Promise<Work<T>>): Promise<T> => world.unitOfWork.run(await prepared);
  const change = (
    { id }: Subscription,
    changes: Omit<Parameters<BillingWorld['change']>[1], 'id' | keyof typeof request>,
  ): Promise<unknown> => run(world.change(actor, { ...request, ...changes, id })).catch(ignoreRefusal);
  return {
    subscribe: ({ id: planId }: Plan, quantity: number, token: string) =>
      run(
        world.subscribe(actor, {
          ...request,
          ...{ planId, quantity, method: { token } },
          collection: 'charge',
          discountCodes: [],
          taxId: null,
          metadata: {},
        }),
      ),
    giveCard: (subscription: Subscription) => change(subscription, { patch: {}, method: { token: 'tok_success' } }),
    change: (subscription: Subscription, patch: Readonly<{ planId?: Plan['id']; quantity?: number }>) =>
      change(subscription, { patch }),
    step: async (subscription: Subscription, action: SubscriptionAction, atPeriodEnd: boolean): Promise<void> => {
      if (!actionsOf(subscription).includes(action)) return;
      const { id } = subscription;
      await run(world.step(actor, { id, action, atPeriodEnd, expected: undefined }));
    },
  };
};

const ignoreRefusal = (error: unknown): void => {
  if (!(error instanceof DomainError) || error.code !== 'invalid_state') throw error;
};

type Choices = Readonly<{ plan: Plan; plans: readonly Plan[]; customer: ReturnType<typeof makeCustomer> }>;

/** What the customer is going to do, ascending. */
const deedsOf = ({ at, random }: Subscriber, { plan, plans, customer }: Choices): Deed[] => {
  const after = (minimum: number, maximum: number): Date => later(at, random.between(minimum, maximum) * DAY_MS);
  const deeds: Deed[] = [];
  const other = plans.find((each) => each.id !== plan.id && isAlike(each, plan));
  if (other !== undefined && random.chance(0.16)) {
    deeds.push({ at: after(20, 200), act: (subscription) => customer.change(subscription, { planId: other.id }) });
  }
  if (plan.price.model === 'per_unit' && random.chance(0.5)) {
    const quantity = random.integer(1, 10);
    deeds.push({ at: after(20, 200), act: (subscription) => customer.change(subscription, { quantity }) });
  }
  if (random.chance(0.04)) {
    const pausedAt = after(30, 150);
    deeds.push({ at: pausedAt, act: (subscription) => customer.step(subscription, 'pause', true) });
    const resumedAt = later(pausedAt, random.between(40, 90) * DAY_MS);
    deeds.push({ at: resumedAt, act: (subscription) => customer.step(subscription, 'resume', false) });
  }
  // after 300 days on average
  const endsAt = later(at, -Math.log(1 - random.next()) * 300 * DAY_MS);
  const isPatient = random.chance(0.85);
  deeds.push({ at: endsAt, act: (subscription) => customer.step(subscription, 'cancel', isPatient) });
  return deeds.sort((a, b) => a.at.getTime() - b.at.getTime());
};

const isAlike = (one: Plan, other: Plan): boolean =>
  one.price.model === other.price.model &&
  one.interval.unit === other.interval.unit &&
  one.interval.count === other.interval.count;
