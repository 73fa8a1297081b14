import { expect } from 'chai';
import type { Payment } from '#core/payments/payment.ts';
import { awaitFirstCharge, awaitPayer } from '#core/subscriptions/start-subscription.ts';
import type { Subscription } from '#core/subscriptions/subscription.ts';
import { aDraft } from '../../support/builders/invoice-builders.ts';
import { type Billing, openBilling } from './billing-under-test.ts';

const HOUR = 3_600;

describe('an incomplete subscription', () => {
  let shop: Billing;
  let subscription: Subscription;

  /** Its first charge waits for the customer. */
  beforeEach(async () => {
    shop = await openBilling();
    const started = await shop.subscribe({ trialDays: 0 });
    const draft = aDraft({ userId: started.userId, subscriptionId: started.id });
    subscription = awaitPayer(awaitFirstCharge(started, draft.id), null, started.createdAt);
    await shop.unitOfWork.run(async (tx) => {
      await tx.invoices.add(draft);
      await tx.subscriptions.save(subscription);
    });
    await shop.payInvoice(draft.id, 'tok_requires_action');
  });

  const paymentOf = async (): Promise<Payment> => {
    const [payment] = await shop.paymentsOfInvoice(subscription.latestInvoiceId ?? 'inv_');
    if (payment === undefined) throw new Error('There is no payment.');
    return payment;
  };

  const statusAfter = async (hours: number) => {
    shop.clock.advance(hours * HOUR);
    await shop.runAll();
    return (await shop.current(subscription)).status;
  };

  it('waits for 23 hours, and is active once it is paid', async () => {
    expect(await statusAfter(22)).to.equal('incomplete');
    const { id } = await paymentOf();
    await shop.sandbox.decide(id, 'approve');
    await shop.callBack(id);
    expect(await statusAfter(0)).to.equal('active');
    expect(await shop.invoicesOf(subscription)).to.have.length(1);
    expect((await shop.invoicesOf(subscription))[0]).to.include({ status: 'paid', number: 'INV-000001' });
  });

  it('then ends: its payment is voided, and so is the draft of its invoice, without a number', async () => {
    expect(await statusAfter(23)).to.equal('cancelled');
    expect((await shop.invoicesOf(subscription))[0]).to.include({ status: 'void', number: null });
    const { id, status } = await paymentOf();
    expect(status).to.equal('cancelled');
    const types = (await shop.eventsOf(subscription.latestInvoiceId ?? 'inv_')).map(({ type }) => type);
    expect(types).to.deep.equal(['invoice.voided']);
    // a late webhook finds nothing to change
    await shop.callBack(id);
    expect(await paymentOf()).to.include({ status: 'cancelled' });
  });

  it('stays if the customer has just paid', async () => {
    await shop.sandbox.decide((await paymentOf()).id, 'approve');
    expect(await statusAfter(23)).to.equal('active');
    expect((await shop.invoicesOf(subscription))[0]).to.include({ status: 'paid' });
  });

  it('waits for the outcome of a payment that is in progress', async () => {
    shop.failures.lostResponses = 100;
    expect(await statusAfter(23)).to.equal('incomplete');
    shop.failures.lostResponses = 0;
    for (let minute = 0; minute < 3; minute += 1) {
      shop.clock.advance(60);
      await shop.reconcile();
    }
    expect(await statusAfter(1)).to.equal('cancelled');
    expect((await shop.invoicesOf(subscription))[0]).to.include({ status: 'void' });
  });
});
