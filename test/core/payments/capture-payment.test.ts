import { expect } from 'chai';
import { anActor, aUser, ids, noonPlus } from '../../support/builders/builders.ts';
import { dollars } from '../../support/builders/order-builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { openPayments, type PaymentsUnderTest } from './payments-under-test.ts';

const ALL = dollars(39.98);

describe('an authorized payment', () => {
  let payments: PaymentsUnderTest;

  beforeEach(async () => {
    payments = await openPayments();
  });

  afterEach(() => payments.expectAgreement());

  const held = async () => {
    const order = await payments.anOrder();
    const payment = await payments.pay(order.id, { captureMethod: 'manual' });
    return { ...order, payment };
  };

  it('authorizes the order, which stays unpaid', async () => {
    const { id, payment } = await held();
    expect(payment).to.deep.include({ status: 'authorized', captured: dollars(0), nextCheckAt: null });
    const order = await payments.getOrder(id);
    expect(order).to.deep.include({ amountPaid: dollars(0), expiresAt: null });
    expect(order.state.payment).to.equal('authorized');
  });

  it('is captured in full unless an amount is given', async () => {
    const { id, payment } = await held();
    expect(await payments.capture(payment.id)).to.deep.include({
      status: 'succeeded',
      captured: ALL,
      nextCheckAt: null,
    });
    expect((await payments.getOrder(id)).state.payment).to.equal('paid');
    const expected = ['authorize_requested', 'authorized', 'capture_requested', 'captured'];
    expect(await payments.timelineOf(payment.id)).to.deep.equal(expected);
    expect(await payments.typesOf(payment.id)).to.deep.equal(['payment.authorized', 'payment.succeeded']);
  });

  it('is captured in parts, and the order stays authorized for the rest until the last', async () => {
    const { id, payment } = await held();
    for (const [amount, captured, left] of [
      [10, 10, 'authorized'],
      [20, 30, 'authorized'],
      [9.98, 39.98, 'paid'],
    ] as const) {
      expect((await payments.capture(payment.id, { amount })).captured).to.deep.equal(dollars(captured));
      const order = await payments.getOrder(id);
      expect([order.amountPaid, order.state.payment]).to.deep.equal([dollars(captured), left]);
    }
    expect((await payments.sandbox.find(payment.id))?.captured).to.deep.equal(ALL);
    expect(await payments.orderTimelineOf(id)).to.deep.equal(['created', 'authorized', 'paid', 'paid', 'paid']);
  });

  it('marks the last capture for the gateway', async () => {
    const { payment } = await held();
    const last: boolean[] = [];
    payments.replaceSandbox({
      capture: (request) => {
        last.push(request.isLast);
        return payments.sandbox.capture(request);
      },
    });
    await payments.capture(payment.id, { amount: 10 });
    await payments.capture(payment.id);
    expect(last).to.deep.equal([false, true]);
  });

  it('is captured by one operation at a time, so that retries send the same request', async () => {
    const { id, payment } = await held();
    const requests: [key: string, isLast: boolean][] = [];
    let isLost = true;
    payments.replaceSandbox({
      capture: async (request) => {
        requests.push([request.key, request.isLast]);
        return isLost ? { kind: 'unknown', why: 'it was lost' } : payments.sandbox.capture(request);
      },
    });
    await payments.capture(payment.id, { amount: 10 });
    for (const amount of [29.98, 1, undefined]) {
      const error = await rejectionOf(payments.capture(payment.id, { amount }));
      expect(error).to.include({ kind: 'conflict', code: 'invalid_state' });
      expect(error.details).to.deep.include({ current_state: 'processing' });
    }
    isLost = false;
    payments.clock.advance(1);
    await payments.reconcile();
    await payments.capture(payment.id);
    const [[first] = []] = requests;
    expect(requests).to.deep.equal([
      [first, false],
      [first, false],
      [requests[2]?.[0], true],
    ]);
    expect((await payments.getOrder(id)).amountPaid).to.deep.equal(ALL);
  });

  it('is never captured beyond the authorized amount', async () => {
    const { payment } = await held();
    await payments.capture(payment.id, { amount: 10 });
    const error = await rejectionOf(payments.capture(payment.id, { amount: 29.99 }));
    const message = 'must be more than 0 and at most 29.98';
    expect(error.fieldErrors).to.deep.equal([{ path: ['amount'], code: 'number.max', message }]);
  });

  it('is captured once under two concurrent full captures', async () => {
    const { id, payment } = await held();
    payments.failures.delayMs = 5;
    const outcomes = await Promise.allSettled([payments.capture(payment.id), payments.capture(payment.id)]);
    expect(outcomes.map(({ status }) => status).sort()).to.deep.equal(['fulfilled', 'rejected']);
    expect((await payments.getOrder(id)).amountPaid).to.deep.equal(ALL);
  });

  it('is closed when the gateway captures only once, and the rest becomes due again', async () => {
    const { id, payment } = await held();
    payments.replaceSandbox({ capture: async () => ({ kind: 'captured', isClosed: true }) });
    const after = await payments.capture(payment.id, { amount: 10 });
    expect(after).to.deep.include({ status: 'succeeded', captured: dollars(10) });
    const order = await payments.getOrder(id);
    expect([order.amountPaid, order.state.payment]).to.deep.equal([dollars(10), 'partially_paid']);
    expect((await payments.pay(id)).amount).to.deep.equal(dollars(29.98));
  });

  it('stays authorized when the gateway declines the capture', async () => {
    const { id, payment } = await held();
    const message = 'The hold has run out.';
    payments.replaceSandbox({ capture: async () => ({ kind: 'declined', code: 'expired', message }) });
    const error = await rejectionOf(payments.capture(payment.id));
    expect(error).to.include({ code: 'payment_declined', message });
    expect(error.details).to.deep.equal({ decline_code: 'expired', payment_id: payment.id });
    const after = await payments.get(payment.id);
    expect(after).to.deep.equal({ ...payment, version: payment.version + 2 });
    expect((await payments.getOrder(id)).state.payment).to.equal('authorized');
  });

  it('is captured once, by reconciliation, when the response is lost', async () => {
    const { id, payment } = await held();
    payments.failures.lostResponses = 1;
    const unknown = await payments.capture(payment.id, { amount: 10 });
    expect(unknown).to.deep.include({ captured: dollars(0), capturing: dollars(10), nextCheckAt: noonPlus(1) });
    payments.clock.advance(1);
    await payments.reconcile();
    expect(await payments.get(payment.id)).to.deep.include({
      captured: dollars(10),
      capturing: dollars(0),
      nextCheckAt: null,
    });
    expect((await payments.sandbox.find(payment.id))?.captured).to.deep.equal(dollars(10));
    expect((await payments.getOrder(id)).amountPaid).to.deep.equal(dollars(10));
  });

  it('is not captured during an outage, and can be at once afterwards', async () => {
    const { payment } = await held();
    payments.failures.isDown = true;
    expect(await rejectionOf(payments.capture(payment.id))).to.include({ code: 'gateway_error' });
    payments.failures.isDown = false;
    expect((await payments.capture(payment.id)).status).to.equal('succeeded');
  });

  it('can be voided, which restarts the order’s full deadline', async () => {
    const { id, payment } = await held();
    payments.clock.advance(7200);
    expect(await payments.void(payment.id)).to.deep.include({
      status: 'cancelled',
      isVoiding: false,
      nextCheckAt: null,
    });
    const order = await payments.getOrder(id);
    expect([order.state.payment, order.expiresAt]).to.deep.equal(['unpaid', noonPlus(9000)]);
    expect((await payments.sandbox.find(payment.id))?.status).to.equal('voided');
    expect(await payments.orderTimelineOf(id)).to.deep.equal(['created', 'authorized', 'voided']);
    expect(await payments.typesOf(payment.id)).to.deep.equal(['payment.authorized', 'payment.cancelled']);
  });

  it('can be voided for the rest after a partial capture, which stays paid', async () => {
    const { id, payment } = await held();
    await payments.capture(payment.id, { amount: 10 });
    expect(await payments.void(payment.id)).to.deep.include({ status: 'succeeded', captured: dollars(10) });
    const order = await payments.getOrder(id);
    expect([order.amountPaid, order.state.payment]).to.deep.equal([dollars(10), 'partially_paid']);
    expect(order.expiresAt).to.deep.equal(noonPlus(1800));
  });

  it('is voided by reconciliation when the response is lost', async () => {
    const { id, payment } = await held();
    payments.failures.lostResponses = 1;
    expect(await payments.void(payment.id)).to.deep.include({ status: 'authorized', isVoiding: true });
    expect((await payments.getOrder(id)).state.payment).to.equal('authorized');
    payments.clock.advance(1);
    await payments.reconcile();
    expect(await payments.get(payment.id)).to.deep.include({ status: 'cancelled', isVoiding: false });
    expect((await payments.getOrder(id)).state.payment).to.equal('unpaid');
  });

  it('requires payments:write for capture and void', async () => {
    const customer = aUser();
    await payments.unitOfWork.run((tx) => tx.users.add(customer));
    const { id } = await payments.anOrder({ userId: customer.id });
    const actor = anActor(customer);
    const payment = await payments.pay(id, { captureMethod: 'manual' });
    for (const attempt of [payments.capture(payment.id, { actor }), payments.void(payment.id, { actor })]) {
      expect(await rejectionOf(attempt)).to.include({ kind: 'forbidden', code: 'insufficient_scope' });
    }
  });

  it('is not found by an unknown id', async () => {
    const id = ids.next('pay');
    for (const attempt of [payments.capture(id), payments.void(id), payments.refund(id)]) {
      expect(await rejectionOf(attempt)).to.include({ kind: 'not_found' });
    }
  });
});

describe('a payment that requires action', () => {
  it('can be voided, which completes its authorization', async () => {
    const payments = await openPayments();
    const { id } = await payments.anOrder();
    const payment = await payments.pay(id, { token: 'tok_requires_action' });
    expect(await payments.void(payment.id)).to.deep.include({
      status: 'cancelled',
      redirectUrl: null,
      nextCheckAt: null,
    });
    await payments.expectAgreement();
    expect((await payments.pay(id)).status).to.equal('succeeded');
  });
});
