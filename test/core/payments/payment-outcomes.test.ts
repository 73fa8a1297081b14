import { expect } from 'chai';
import { Order } from '#core/orders/order.ts';
import { noonPlus } from '../../support/builders/builders.ts';
import { aFulfillment, dollars } from '../../support/builders/order-builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { openPayments, type PaymentsUnderTest } from './payments-under-test.ts';

const ALL = dollars(39.98);
const REQUEST = { key: 'a request', fingerprint: 'its body' };

describe('the outcome of a payment', () => {
  let payments: PaymentsUnderTest;

  beforeEach(async () => {
    payments = await openPayments();
  });

  afterEach(() => payments.expectAgreement());

  for (const [token, code, message] of [
    ['tok_declined', 'generic_decline', 'The card was declined.'],
    ['tok_insufficient_funds', 'insufficient_funds', 'The card has insufficient funds.'],
  ] as const) {
    it(`is declined for ${token}: the order stays unpaid and accepts another payment`, async () => {
      const { id } = await payments.anOrder();
      const before = await payments.getOrder(id);
      const error = await rejectionOf(payments.pay(id, { token }));
      const [failed, ...others] = await payments.paymentsOf(id);
      if (failed === undefined) throw new TypeError('A declined payment is stored.');
      expect(others).to.deep.equal([]);
      expect(error).to.include({ kind: 'declined', code: 'payment_declined', message });
      expect(error.details).to.deep.equal({ decline_code: code, payment_id: failed });
      expect(await payments.get(failed)).to.deep.include({
        status: 'failed',
        failure: { code, message },
        nextCheckAt: null,
      });
      expect(await payments.timelineOf(failed)).to.deep.equal(['authorize_requested', 'declined']);
      expect(await payments.typesOf(failed)).to.deep.equal(['payment.failed']);
      expect(await payments.getOrder(id)).to.deep.equal(before);
      expect((await payments.pay(id)).status).to.equal('succeeded');
    });
  }

  it('is unknown when the response is lost, and is reconciled', async () => {
    const { id } = await payments.anOrder();
    payments.failures.lostResponses = 2;
    const payment = await payments.pay(id);
    expect(payment).to.deep.include({
      status: 'processing',
      version: 1,
      nextCheckAt: noonPlus(1),
      captured: dollars(0),
    });
    expect((await payments.getOrder(id)).state.payment).to.equal('unpaid');
    expect(await payments.reconcile()).to.equal(0);
    payments.clock.advance(1);
    expect(await payments.reconcile()).to.equal(1);
    expect(await payments.get(payment.id)).to.deep.include({ status: 'processing', nextCheckAt: noonPlus(3) });
    payments.clock.advance(2);
    expect(await payments.reconcile()).to.equal(1);
    expect(await payments.get(payment.id)).to.deep.include({ status: 'succeeded', captured: ALL, nextCheckAt: null });
    expect((await payments.getOrder(id)).state.payment).to.equal('paid');
    const expected = ['authorize_requested', 'unknown', 'unknown', 'captured'];
    expect(await payments.timelineOf(payment.id)).to.deep.equal(expected);
    payments.clock.advance(3600);
    expect(await payments.reconcile()).to.equal(0);
  });

  it('is unknown for a token that loses the response, until reconciliation', async () => {
    const { id } = await payments.anOrder();
    const payment = await payments.pay(id, { token: 'tok_timeout' });
    expect(payment.status).to.equal('processing');
    payments.clock.advance(1);
    await payments.reconcile();
    expect(await payments.get(payment.id)).to.deep.include({ status: 'succeeded', captured: ALL });
  });

  it('is an error when the gateway is unreachable, and the same request may retry', async () => {
    const { id } = await payments.anOrder();
    payments.failures.isDown = true;
    const error = await rejectionOf(payments.pay(id, { idempotency: REQUEST }));
    expect(error).to.include({ kind: 'bad_gateway', code: 'gateway_error', cause: 'the sandbox is down' });
    const [first] = await payments.paymentsOf(id);
    if (first === undefined) throw new TypeError('A payment that never reached the gateway is stored.');
    const failure = { code: 'gateway_unreachable', message: 'The gateway could not be reached.' };
    expect(await payments.get(first)).to.deep.include({ status: 'failed', failure, nextCheckAt: null });
    expect(await payments.timelineOf(first)).to.deep.equal(['authorize_requested', 'unreachable']);
    payments.failures.isDown = false;
    const second = await payments.pay(id, { idempotency: REQUEST });
    expect(second).to.deep.include({ status: 'succeeded', captured: ALL });
    expect(second.id).to.not.equal(first);
  });

  it('requires action until the payer approves', async () => {
    const { id } = await payments.anOrder();
    const payment = await payments.pay(id, { token: 'tok_requires_action' });
    const redirectUrl = `https://shop.example/sandbox/payments/${payment.id}`;
    expect(payment).to.deep.include({ status: 'requires_action', redirectUrl, token: null, captured: dollars(0) });
    await payments.sandbox.decide(payment.id, 'approve');
    await payments.callBack(payment.id);
    expect(await payments.get(payment.id)).to.deep.include({ status: 'succeeded', redirectUrl: null, captured: ALL });
    expect((await payments.getOrder(id)).state.payment).to.equal('paid');
    expect(await payments.timelineOf(payment.id)).to.deep.equal(['authorize_requested', 'requires_action', 'captured']);
  });

  it('is authorized when the payer approves a manual capture', async () => {
    const { id } = await payments.anOrder();
    const payment = await payments.pay(id, { token: 'tok_requires_action', captureMethod: 'manual' });
    await payments.sandbox.decide(payment.id, 'approve');
    await payments.callBack(payment.id);
    expect(await payments.get(payment.id)).to.deep.include({ status: 'authorized', nextCheckAt: null });
    expect((await payments.getOrder(id)).state.payment).to.equal('authorized');
  });

  it('fails when the payer declines, also without a webhook', async () => {
    const { id } = await payments.anOrder();
    const payment = await payments.pay(id, { token: 'tok_requires_action' });
    await payments.sandbox.decide(payment.id, 'decline');
    payments.clock.advance(1);
    await payments.reconcile();
    const failure = { code: 'authentication_failed', message: 'The payer did not approve the payment.' };
    expect(await payments.get(payment.id)).to.deep.include({ status: 'failed', failure, redirectUrl: null });
    expect((await payments.pay(id)).status).to.equal('succeeded');
  });

  it('is looked up without effect until the payer acts', async () => {
    const { id } = await payments.anOrder();
    const payment = await payments.pay(id, { token: 'tok_requires_action' });
    for (const [seconds, next] of [
      [1, 3],
      [2, 7],
      [4, 15],
    ] as const) {
      payments.clock.advance(seconds);
      expect(await payments.reconcile()).to.equal(1);
      const { version, nextCheckAt } = await payments.get(payment.id);
      expect({ version, nextCheckAt }).to.deep.equal({ version: 2, nextCheckAt: noonPlus(next) });
    }
    expect(await payments.timelineOf(payment.id)).to.deep.equal(['authorize_requested', 'requires_action']);
  });

  it('is voided when the payer does not return before the order expires', async () => {
    const { id, stock } = await payments.anOrder();
    const payment = await payments.pay(id, { token: 'tok_requires_action' });
    payments.clock.advance(1799);
    await payments.reconcile();
    expect((await payments.get(payment.id)).status).to.equal('requires_action');
    expect(await payments.expire()).to.equal(0);
    payments.clock.advance(2);
    expect(await payments.expire()).to.equal(0);
    await payments.reconcile();
    expect(await payments.get(payment.id)).to.deep.include({
      status: 'cancelled',
      redirectUrl: null,
      nextCheckAt: null,
    });
    const expected = ['authorize_requested', 'requires_action', 'void_requested', 'voided'];
    expect(await payments.timelineOf(payment.id)).to.deep.equal(expected);
    expect((await payments.sandbox.find(payment.id))?.status).to.equal('voided');
    expect(await payments.expire()).to.equal(1);
    expect(await stock()).to.equal(5);
  });

  it('succeeds when the payer returns just after the deadline', async () => {
    const { id } = await payments.anOrder();
    const payment = await payments.pay(id, { token: 'tok_requires_action' });
    payments.clock.advance(1801);
    await payments.sandbox.decide(payment.id, 'approve');
    await payments.reconcile();
    expect(await payments.get(payment.id)).to.deep.include({ status: 'succeeded', captured: ALL });
    expect((await payments.getOrder(id)).state).to.deep.include({ status: 'open', payment: 'paid' });
    expect(await payments.expire()).to.equal(0);
  });

  it('is voided after a day when the order has no deadline', async () => {
    const { id } = await payments.anOrder();
    await payments.unitOfWork.run(async (tx) => {
      const order = await tx.orders.get(id);
      await tx.orders.save(Order.fulfill(order, aFulfillment(order)), []);
    });
    const payment = await payments.pay(id, { token: 'tok_requires_action' });
    payments.clock.advance(86_399);
    await payments.reconcile();
    expect((await payments.get(payment.id)).status).to.equal('requires_action');
    payments.clock.advance(300);
    await payments.reconcile();
    expect((await payments.get(payment.id)).status).to.equal('cancelled');
  });
});
