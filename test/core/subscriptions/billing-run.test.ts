import { expect } from 'chai';
import { Invoice } from '#core/invoices/invoice.ts';
import { changePaymentMethod } from '#core/subscriptions/dunning.ts';
import { subscriptionChanged } from '#core/subscriptions/records.ts';
import type { Subscription } from '#core/subscriptions/subscription.ts';
import { aPlan } from '../../support/builders/plan-builders.ts';
import { type Billing, openBilling } from './billing-under-test.ts';

const DAY = 86_400;

describe('the billing run', () => {
  let shop: Billing;
  beforeEach(async () => {
    shop = await openBilling();
  });

  const summary = async (subscription: Subscription) =>
    (await shop.invoicesOf(subscription)).map(({ number, status }) => `${number} ${status}`);
  const statusOf = async (subscription: Subscription) => (await shop.current(subscription)).status;
  const change = (subscription: Subscription, step: (before: Subscription) => Subscription) =>
    shop.unitOfWork.run(async (tx) => {
      const before = await tx.subscriptions.get(subscription.id);
      expect(subscriptionChanged(before, step(before)).type).to.equal('subscription.updated');
      await tx.subscriptions.save(step(before));
    });

  it('bills and charges every month of a year once', async () => {
    const subscription = await shop.subscribe({ paymentMethodId: await shop.saveMethod() });
    await shop.pass(365);
    const invoices = await shop.invoicesOf(subscription);
    expect(invoices.map(({ number }) => number)).to.deep.equal(
      Array.from({ length: 12 }, (_, index) => `INV-${String(index + 1).padStart(6, '0')}`),
    );
    expect(new Set(invoices.map(({ status }) => status))).to.deep.equal(new Set(['paid']));
    expect(new Set(invoices.map((invoice) => Invoice.total(invoice).toDecimal()))).to.deep.equal(new Set(['30.00']));
    const starts = invoices.map(({ lines }) => lines[0]?.period?.start.toISOString().slice(0, 10));
    expect(starts.slice(0, 3)).to.deep.equal(['2026-11-21', '2026-12-21', '2027-01-21']);
    expect(await shop.current(subscription)).to.include({ status: 'active', chargeAt: null });
    const types = (await shop.eventsOf(subscription.id)).map(({ type }) => type);
    expect(types.filter((type) => type === 'subscription.renewed')).to.have.length(12);
    expect(types[0]).to.equal('subscription.trial_ending');
  });

  for (const [afterDunning, end] of [
    ['unpaid', 'unpaid'],
    ['cancel', 'cancelled'],
  ] as const) {
    it(`retries a declined payment by the schedule; then it is ${end}, as the plan says`, async () => {
      const plan = aPlan({ after_dunning: afterDunning });
      // the sandbox accepts the first charge
      const paymentMethodId = await shop.saveMethod('tok_saved_then_declined');
      const subscription = await shop.subscribe({ paymentMethodId }, plan);
      await shop.pass(1);
      expect(await statusOf(subscription)).to.equal('active');
      await shop.pass(30 + 6);
      expect(await statusOf(subscription)).to.equal('past_due');
      await shop.pass(1);
      expect(await statusOf(subscription)).to.equal(end);
      const [, second] = await shop.invoicesOf(subscription);
      expect(second).to.include({ status: 'open', attemptCount: 5 });
    });
  }

  it('counts a payment method that is gone as a failed charge of its invoice', async () => {
    const subscription = await shop.subscribe({ paymentMethodId: shop.ids.next('pm') });
    await shop.pass(1);
    expect(await summary(subscription)).to.deep.equal(['INV-000001 open']);
    expect(await statusOf(subscription)).to.equal('past_due');
    const [invoice] = await shop.invoicesOf(subscription);
    expect(await shop.paymentsOfInvoice(invoice?.id ?? 'inv_')).to.deep.equal([]);
  });

  it('bills while the gateway is not enabled, and charges once it is', async () => {
    const subscription = await shop.subscribe({ paymentMethodId: await shop.saveMethod() });
    const sandbox = shop.gateways.get('sandbox');
    shop.gateways.delete('sandbox');
    await shop.pass(1);
    expect(await summary(subscription)).to.deep.equal(['INV-000001 open']);
    expect(await statusOf(subscription)).to.equal('active');
    if (sandbox !== undefined) shop.gateways.set('sandbox', sandbox);
    await shop.pass(1);
    expect(await summary(subscription)).to.deep.equal(['INV-000001 paid']);
  });

  it('charges the oldest invoice that is owed before a new one', async () => {
    const method = await shop.saveMethod('tok_saved_then_declined');
    const subscription = await shop.subscribe({ paymentMethodId: method }, aPlan({ interval: 'day' }));
    await shop.pass(4);
    const [paid, owed, ...newer] = await shop.invoicesOf(subscription);
    expect([paid?.status, owed?.status]).to.deep.equal(['paid', 'open']);
    expect(newer).to.have.length.at.least(1);
    for (const { id } of newer) expect(await shop.paymentsOfInvoice(id)).to.deep.equal([]);
  });

  it('recovers with a new payment method', async () => {
    const subscription = await shop.subscribe({ paymentMethodId: await shop.saveMethod('tok_saved_then_declined') });
    await shop.pass(31);
    expect(await statusOf(subscription)).to.equal('past_due');
    const method = await shop.saveMethod();
    await change(subscription, (before) => changePaymentMethod(before, method, shop.clock.now()));
    await shop.runAll();
    expect(await statusOf(subscription)).to.equal('active');
    expect(await summary(subscription)).to.deep.equal(['INV-000001 paid', 'INV-000002 paid']);
  });

  it('recovers with a new default payment method, also when it is unpaid', async () => {
    const subscription = await shop.subscribe();
    await shop.pass(1 + 7);
    expect(await statusOf(subscription)).to.equal('unpaid');
    await shop.saveMethod();
    await shop.runAll();
    expect(await statusOf(subscription)).to.equal('active');
    expect(await summary(subscription)).to.deep.equal(['INV-000001 paid']);
  });

  it('recovers with the next default once the former one is deleted', async () => {
    const declined = await shop.saveMethod('tok_saved_then_declined');
    await shop.saveMethod();
    const subscription = await shop.subscribe();
    await shop.pass(31);
    expect(await statusOf(subscription)).to.equal('past_due');
    await shop.unitOfWork.run(shop.methods.delete(shop.actor, { id: declined, expected: undefined }));
    await shop.runAll();
    expect(await statusOf(subscription)).to.equal('active');
  });

  it('counts a missing payment method as a failed charge', async () => {
    const subscription = await shop.subscribe();
    await shop.pass(1);
    expect(await shop.current(subscription)).to.include({ status: 'past_due', chargeAt: null });
    await shop.saveMethod();
    await shop.pass(1);
    expect(await statusOf(subscription)).to.equal('active');
  });

  it('catches up period by period after months of downtime', async () => {
    const subscription = await shop.subscribe({ paymentMethodId: await shop.saveMethod() });
    shop.clock.advance(100 * DAY);
    await shop.runAll();
    const invoices = await shop.invoicesOf(subscription);
    expect(invoices.map(({ lines }) => lines[0]?.period?.start.toISOString().slice(0, 10))).to.deep.equal([
      '2026-11-21',
      '2026-12-21',
      '2027-01-21',
      '2027-02-21',
    ]);
    expect(invoices.every(({ status }) => status === 'paid')).to.equal(true);
  });

  for (const at of ['before asking', 'before recording'] as const) {
    it(`charges once when the process dies ${at}`, async () => {
      const subscription = await shop.subscribe({ paymentMethodId: await shop.saveMethod() });
      shop.clock.advance(DAY);
      shop.death.at = at;
      await shop.runAll();
      expect(shop.steps).to.deep.equal(['announce_trial_end done', 'renew failed']);
      delete shop.death.at;
      for (let hour = 0; hour < 30; hour += 1) {
        shop.clock.advance(3600);
        await shop.reconcile();
        await shop.runAll();
      }
      expect(await summary(subscription)).to.deep.equal(['INV-000001 paid']);
      expect(await statusOf(subscription)).to.equal('active');
    });
  }

  it('charges nothing of what is sent, and one invoice a period by two processes', async () => {
    const subscription = await shop.subscribe({ collection: 'send' });
    shop.clock.advance(DAY);
    const other = shop.runner('other');
    await Promise.all([shop.runAll(), other(), shop.runAll(), other()]);
    expect(await summary(subscription)).to.deep.equal(['INV-000001 open']);
    expect(await statusOf(subscription)).to.equal('active');
  });

  it('bills the usage of a period afterwards', async () => {
    const plan = aPlan({ usage: 'sum' });
    const subscription = await shop.subscribe({ paymentMethodId: await shop.saveMethod() }, plan);
    await shop.pass(2);
    const at = shop.clock.now();
    await shop.unitOfWork.run((tx) =>
      tx.usage.add([{ subscriptionId: subscription.id, key: 'a', quantity: 7, at, recordedAt: at }]),
    );
    await shop.pass(31);
    const [invoice, ...others] = await shop.invoicesOf(subscription);
    expect(others).to.deep.equal([]);
    expect(invoice && Invoice.total(invoice).toDecimal()).to.equal('70.00');
    expect(invoice?.lines.map(({ description }) => description)).to.deep.equal(['Team: usage']);
  });

  it('bills usage that is recorded after its bill was priced at nothing', async () => {
    const plan = aPlan({ usage: 'sum' });
    const subscription = await shop.subscribe({ paymentMethodId: await shop.saveMethod() }, plan);
    await shop.pass(2);
    const at = shop.clock.now();
    shop.meanwhile.afterPricing = async () => {
      delete shop.meanwhile.afterPricing;
      const record = { subscriptionId: subscription.id, key: 'late', quantity: 7, at, recordedAt: shop.clock.now() };
      await shop.unitOfWork.run((tx) => tx.usage.add([record]));
    };
    await shop.pass(32);
    expect((await shop.invoicesOf(subscription)).map((each) => Invoice.total(each).toDecimal())).to.deep.equal([
      '70.00',
    ]);
  });
});
