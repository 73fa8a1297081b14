import { expect } from 'chai';
import { Actor } from '#core/shared/actor.ts';
import type { Transaction } from '#core/storage.ts';
import { changeSubscription } from '#core/subscriptions/change-subscription.ts';
import { paymentFailed } from '#core/subscriptions/dunning.ts';
import { renewSubscription } from '#core/subscriptions/renew-subscription.ts';
import { awaitFirstCharge } from '#core/subscriptions/start-subscription.ts';
import { recordMovements, storeSubscription } from '#core/subscriptions/steps/store-step.ts';
import {
  cancelSubscription,
  pauseSubscription,
  resumeSubscription,
  skipPeriod,
} from '#core/subscriptions/stop-subscription.ts';
import { SubscribedPlan } from '#core/subscriptions/subscribed-plan.ts';
import type { Subscription } from '#core/subscriptions/subscription.ts';
import { aPlan } from '../../support/builders/plan-builders.ts';
import { type Billing, openBilling } from './billing-under-test.ts';

const PLAN = aPlan({ amount: 10 });
const OTHER = aPlan({ amount: 4 });

const CONVERTED = ['11-20 trial_started 0.00', '11-21 new 30.00', '11-21 trial_converted 0.00'];

describe('the movements of a subscription', () => {
  let shop: Billing;
  let subscription: Subscription;

  beforeEach(async () => {
    shop = await openBilling();
    await shop.unitOfWork.run((tx) => tx.plans.add(OTHER));
    subscription = await shop.subscribe({ paymentMethodId: await shop.saveMethod() }, PLAN);
  });

  /** The days, kinds and amounts. */
  const moved = async (): Promise<string[]> => {
    const movements = await shop.movementsOf(subscription);
    return movements.map(({ at, kind, amount }) => `${at.toISOString().slice(5, 10)} ${kind} ${amount.toDecimal()}`);
  };
  const step = (take: (before: Subscription, at: Date) => Subscription) =>
    shop.unitOfWork.run(async (tx) => {
      const before = await tx.subscriptions.get(subscription.id);
      await storeSubscription(tx, Actor.system, { before, after: take(before, shop.clock.now()) });
    });
  const change = (plan = PLAN, quantity = 3) =>
    step((before, at) => {
      const changed = { plan: SubscribedPlan.of(plan, quantity), proration: 'none', at } as const;
      return changeSubscription(before, changed).subscription;
    });
  const cancel = (atPeriodEnd: boolean) =>
    step((before, at) => cancelSubscription(before, { atPeriodEnd, at }).subscription);

  it('are a trial and its conversion, and nothing for renewals', async () => {
    await shop.pass(70);
    expect(await moved()).to.deep.equal(CONVERTED);
    const [, first] = await shop.movementsOf(subscription);
    expect(first).to.include({ version: 3 });
    expect(first?.mrr.toDecimal()).to.equal('30.00');
  });

  it('cost no statement for renewals, payments and their retries', async () => {
    await shop.pass(1);
    const [active, at] = [await shop.current(subscription), shop.clock.now()];
    const renewed = renewSubscription(active, { at: active.period.end }).subscription;
    const failed = paymentFailed(renewed, { schedule: [1], afterDunning: 'unpaid', at });
    const steps = [
      [null, awaitFirstCharge(active, 'inv_')],
      [active, renewed],
      [renewed, failed],
      [failed, renewed],
    ] as const;
    const unusable = {} as Transaction;
    for (const [before, after] of steps) await recordMovements(unusable, { before, after });
    const error = await recordMovements(unusable, { before: null, after: active }).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(TypeError);
  });

  it('are nothing for changes during a trial, and a trial that has ended', async () => {
    await change(OTHER);
    await step((before, at) => pauseSubscription(before, { atPeriodEnd: false, at }));
    await shop.pass(2);
    expect(await moved()).to.deep.equal(['11-20 trial_started 0.00']);
    await cancel(false);
    expect(await moved()).to.deep.equal(['11-20 trial_started 0.00', '11-22 trial_ended 0.00']);
  });

  it('are an expansion, a contraction and a churn', async () => {
    await shop.pass(2);
    await change(PLAN, 5);
    await shop.pass(1);
    await change(OTHER, 5);
    await shop.pass(1);
    await cancel(false);
    const changes = ['11-22 expansion 20.00', '11-23 contraction -30.00', '11-24 churn -20.00'];
    expect(await moved()).to.deep.equal([...CONVERTED, ...changes]);
  });

  it('are a churn and a reactivation for a pause and a skipped period', async () => {
    await shop.pass(2);
    await step((before, at) => pauseSubscription(before, { atPeriodEnd: false, at }));
    await shop.pass(2);
    await step(resumeSubscription);
    const paused = [...CONVERTED, '11-22 churn -30.00', '11-24 reactivation 30.00'];
    expect(await moved()).to.deep.equal(paused);
    await step(skipPeriod);
    await shop.pass(62);
    expect(await moved()).to.deep.equal([...paused, '12-23 churn -30.00', '01-23 reactivation 30.00']);
  });

  it('are none while a payment is retried; an unpaid one churns, and is reactivated by its payment', async () => {
    subscription = await shop.subscribe(
      { paymentMethodId: await shop.saveMethod('tok_saved_then_declined') },
      aPlan({ amount: 10, interval: 'week' }),
    );
    await shop.pass(14);
    expect(await shop.current(subscription)).to.include({ status: 'past_due' });
    expect(await moved()).to.deep.equal(['11-20 trial_started 0.00', '11-21 new 130.00', '11-21 trial_converted 0.00']);
    await shop.pass(1);
    expect(await shop.current(subscription)).to.include({ status: 'unpaid' });
    const owed = (await shop.invoicesOf(subscription)).filter(({ status }) => status === 'open');
    for (const { id } of owed) await shop.payInvoice(id, 'tok_success');
    expect((await moved()).slice(3)).to.deep.equal(['12-05 churn -130.00', '12-05 reactivation 130.00']);
  });

  it('have the time at which they take effect, however late the worker is', async () => {
    await step((before, at) => {
      const changed = { plan: SubscribedPlan.of(OTHER, 3), proration: 'at_period_end', at } as const;
      return changeSubscription(before, changed).subscription;
    });
    shop.clock.advance(5 * 86_400);
    await shop.runAll();
    await cancel(true);
    shop.clock.advance(60 * 86_400);
    await shop.runAll();
    const effective = ['11-21 new 12.00', '11-21 trial_converted 0.00', '12-21 churn -12.00'];
    expect(await moved()).to.deep.equal(['11-20 trial_started 0.00', ...effective]);
  });

  it('are at the end of the period for a change that comes before the worker has ended it', async () => {
    await shop.pass(2);
    await cancel(true);
    shop.clock.advance(40 * 86_400);
    await change(PLAN, 4);
    await shop.runAll();
    expect(await moved()).to.deep.equal([...CONVERTED, '12-21 expansion 10.00', '12-21 churn -40.00']);
  });

  it('have ascending times although the clocks of two processes differ', async () => {
    await shop.pass(3);
    await change(PLAN, 4);
    shop.clock.advance(-86_400);
    await change(PLAN, 5);
    expect(await moved()).to.deep.equal([...CONVERTED, '11-23 expansion 10.00', '11-23 expansion 10.00']);
  });

  it('are a new MRR after a free start, and a churn and a reactivation around it', async () => {
    const free = aPlan({ amount: 0 });
    await shop.unitOfWork.run((tx) => tx.plans.add(free));
    await change(free);
    await shop.pass(2);
    await change(PLAN);
    await change(free);
    await change(PLAN, 1);
    const started = ['11-20 trial_started 0.00', '11-21 trial_converted 0.00'];
    const changes = ['11-22 new 30.00', '11-22 churn -30.00', '11-22 reactivation 10.00'];
    expect(await moved()).to.deep.equal([...started, ...changes]);
  });
});
