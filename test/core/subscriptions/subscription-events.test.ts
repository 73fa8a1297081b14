import { expect } from 'chai';
import { DEFAULT_DUNNING_SCHEDULE } from '#core/shop/rules.ts';
import { changePaymentMethod, paymentFailed } from '#core/subscriptions/dunning.ts';
import { subscriptionAuditEntry, subscriptionChanged, subscriptionCreated } from '#core/subscriptions/records.ts';
import { pauseSubscription, resumeSubscription, skipPeriod } from '#core/subscriptions/stop-subscription.ts';
import { ended, invoiced, type Subscription } from '#core/subscriptions/subscription.ts';
import { nextStepOf, trialEndAnnounced } from '#core/subscriptions/subscription-schedule.ts';
import { anActor, aUser, ids } from '../../support/builders/builders.ts';
import { on, renewed, started } from '../../support/builders/subscription-builders.ts';

const typeOf = (before: Subscription, after: Subscription): string => subscriptionChanged(before, after).type;

describe('events of subscriptions', () => {
  it('say what a step means', () => {
    const active = started();
    expect(subscriptionCreated(active).type).to.equal('subscription.created');
    expect(typeOf(active, renewed(active))).to.equal('subscription.renewed');
    const failure = { schedule: DEFAULT_DUNNING_SCHEDULE, afterDunning: 'unpaid', at: on('02-01') } as const;
    expect(typeOf(active, paymentFailed(active, failure))).to.equal('subscription.past_due');
    expect(typeOf(active, ended(active, on('02-01'), on('02-01')))).to.equal('subscription.cancelled');
    const paused = pauseSubscription(active, { atPeriodEnd: false, at: on('02-01') });
    expect(typeOf(active, paused)).to.equal('subscription.paused');
    expect(typeOf(paused, resumeSubscription(paused, on('02-05')))).to.equal('subscription.resumed');
    expect(typeOf(active, changePaymentMethod(active, ids.next('pm'), on('02-01')))).to.equal('subscription.updated');
  });

  it('say when a trial ends soon, and when it has ended', () => {
    const trial = started({ trialDays: 14 });
    expect(typeOf(trial, trialEndAnnounced(trial, on('02-11')))).to.equal('subscription.trial_ending');
    expect(typeOf(trial, renewed(trial))).to.equal('subscription.renewed');
  });

  it('call a skipped period a pause, and the period after it a renewal', () => {
    const active = started();
    const skipping = skipPeriod(active, on('02-01'));
    const skipped = renewed(skipping);
    expect(typeOf(skipping, skipped)).to.equal('subscription.paused');
    expect(typeOf(skipped, renewed(skipped))).to.equal('subscription.renewed');
  });

  it('are audited without metadata', () => {
    const before = started({ metadata: { note: 'personal' } });
    const after = renewed({ ...before, metadata: {} });
    const entry = subscriptionAuditEntry(anActor(aUser()), 'renewed', { before, after });
    expect(entry).to.include({ action: 'subscription.renewed' });
    expect(entry.after).to.deep.include({ current_period_start: '2027-02-28T12:00:00.000Z' });
    expect(JSON.stringify(entry)).not.to.include('personal');
    const created = subscriptionAuditEntry(anActor(aUser()), 'created', { before: null, after: before });
    expect(created.after).to.deep.include({ quantity: 3, status: 'active' });
  });
});

describe('the charge of a new invoice', () => {
  const [invoiceId, at] = [ids.next('inv'), on('02-28')];

  it('is the next step of a subscription that is charged', () => {
    const subscription = invoiced(started(), { invoiceId, at });
    expect(subscription.latestInvoiceId).to.equal(invoiceId);
    expect(nextStepOf(subscription)).to.deep.equal({ step: 'charge', at });
    const { period } = started();
    expect(nextStepOf({ ...subscription, chargeAt: null })).to.deep.equal({ step: 'renew', at: period.end });
  });

  it('is none of a subscription whose invoices are sent', () => {
    expect(invoiced(started({ collection: 'send' }), { invoiceId, at }).chargeAt).to.equal(null);
  });
});
