import { expect } from 'chai';
import { dollars } from '../../support/builders/order-builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { openPayments, type PaymentsUnderTest } from './payments-under-test.ts';

const ALL = dollars(39.98);

describe('a new payment beside another', () => {
  let payments: PaymentsUnderTest;

  beforeEach(async () => {
    payments = await openPayments();
  });

  afterEach(() => payments.expectAgreement());

  const waiting = async () => {
    const { id: orderId } = await payments.anOrder();
    return { orderId, id: (await payments.pay(orderId, { token: 'tok_requires_action' })).id };
  };

  it('voids one that waits for its payer, here and at the gateway', async () => {
    const { orderId, id } = await waiting();
    expect(await payments.pay(orderId)).to.include({ status: 'succeeded' });
    expect(await payments.get(id)).to.include({ status: 'cancelled', redirectUrl: null, nextCheckAt: null });
    expect((await payments.sandbox.find(id))?.status).to.equal('voided');
    expect((await payments.getOrder(orderId)).amountPaid).to.deep.equal(ALL);
    // a new one may wait for its payer too
    const again = await waiting();
    const second = await payments.pay(again.orderId, { token: 'tok_requires_action' });
    expect(second.status).to.equal('requires_action');
    expect((await payments.get(again.id)).status).to.equal('cancelled');
  });

  it('is rejected when the payer has acted meanwhile, and the money is taken once', async () => {
    const { orderId, id } = await waiting();
    await payments.sandbox.decide(id, 'approve');
    const error = await rejectionOf(payments.pay(orderId));
    expect(error).to.include({ kind: 'conflict', code: 'invalid_state' });
    expect(await payments.get(id)).to.deep.include({ status: 'succeeded', captured: ALL, isVoiding: false });
    expect((await payments.getOrder(orderId)).amountPaid).to.deep.equal(ALL);
    expect(await payments.paymentsOf(orderId)).to.have.lengthOf(1);
  });

  it('is rejected with the id of one that is processing', async () => {
    const { id: orderId } = await payments.anOrder();
    payments.failures.lostResponses = 1;
    const { id } = await payments.pay(orderId);
    const error = await rejectionOf(payments.pay(orderId));
    expect(error.details).to.deep.equal({ current_state: 'processing', actions: [], payment_id: id });
  });

  it('is rejected while the void has no outcome', async () => {
    const { orderId, id } = await waiting();
    payments.replaceSandbox({
      void: async () => ({ kind: 'unknown', why: 'it was lost' }),
      lookUp: async () => ({ kind: 'unknown', why: 'it was lost' }),
    });
    expect((await rejectionOf(payments.pay(orderId))).details).to.deep.include({ payment_id: id });
    expect(await payments.get(id)).to.include({ status: 'requires_action', isVoiding: true });
    payments.replaceSandbox({});
    payments.clock.advance(60);
    await payments.reconcile();
    expect((await payments.pay(orderId)).status).to.equal('succeeded');
  });

  it('is one of several that replace the same one at once', async () => {
    const { orderId, id } = await waiting();
    payments.failures.delayMs = 2;
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => payments.pay(orderId)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.lengthOf(1);
    expect((await payments.get(id)).status).to.equal('cancelled');
    expect((await payments.getOrder(orderId)).amountPaid).to.deep.equal(ALL);
  });
});
