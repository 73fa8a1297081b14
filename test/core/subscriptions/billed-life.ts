import fc from 'fast-check';
import { Actor } from '#core/shared/actor.ts';
import { changeSubscription, PRORATIONS, type ProrationMode } from '#core/subscriptions/change-subscription.ts';
import { makePriceBill } from '#core/subscriptions/price-bill.ts';
import { storeStep } from '#core/subscriptions/steps/store-step.ts';
import {
  cancelSubscription,
  pauseSubscription,
  resumeSubscription,
  skipPeriod,
  undoCancellation,
} from '#core/subscriptions/stop-subscription.ts';
import { SubscribedPlan } from '#core/subscriptions/subscribed-plan.ts';
import { actionsOf, type BilledStep, type Subscription } from '#core/subscriptions/subscription.ts';
import { nextStepOf } from '#core/subscriptions/subscription-schedule.ts';
import { LIFE_PLANS } from './billing-model.ts';
import { openBilling } from './billing-under-test.ts';

const TEN_YEARS_HOURS = 3_652 * 24;

const OPS = ['cancel', 'cancel_later', 'undo_cancel', 'pause', 'pause_later', 'resume', 'skip', 'pay', 'void'] as const;

const op = fc.record({
  kind: fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom(...OPS) },
    { weight: 1, arbitrary: fc.constant('change' as const) },
  ),
  hours: fc.integer({ min: 1, max: 120 * 24 }),
  plan: fc.constantFrom(...LIFE_PLANS),
  quantity: fc.integer({ min: 1, max: 5 }),
  proration: fc.constantFrom(...PRORATIONS),
});

type Op = typeof op extends fc.Arbitrary<infer T> ? T : never;

/** How a life goes. The lists are repeated from their start. */
export const life = fc.record({
  plan: fc.constantFrom(...LIFE_PLANS),
  quantity: fc.integer({ min: 1, max: 5 }),
  trialDays: fc.constantFrom(1, 14, 31),
  /** Whether the worker runs only now and then. */
  isLate: fc.boolean(),
  /** Whether the gateway accepts a charge. */
  accepted: fc.array(fc.constantFrom(true, true, true, false), { minLength: 1, maxLength: 20, size: 'max' }),
  crashes: fc.array(
    fc.option(fc.constantFrom('before asking', 'before recording', 'before charging'), { freq: 1, nil: undefined }),
    { minLength: 1, maxLength: 20 },
  ),
  usage: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 10 }),
  ops: fc.array(op, { minLength: 1, maxLength: 80, size: 'max' }),
});

export type Life = typeof life extends fc.Arbitrary<infer T> ? T : never;

/** A change without proration, which the model cannot see in events. */
type Unprorated = Readonly<{ at: number }>;

const ALLOWED_BY: Readonly<Record<Op['kind'], string>> = {
  change: '',
  pay: '',
  void: '',
  cancel: 'cancel',
  cancel_later: 'cancel',
  undo_cancel: 'undo_cancel',
  pause: 'pause',
  pause_later: 'pause',
  resume: 'resume',
  skip: 'skip',
};

const CHANGEABLE: readonly string[] = ['trialing', 'active', 'past_due'];

const isAllowed = (subscription: Subscription, kind: Op['kind']): boolean => {
  if (kind === 'pay' || kind === 'void') return true;
  if (kind === 'change') return CHANGEABLE.includes(subscription.status);
  return (actionsOf(subscription) as readonly string[]).includes(ALLOWED_BY[kind]);
};

/** The items of a list, from its start again after the last one. */
const cycle = <T>(items: readonly T[]): (() => T) => {
  let next = 0;
  return () => items[next++ % items.length] as T;
};

/** Lives ten years through the real use cases and the billing run. */
export const lived = async (shape: Life) => {
  const shop = await openBilling();
  const { unitOfWork, clock, ids } = shop;
  const [accepted, crash, used] = [cycle(shape.accepted), cycle(shape.crashes), cycle(shape.usage)];
  const usage: { quantity: number; at: number }[] = [];
  const unprorated: Unprorated[] = [];
  let isCustomer = false;
  shop.replaceSandbox({
    authorize: async (request) => {
      if (isCustomer || accepted()) return shop.sandbox.authorize(request);
      return { kind: 'declined', code: 'generic_decline', message: 'The card was declined.', reference: null };
    },
  });
  await unitOfWork.run(async (tx) => {
    for (const plan of LIFE_PLANS) if (plan !== shape.plan) await tx.plans.add(plan);
  });
  const { plan, quantity, trialDays } = shape;
  const first = await shop.subscribe({ paymentMethodId: await shop.saveMethod(), quantity, trialDays }, plan);
  const current = () => shop.current(first);
  const priceBill = makePriceBill({ unitOfWork, priceLines: shop.priceLines, shop: shop.shopQueries });

  let last = first;
  /** What a cancellation left unbilled, since more was to be credited than charged. */
  let forfeited: Subscription['unbilled'] = [];
  const watch = async (): Promise<void> => {
    const now = await current();
    const isEnded = now.status === 'cancelled' && last.status !== 'cancelled';
    if (isEnded && now.latestInvoiceId === last.latestInvoiceId) forfeited = last.unbilled;
    last = now;
  };

  /** Runs all that is due, also after a crash, whose payment is reconciled some time later. */
  const settle = async (): Promise<void> => {
    const death = crash();
    if (death === 'before charging') shop.crash.beforeCharge = true;
    else if (death !== undefined) shop.death.at = death;
    for (let tries = 0; tries < 100; tries += 1) {
      await shop.runAll();
      delete shop.death.at;
      delete shop.crash.beforeCharge;
      const due = nextStepOf(await current());
      if (due === undefined || due.at > clock.now()) return watch();
      clock.advance(61);
      await shop.reconcile();
    }
    throw new Error('The subscription has always something to do.');
  };

  const recordUsage = async (): Promise<void> => {
    const subscription = await current();
    const isUsed = subscription.plan.isMetered && ['active', 'past_due'].includes(subscription.status);
    if (!isUsed || subscription.usageSince > clock.now()) return;
    const [at, quantity] = [clock.now(), used()];
    usage.push({ quantity, at: at.getTime() });
    const record = { subscriptionId: first.id, key: `${usage.length}`, quantity, at, recordedAt: at };
    await unitOfWork.run((tx) => tx.usage.add([record]));
  };

  const pass = async (hours: number): Promise<void> => {
    const until = clock.now().getTime() + hours * 3_600_000;
    while (!shape.isLate) {
      const next = (await shop.subscriptionQueries.nextDue(clock.now()))?.getTime() ?? Infinity;
      if (next > until) break;
      clock.advance((next - clock.now().getTime()) / 1_000);
      await settle();
      await recordUsage();
    }
    clock.advance(Math.max(1, (until - clock.now().getTime()) / 1_000));
    await settle();
    await recordUsage();
  };

  /** Stores a step as a request does. */
  const step = async (take: (before: Subscription, at: Date) => BilledStep): Promise<void> => {
    const [before, at] = [await current(), clock.now()];
    const taken = take(before, at);
    const priced = await priceBill({ ...taken, at });
    const stored = { before, step: taken, priced, invoiceId: ids.next('inv'), clock, ids, at };
    await unitOfWork.run((tx) => storeStep(tx, Actor.system, stored));
  };
  const unbilled = (take: (before: Subscription, at: Date) => Subscription) =>
    step((before, at) => ({ subscription: take(before, at), bill: [] }));
  const change = (proration: ProrationMode, changed: Op) => {
    if (proration === 'none') unprorated.push({ at: clock.now().getTime() });
    const to = SubscribedPlan.of(changed.plan, changed.quantity);
    return step((before, at) => changeSubscription(before, { plan: to, proration, at }));
  };
  const openInvoices = () => unitOfWork.run((tx) => tx.invoices.listOpenOf(first.id));
  const pay = async (): Promise<void> => {
    isCustomer = true;
    for (const { id } of await openInvoices()) await shop.payInvoice(id, 'tok_success');
    isCustomer = false;
  };
  const voidOldest = async (): Promise<void> => {
    const [oldest] = await openInvoices();
    if (oldest !== undefined) await shop.stepInvoice(oldest.id, 'void');
  };

  const take: Readonly<Record<Op['kind'], (asked: Op) => Promise<void>>> = {
    change: (asked) => change(asked.proration, asked),
    cancel: () => step((before, at) => cancelSubscription(before, { atPeriodEnd: false, at })),
    cancel_later: () => step((before, at) => cancelSubscription(before, { atPeriodEnd: true, at })),
    undo_cancel: () => unbilled(undoCancellation),
    pause: () => unbilled((before, at) => pauseSubscription(before, { atPeriodEnd: false, at })),
    pause_later: () => unbilled((before, at) => pauseSubscription(before, { atPeriodEnd: true, at })),
    resume: () => unbilled(resumeSubscription),
    skip: () => unbilled(skipPeriod),
    pay,
    void: voidOldest,
  };

  let left = TEN_YEARS_HOURS;
  for (const asked of shape.ops) {
    if (asked.hours > left) break;
    left -= asked.hours;
    await pass(asked.hours);
    const before = await current();
    // most lives go on for some time, and a request comes later than the step before
    const isTooEarly = ALLOWED_BY[asked.kind] === 'cancel' && left > TEN_YEARS_HOURS / 3;
    if (before.updatedAt >= clock.now() || isTooEarly) continue;
    if (isAllowed(before, asked.kind)) await take[asked.kind](asked);
    else if (before.status === 'paused') await take.resume(asked);
    else if (before.status === 'unpaid') await pay();
    await watch();
    await settle();
  }
  await pass(left);
  return { shop, first, subscription: await current(), usage, unprorated, forfeited, isLate: shape.isLate };
};

export type LivedLife = Awaited<ReturnType<typeof lived>>;
