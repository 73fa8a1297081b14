import { expect } from 'chai';
import { type BillPart, linesOf } from '#core/subscriptions/bill.ts';
import { changeSubscription, type ProrationMode } from '#core/subscriptions/change-subscription.ts';
import { PeriodCharge } from '#core/subscriptions/period-charge.ts';
import type { Plan } from '#core/subscriptions/plan.ts';
import { renewSubscription } from '#core/subscriptions/renew-subscription.ts';
import { pauseSubscription } from '#core/subscriptions/stop-subscription.ts';
import { SubscribedPlan } from '#core/subscriptions/subscribed-plan.ts';
import type { Subscription } from '#core/subscriptions/subscription.ts';
import { ids } from '../../support/builders/builders.ts';
import { aPlan } from '../../support/builders/plan-builders.ts';
import { daysOf, on, plansById, started } from '../../support/builders/subscription-builders.ts';
import { thrownBy } from '../../support/rejection.ts';

const METERED = aPlan({ amount: 0.01, usage: 'sum' });
const MONTHLY = aPlan({ amount: 30 });
const YEARLY = aPlan({ amount: 365, interval: 'year' });

describe('a change of a plan', () => {
  const from = aPlan({ amount: 10 });
  const april = started({ plan: from, quantity: 1, at: on('04-01') });
  const change = (plan: Plan, proration: ProrationMode, quantity = 1, subscription = april) =>
    changeSubscription(subscription, { plan: SubscribedPlan.of(plan, quantity), proration, at: on('04-16') });
  const amounts = (bill: readonly BillPart[]): string[] =>
    bill
      .flatMap((part) => linesOf(part, { plan: plansById([from, MONTHLY, YEARLY, METERED]), usage: () => 700 }))
      .map(({ kind, amount }) => `${kind} ${amount.toDecimal()}`);

  /** What waits for the next invoice. */
  const waiting = ({ charges, unbilled }: Subscription): readonly BillPart[] => [
    ...PeriodCharge.credits(charges),
    ...unbilled,
  ];

  it('is prorated on the next invoice', () => {
    const { subscription, bill } = change(MONTHLY, 'prorate', 2);
    expect(bill).to.deep.equal([]);
    expect(amounts(waiting(subscription))).to.deep.equal(['credit -5.00', 'charge 30.00']);
    const next = renewSubscription(subscription, { at: on('05-01') });
    expect(amounts(next.bill)).to.deep.equal(['credit -5.00', 'charge 30.00', 'period 60.00']);
    expect(next.subscription.unbilled).to.deep.equal([]);
  });

  it('charges no setup, in no interval', () => {
    for (const interval of ['month', 'year'] as const) {
      const plan = aPlan({ amount: 30, setup_amount: 99, interval });
      const { subscription, bill } = change(plan, 'prorate');
      const next = renewSubscription(subscription, { at: subscription.period.end });
      expect([...bill, ...next.bill].map(({ kind }) => kind)).to.not.include('setup');
    }
  });

  it('of its quantity is prorated too', () => {
    const { subscription } = change(from, 'prorate', 3);
    expect(amounts(waiting(subscription))).to.deep.equal(['credit -5.00', 'charge 15.00']);
  });

  it('without proration is billed from the next period on', () => {
    const { subscription, bill } = change(MONTHLY, 'none');
    expect([bill, subscription.unbilled]).to.deep.equal([[], []]);
    expect(amounts(renewSubscription(subscription, { at: on('05-01') }).bill)).to.deep.equal(['period 30.00']);
  });

  it('is credited later by what was billed, not by a plan that was changed to without proration', () => {
    const { subscription } = change(MONTHLY, 'none');
    const again = changeSubscription(subscription, {
      plan: SubscribedPlan.of(from, 2),
      proration: 'prorate',
      at: on('04-16'),
    });
    expect(amounts(waiting(again.subscription))).to.deep.equal(['credit -5.00', 'charge 10.00']);
  });

  it('to another interval without proration leaves what was charged, also where the same time is a period again', () => {
    const weekly = aPlan({ usage: 'sum', interval: 'week' });
    const changes = [
      [weekly, 'none'],
      [METERED, 'prorate'],
      [from, 'prorate'],
    ] as const;
    const changed = changes.reduce(
      (subscription, [plan, proration]) =>
        changeSubscription(subscription, { plan: SubscribedPlan.of(plan, 1), proration, at: on('04-01') }).subscription,
      april,
    );
    expect(changed.period).to.deep.equal(april.period);
    expect(amounts(waiting(changed))).to.deep.equal(['charge 10.00']);
  });

  it('costs the time of each plan if it is taken back, and nothing at one moment', () => {
    const back = (at: string) =>
      changeSubscription(change(MONTHLY, 'prorate').subscription, {
        plan: SubscribedPlan.of(from, 1),
        proration: 'prorate',
        at: on(at),
      }).subscription;
    expect(amounts(waiting(back('04-16')))).to.deep.equal([]);
    expect(amounts(waiting(back('04-19')))).to.deep.equal(['credit -1.00', 'charge 3.00']);
  });

  it('at the end of the period waits for it, and can be withdrawn', () => {
    const { subscription } = change(MONTHLY, 'at_period_end');
    expect(subscription.plan).to.deep.equal(april.plan);
    expect(amounts(renewSubscription(subscription, { at: on('05-01') }).bill)).to.deep.equal(['period 30.00']);
    expect(change(from, 'at_period_end', 1, subscription).subscription.nextPlan).to.equal(null);
    expect(change(from, 'prorate', 1, subscription).subscription.nextPlan).to.equal(null);
  });

  it('to another interval begins a period now, with a credit if it is prorated', () => {
    const { subscription, bill } = change(YEARLY, 'prorate');
    expect(amounts(bill)).to.deep.equal(['credit -5.00', 'period 365.00']);
    expect(subscription.period).to.deep.equal({ start: on('04-16'), end: new Date('2028-04-16T12:00:00Z') });
    expect(amounts(change(YEARLY, 'none').bill)).to.deep.equal(['period 365.00']);
    const later = change(YEARLY, 'at_period_end').subscription;
    const next = renewSubscription(later, { at: on('05-01') });
    expect(amounts(next.bill)).to.deep.equal(['period 365.00']);
    expect(next.subscription.period.end).to.deep.equal(new Date('2028-05-01T12:00:00Z'));
  });

  it('to another interval waits while goods are to be paid', () => {
    const reservation = { productId: ids.next('prod'), quantity: 2, invoiceId: ids.next('inv') };
    const planOf = (subscription: Subscription) => change(YEARLY, 'prorate', 1, subscription).subscription.plan.planId;
    expect(planOf({ ...april, reservations: [reservation] })).to.equal(from.id);
    expect(planOf({ ...april, reservations: [{ ...reservation, isReleased: true }] })).to.equal(YEARLY.id);
    expect(planOf({ ...april, reservations: [reservation], collection: 'send' })).to.equal(YEARLY.id);
  });

  it('bills the usage of a metered plan, whatever the proration', () => {
    const toMetered = change(METERED, 'prorate').subscription;
    expect(amounts(waiting(toMetered))).to.deep.equal(['credit -5.00']);
    expect(daysOf(renewSubscription(toMetered, { at: on('05-01') }).bill)[1]).to.equal('usage 1 04-16 to 05-01');
    const metered = started({ plan: METERED, quantity: 1, at: on('04-01') });
    expect(amounts(waiting(change(from, 'prorate', 1, metered).subscription))).to.deep.equal([
      'usage 7.00',
      'charge 5.00',
    ]);
    expect(amounts(change(from, 'none', 1, metered).subscription.unbilled)).to.deep.equal(['usage 7.00']);
    expect(amounts(change(YEARLY, 'none', 1, metered).bill)).to.deep.equal(['usage 7.00', 'period 365.00']);
  });

  it('costs nothing during a trial, which goes on', () => {
    const trial = started({ plan: from, at: on('04-10'), trialDays: 14 });
    const { subscription, bill } = change(YEARLY, 'prorate', 1, trial);
    expect([bill, subscription.unbilled]).to.deep.equal([[], []]);
    expect(subscription.trialEnd).to.deep.equal(on('04-24'));
    expect(amounts(renewSubscription(subscription, { at: on('04-24') }).bill)).to.deep.equal(['period 365.00']);
  });

  it('is refused within a period after thousands of changes, like a pause, and not at its end', async () => {
    let now = on('04-16');
    let subscription = april;
    const changeTo = (quantity: number, proration: ProrationMode) => {
      now = new Date(now.getTime() + 1000);
      return changeSubscription(subscription, { plan: SubscribedPlan.of(from, quantity), proration, at: now });
    };
    for (let count = 0; count < 1_000; count += 1) {
      subscription = changeTo(2, 'prorate').subscription;
      if (count < 999) subscription = changeTo(1, 'prorate').subscription;
    }
    const pause = (atPeriodEnd: boolean) => pauseSubscription(subscription, { atPeriodEnd, at: now });
    expect((await thrownBy(() => changeTo(1, 'prorate'))).code).to.equal('invalid_state');
    expect((await thrownBy(() => pause(false))).code).to.equal('invalid_state');
    expect(changeTo(1, 'at_period_end').subscription.nextPlan?.quantity).to.equal(1);
    expect(pause(true).next).to.equal('pause');
  });

  it('is not possible in a pause', async () => {
    const paused = pauseSubscription(april, { atPeriodEnd: false, at: on('04-10') });
    const { code, details } = await thrownBy(() => change(MONTHLY, 'none', 1, paused));
    expect(code).to.equal('invalid_state');
    expect(details).to.deep.equal({ current_state: 'paused', actions: ['cancel', 'resume'] });
  });

  it('takes the bounds of the period for times outside of it', () => {
    const at = (time: Date) =>
      amounts(
        waiting(
          changeSubscription(april, { plan: SubscribedPlan.of(from, 2), proration: 'prorate', at: time }).subscription,
        ),
      );
    expect(at(on('03-01'))).to.deep.equal(['credit -10.00', 'charge 20.00']);
    expect(at(on('05-02'))).to.deep.equal([]);
  });
});
