import { expect } from 'chai';
import { paymentSucceeded } from '#core/subscriptions/dunning.ts';
import { Plan } from '#core/subscriptions/plan.ts';
import { MAX_QUANTITY } from '#core/subscriptions/plan-price.ts';
import { renewalAt, renewSubscription } from '#core/subscriptions/renew-subscription.ts';
import { awaitFirstCharge, expireSubscription } from '#core/subscriptions/start-subscription.ts';
import { pauseSubscription } from '#core/subscriptions/stop-subscription.ts';
import { SubscribedPlan } from '#core/subscriptions/subscribed-plan.ts';
import { nextStepOf, trialEndAnnounced } from '#core/subscriptions/subscription-schedule.ts';
import { ids, USD } from '../../support/builders/builders.ts';
import { aPlan } from '../../support/builders/plan-builders.ts';
import { aStart, daysOf, on, started } from '../../support/builders/subscription-builders.ts';
import { thrownBy } from '../../support/rejection.ts';

const METERED = aPlan({ amount: 0.01, usage: 'sum' });
const NOW = { atPeriodEnd: false, at: on('02-10') };

describe('Subscription', () => {
  it('begins with a period that is billed in advance, and the setup', () => {
    const { subscription, bill } = aStart({ at: on('01-31'), plan: aPlan({ setup_amount: 5 }) });
    expect(subscription).to.include({ status: 'active', trialEnd: null, currency: USD });
    expect(daysOf(bill)).to.deep.equal(['setup 3 01-31 to 02-28', 'period 3 01-31 to 02-28']);
  });

  it('begins with a trial that costs nothing, after which periods are counted', () => {
    const { subscription, bill } = aStart({ at: on('01-17'), trialDays: 14 });
    expect(subscription).to.include({ status: 'trialing' });
    expect(subscription.trialEnd).to.deep.equal(on('01-31'));
    expect(bill).to.deep.equal([]);
    const first = renewSubscription(subscription, { at: on('01-31') });
    expect(first.subscription.status).to.equal('active');
    expect(daysOf(first.bill)).to.deep.equal(['setup 3 01-31 to 02-28', 'period 3 01-31 to 02-28']);
    const second = renewSubscription(first.subscription, { at: on('02-28') });
    expect(daysOf(second.bill)).to.deep.equal(['period 3 02-28 to 03-31']);
  });

  it('bills usage after the period, and none of a trial', () => {
    const { subscription, bill } = aStart({ at: on('01-17'), trialDays: 14, plan: METERED, quantity: 1 });
    expect(bill).to.deep.equal([]);
    const first = renewSubscription(subscription, { at: on('01-31') });
    expect(daysOf(first.bill)).to.deep.equal(['setup 1 01-31 to 02-28']);
    expect(daysOf(renewSubscription(first.subscription, { at: on('02-28') }).bill)).to.deep.equal([
      'usage 1 01-31 to 02-28',
    ]);
  });

  it('catches up period by period, from where each ended', () => {
    let subscription = started();
    const bills: string[] = [];
    while ((renewalAt(subscription) ?? on('12-31')) <= on('05-31')) {
      const step = renewSubscription(subscription, { at: on('06-15') });
      bills.push(...daysOf(step.bill));
      subscription = step.subscription;
    }
    expect(bills).to.deep.equal([
      'period 3 02-28 to 03-31',
      'period 3 03-31 to 04-30',
      'period 3 04-30 to 05-31',
      'period 3 05-31 to 06-30',
    ]);
  });

  it('is not renewed before the end of its period, also if a clock was turned back', () => {
    expect(() => renewSubscription(started(), { at: on('02-27') })).to.throw(RangeError);
    expect(() => renewSubscription(pauseSubscription(started(), NOW), { at: on('06-01') })).to.throw(RangeError);
  });

  it('is for an active plan and a whole quantity', async () => {
    const archived = Plan.change(aPlan(), { status: 'archived' }, { storeCurrency: USD, at: on('01-01') });
    const { fieldErrors } = await thrownBy(() => started({ plan: archived }));
    expect(fieldErrors).to.deep.include({
      path: ['plan_id'],
      code: 'plan.archived',
      message: 'must be the id of an active plan',
    });
    for (const quantity of [-1, 0.5, MAX_QUANTITY + 1]) {
      expect((await thrownBy(() => started({ quantity }))).fieldErrors[0]?.path).to.deep.equal(['quantity']);
    }
    for (const quantity of [0, MAX_QUANTITY]) expect(started({ quantity }).plan.quantity).to.equal(quantity);
    expect(SubscribedPlan.withQuantity(started({ plan: aPlan() }).plan, 7).quantity).to.equal(7);
  });
});

describe('a subscription that is incomplete', () => {
  const incomplete = awaitFirstCharge(started(), ids.next('inv'));

  it('waits for authentication for 23 hours', () => {
    expect(nextStepOf(incomplete)).to.deep.equal({ step: 'expire', at: new Date('2027-02-01T11:00:00Z') });
    const expired = expireSubscription(incomplete, on('02-01'));
    expect(expired).to.include({ status: 'cancelled' });
    expect(expired.endedAt).to.deep.equal(on('02-01'));
    expect(expireSubscription(started(), on('02-01')).status).to.equal('active');
  });

  it('is active once it is paid', () => {
    expect(paymentSucceeded(incomplete, on('01-31')).status).to.equal('active');
  });
});

describe('the end of a trial', () => {
  it('is announced three days before, or at once', () => {
    const trial = started({ at: on('01-17'), trialDays: 14 });
    expect(nextStepOf(trial)).to.deep.equal({ step: 'announce_trial_end', at: on('01-28') });
    expect(nextStepOf(trialEndAnnounced(trial, on('01-28')))).to.deep.equal({ step: 'renew', at: on('01-31') });
    const short = started({ at: on('01-17'), trialDays: 2 });
    expect(nextStepOf(short)).to.deep.equal({ step: 'announce_trial_end', at: on('01-17') });
  });
});
