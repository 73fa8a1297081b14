import { expect } from 'chai';
import type { Id } from '#core/shared/id.ts';
import { changePaymentMethod, paymentFailed, paymentSucceeded } from '#core/subscriptions/dunning.ts';
import { renewalAt, renewSubscription } from '#core/subscriptions/renew-subscription.ts';
import { pauseSubscription, resumeSubscription, skipPeriod } from '#core/subscriptions/stop-subscription.ts';
import type { Subscription } from '#core/subscriptions/subscription.ts';
import { nextStepOf } from '#core/subscriptions/subscription-schedule.ts';
import { aPlan } from '../../support/builders/plan-builders.ts';
import { daysOf, on, renewed, started } from '../../support/builders/subscription-builders.ts';

const SCHEDULE = [1, 3, 5, 7];
const NOW = { atPeriodEnd: false, at: on('02-10') };
const MS_PER_DAY = 86_400_000;

describe('dunning', () => {
  const fail = (subscription: Subscription, at: Date, afterDunning: 'unpaid' | 'cancel' = 'unpaid') =>
    paymentFailed(subscription, { schedule: SCHEDULE, afterDunning, at });
  const retryOf = ({ dunning }: Subscription) => dunning?.nextAttemptAt ?? null;
  const exhausted = (afterDunning: 'unpaid' | 'cancel'): Subscription =>
    [0, ...SCHEDULE].reduce(
      (subscription, day) => fail(subscription, new Date(on('01-31').getTime() + day * MS_PER_DAY), afterDunning),
      started(),
    );

  it('retries after 1, 3, 5 and 7 days, counted from the first failure', () => {
    let subscription = fail(started(), on('01-31'));
    const retries: (Date | null)[] = [];
    for (let retry = retryOf(subscription); retry !== null; retry = retryOf(subscription)) {
      expect(subscription.status).to.equal('past_due');
      expect(nextStepOf(subscription)).to.deep.equal({ step: 'retry', at: retry });
      retries.push(retry);
      subscription = fail(subscription, retry);
    }
    expect(retries).to.deep.equal(['02-01', '02-03', '02-05', '02-07'].map(on));
    expect(subscription.status).to.equal('unpaid');
    expect(nextStepOf(subscription)).to.equal(undefined);
  });

  it('leaves out what was missed during downtime', () => {
    const late = fail(fail(started(), on('01-31')), on('02-04'));
    expect(retryOf(late)).to.deep.equal(on('02-05'));
    expect(fail(late, on('02-20')).status).to.equal('unpaid');
  });

  it('ends as the plan says', () => {
    expect(exhausted('unpaid')).to.include({ status: 'unpaid', endedAt: null });
    expect(exhausted('cancel')).to.deep.include({ status: 'cancelled', endedAt: on('02-07') });
  });

  it('renews a subscription that is past due, and none that is unpaid', () => {
    const weekly = started({ plan: aPlan({ interval: 'day', interval_count: 2 }) });
    const { subscription, bill } = renewSubscription(fail(weekly, on('01-31')), { at: on('02-02') });
    expect([subscription.status, daysOf(bill)]).to.deep.equal(['past_due', ['period 3 02-02 to 02-04']]);
    expect(renewalAt(exhausted('unpaid'))).to.equal(null);
    const ending: Subscription = { ...exhausted('unpaid'), next: 'cancel' };
    expect(renewalAt(ending)).to.deep.equal(ending.period.end);
    expect(renewSubscription(ending, { at: ending.period.end }).subscription.status).to.equal('cancelled');
  });

  it('ends with a payment at any time', () => {
    const paid = paymentSucceeded(fail(started(), on('01-31')), on('02-01'));
    expect(paid).to.include({ status: 'active', dunning: null });
    const unpaid = exhausted('unpaid');
    expect(paymentSucceeded(unpaid, on('02-10'))).to.deep.include({ status: 'active', period: started().period });
    const late = paymentSucceeded(unpaid, on('06-15'));
    expect(daysOf(renewSubscription(late, { at: on('06-15') }).bill)).to.deep.equal(['period 3 06-15 to 07-15']);
  });

  it('tries a new payment method at once, also when it is unpaid', () => {
    const id = 'pm_01h455vb4pex5vsknk084sn02q' as Id<'pm'>;
    const unpaid = changePaymentMethod(exhausted('unpaid'), id, on('02-20'));
    expect(unpaid).to.include({ status: 'unpaid', paymentMethodId: id });
    expect(nextStepOf(unpaid)).to.deep.equal({ step: 'retry', at: on('02-20') });
    expect(nextStepOf(fail(unpaid, on('02-20')))).to.equal(undefined);
    expect(changePaymentMethod(started(), id, on('02-20')).dunning).to.equal(null);
    const sent = fail(started({ collection: 'send' }), on('01-31'));
    expect(retryOf(changePaymentMethod(sent, id, on('01-31')))).to.deep.equal(on('02-01'));
  });

  it('goes on in a pause, and after it', () => {
    const paused = fail(pauseSubscription(started(), NOW), on('02-10'));
    expect(paused).to.include({ status: 'paused' });
    expect(nextStepOf(paused)).to.deep.equal({ step: 'retry', at: on('02-11') });
    expect(resumeSubscription(paused, on('02-11')).status).to.equal('past_due');
    expect(paymentSucceeded(paused, on('02-11'))).to.include({ status: 'paused', dunning: null });
    const unpaid = fail(paused, on('03-11'));
    expect(unpaid.status).to.equal('unpaid');
    expect(paymentSucceeded(unpaid, on('03-12')).status).to.equal('paused');
  });

  it('leaves a skipped period that has passed to a new one', () => {
    const skipped = renewed(skipPeriod(started(), on('02-10')));
    const unpaid = fail(fail(skipped, on('03-01')), on('03-20'));
    expect(unpaid.status).to.equal('unpaid');
    expect(paymentSucceeded(unpaid, on('03-21')).status).to.equal('paused');
    expect(paymentSucceeded(unpaid, on('04-15'))).to.deep.include({
      status: 'active',
      pause: null,
      anchor: on('04-15'),
    });
  });
});
