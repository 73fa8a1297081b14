import { expect } from 'chai';
import { changeSubscription } from '#core/subscriptions/change-subscription.ts';
import { paymentFailed, paymentSucceeded } from '#core/subscriptions/dunning.ts';
import { renewalAt, renewSubscription } from '#core/subscriptions/renew-subscription.ts';
import {
  cancelSubscription,
  pauseSubscription,
  resumeSubscription,
  skipPeriod,
  undoCancellation,
} from '#core/subscriptions/stop-subscription.ts';
import { SubscribedPlan } from '#core/subscriptions/subscribed-plan.ts';
import { actionsOf } from '#core/subscriptions/subscription.ts';
import { nextStepOf } from '#core/subscriptions/subscription-schedule.ts';
import { aPlan } from '../../support/builders/plan-builders.ts';
import { daysOf, on, renewed, started } from '../../support/builders/subscription-builders.ts';
import { thrownBy } from '../../support/rejection.ts';

const METERED = aPlan({ amount: 0.01, usage: 'sum' });
const MONTHLY = aPlan({ amount: 30 });
const SCHEDULE = [1, 3, 5, 7];
const NOW = { atPeriodEnd: false, at: on('02-10') };
const AT_END = { atPeriodEnd: true, at: on('02-10') };

describe('a cancellation', () => {
  it('ends a subscription now, without a credit', () => {
    const { subscription, bill } = cancelSubscription(started(), NOW);
    expect(subscription).to.deep.include({ status: 'cancelled', endedAt: on('02-10') });
    expect(bill).to.deep.equal([]);
    expect(nextStepOf(subscription)).to.equal(undefined);
  });

  it('bills the usage until then', () => {
    const { bill } = cancelSubscription(started({ plan: METERED, quantity: 1 }), NOW);
    expect(daysOf(bill)).to.deep.equal(['usage 1 01-31 to 02-10']);
  });

  it('at the end of the period takes effect there, and can be withdrawn', () => {
    const { subscription } = cancelSubscription(started(), AT_END);
    expect(subscription).to.include({ status: 'active', next: 'cancel' });
    expect(actionsOf(subscription)).to.include('undo_cancel');
    const ended = renewSubscription(subscription, { at: on('03-05') });
    expect(ended.subscription).to.deep.include({ status: 'cancelled', endedAt: on('02-28') });
    expect(ended.bill).to.deep.equal([]);
    const kept = undoCancellation(subscription, on('02-11'));
    expect(daysOf(renewSubscription(kept, { at: on('02-28') }).bill)).to.deep.equal(['period 3 02-28 to 03-31']);
  });

  it('at the end of a trial costs nothing', () => {
    const trial = started({ trialDays: 14 });
    const { subscription } = cancelSubscription(trial, AT_END);
    expect(renewSubscription(subscription, { at: on('02-14') })).to.deep.include({ bill: [] });
  });

  it('is final', async () => {
    const { subscription } = cancelSubscription(started(), NOW);
    for (const step of [
      () => cancelSubscription(subscription, NOW),
      () => undoCancellation(subscription, NOW.at),
      () => pauseSubscription(subscription, NOW),
      () => resumeSubscription(subscription, NOW.at),
      () => skipPeriod(subscription, NOW.at),
      () => changeSubscription(subscription, { plan: SubscribedPlan.of(MONTHLY, 1), proration: 'none', at: NOW.at }),
    ]) {
      const { code, details } = await thrownBy(step);
      expect([code, details]).to.deep.equal(['invalid_state', { current_state: 'cancelled', actions: [] }]);
    }
    expect(paymentSucceeded(subscription, NOW.at)).to.equal(subscription);
    expect(paymentFailed(subscription, { schedule: SCHEDULE, afterDunning: 'unpaid', at: NOW.at })).to.equal(
      subscription,
    );
  });
});

describe('a pause', () => {
  it('keeps the rest of the period, and moves all periods by its length', () => {
    const paused = pauseSubscription(started(), NOW);
    expect(paused).to.include({ status: 'paused' });
    expect([renewalAt(paused), actionsOf(paused)]).to.deep.equal([null, ['cancel', 'resume']]);
    const resumed = resumeSubscription(paused, on('02-20'));
    expect(resumed).to.deep.include({
      status: 'active',
      pause: null,
      period: { start: on('02-10'), end: on('03-10') },
    });
    const { subscription, bill } = renewSubscription(resumed, { at: on('03-10') });
    expect(daysOf(bill)).to.deep.equal(['period 3 03-10 to 04-10']);
    expect(daysOf(renewSubscription(subscription, { at: on('04-10') }).bill)).to.deep.equal([
      'period 3 04-10 to 05-10',
    ]);
  });

  it('of some minutes keeps the day of the month', () => {
    const resumed = resumeSubscription(pauseSubscription(started(), NOW), new Date('2027-02-10T12:05:00Z'));
    expect(daysOf(renewSubscription(resumed, { at: on('03-01') }).bill)).to.deep.equal(['period 3 02-28 to 03-31']);
  });

  it('keeps the rest of a trial', () => {
    const trial = started({ at: on('01-01'), trialDays: 10 });
    const resumed = resumeSubscription(pauseSubscription(trial, { ...NOW, at: on('01-05') }), on('01-25'));
    expect(resumed).to.deep.include({ status: 'trialing', trialEnd: on('01-31') });
    expect(daysOf(renewSubscription(resumed, { at: on('01-31') }).bill)[1]).to.equal('period 3 01-31 to 02-28');
  });

  it('at the end of the period stops before the next one, which begins when it is resumed', () => {
    const pausing = pauseSubscription(started(), AT_END);
    expect(pausing).to.include({ status: 'active', next: 'pause' });
    const { subscription: paused, bill } = renewSubscription(pausing, { at: on('03-03') });
    expect([paused.status, paused.pause?.since, bill]).to.deep.equal(['paused', on('02-28'), []]);
    const resumed = resumeSubscription(paused, on('04-15'));
    expect(daysOf(renewSubscription(resumed, { at: on('04-15') }).bill)).to.deep.equal(['period 3 04-15 to 05-15']);
    expect(resumeSubscription(pausing, on('02-11'))).to.include({ status: 'active', next: 'renew' });
  });

  it('bills usage of both sides, once', () => {
    const metered = started({ plan: METERED, quantity: 1 });
    const paused = pauseSubscription(metered, NOW);
    expect(daysOf(cancelSubscription(paused, { ...NOW, at: on('02-15') }).bill)).to.deep.equal([
      'usage 1 01-31 to 02-10',
    ]);
    const resumed = resumeSubscription(paused, on('02-20'));
    expect(daysOf(renewSubscription(resumed, { at: on('03-10') }).bill)).to.deep.equal(['usage 1 01-31 to 03-10']);
    const atEnd = renewed(pauseSubscription(metered, AT_END));
    const again = renewSubscription(resumeSubscription(atEnd, on('04-15')), { at: on('04-15') });
    expect(again.bill).to.deep.equal([]);
    expect(again.subscription.usageSince).to.deep.equal(on('04-15'));
  });

  it('ends with a cancellation, now', () => {
    const paused = pauseSubscription(started(), NOW);
    expect(cancelSubscription(paused, AT_END).subscription.status).to.equal('cancelled');
  });
});

describe('a skipped period', () => {
  it('passes without an invoice, and the next one begins as planned', () => {
    const skipping = skipPeriod(started(), on('02-10'));
    const { subscription: skipped, bill } = renewSubscription(skipping, { at: on('02-28') });
    expect(skipped).to.deep.include({ status: 'paused', period: { start: on('02-28'), end: on('03-31') } });
    expect(bill).to.deep.equal([]);
    expect(nextStepOf(skipped)).to.deep.equal({ step: 'renew', at: on('03-31') });
    const { subscription, bill: next } = renewSubscription(skipped, { at: on('03-31') });
    expect([subscription.status, daysOf(next)]).to.deep.equal(['active', ['period 3 03-31 to 04-30']]);
  });

  it('can be withdrawn, or ended early', () => {
    const skipping = skipPeriod(started(), on('02-10'));
    expect(resumeSubscription(skipping, on('02-11'))).to.include({ next: 'renew' });
    const resumed = resumeSubscription(renewed(skipping), on('03-10'));
    expect(daysOf(renewSubscription(resumed, { at: on('03-10') }).bill)).to.deep.equal(['period 3 03-10 to 04-10']);
  });

  it('can be the last one', () => {
    const skipped = renewed(skipPeriod(started(), on('02-10')));
    const { subscription } = cancelSubscription(skipped, { atPeriodEnd: true, at: on('03-01') });
    expect(renewed(subscription)).to.deep.include({ status: 'cancelled', endedAt: on('03-31') });
  });
});
