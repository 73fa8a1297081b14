import { expect } from 'chai';
import { noonPlus } from '../../support/builders/builders.ts';
import { dollars } from '../../support/builders/order-builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { openPayments, type PaymentsUnderTest } from './payments-under-test.ts';

const ALL = dollars(39.98);
const TWO_HOURS = 7200;

describe('an overpayment', () => {
  let payments: PaymentsUnderTest;

  beforeEach(async () => {
    payments = await openPayments();
  });

  afterEach(() => payments.expectAgreement());

  const charge = (id: `pay_${string}`) => ({ key: id, reference: null });

  /** A payment that failed because its gateway did not find it for more than an hour. */
  const anUnreachablePayment = async (captureMethod: 'automatic' | 'manual' = 'automatic') => {
    const { id: orderId } = await payments.anOrder();
    payments.death.at = 'before asking';
    await payments.pay(orderId, { captureMethod }).catch(() => {});
    delete payments.death.at;
    const [id] = await payments.paymentsOf(orderId);
    if (id === undefined) throw new TypeError('A payment is recorded before its gateway is called.');
    payments.clock.advance(TWO_HOURS);
    await payments.reconcile();
    const failure = { code: 'not_received', message: 'The gateway was not reached in time.' };
    expect(await payments.get(id)).to.deep.include({ status: 'failed', failure, nextCheckAt: null });
    return { orderId, id };
  };
  /** The request reaches the gateway long after the payment failed. */
  const arriveLate = async ({ id, orderId }: { id: `pay_${string}`; orderId: `ord_${string}` }) => {
    const { amount, captureMethod } = await payments.get(id);
    await payments.sandbox.authorize({
      key: id,
      amount,
      token: 'tok_success',
      captureMethod,
      payableId: orderId,
      returnUrl: null,
    });
  };
  /** The same; the refund starts at once, so its webhook must be sent again. */
  const arriveUnwanted = async (payment: { id: `pay_${string}`; orderId: `ord_${string}` }) => {
    await arriveLate(payment);
    expect(await rejectionOf(payments.callBack(payment.id))).to.include({ kind: 'unavailable' });
  };

  it('is captured when the order is still payable', async () => {
    const payment = await anUnreachablePayment();
    await arriveLate(payment);
    await payments.callBack(payment.id);
    expect(await payments.get(payment.id)).to.deep.include({
      status: 'succeeded',
      failure: null,
      isOverpayment: false,
    });
    expect((await payments.getOrder(payment.orderId)).state.payment).to.equal('paid');
  });

  it('is refunded automatically when another payment paid the order', async () => {
    const payment = await anUnreachablePayment();
    const other = await payments.pay(payment.orderId);
    await arriveUnwanted(payment);
    expect(await payments.get(payment.id)).to.deep.include({ captured: ALL, refunding: ALL, isOverpayment: true });
    expect(await payments.reconcile()).to.equal(1);
    expect(await payments.get(payment.id)).to.deep.include({ captured: ALL, refunded: ALL, nextCheckAt: null });
    expect(await payments.get(other.id)).to.deep.equal(other);
    const order = await payments.getOrder(payment.orderId);
    expect([order.amountPaid, order.amountRefunded, order.state.payment]).to.deep.equal([ALL, dollars(0), 'paid']);
    expect(await payments.orderTimelineOf(payment.orderId)).to.deep.equal(['created', 'paid']);
  });

  it('is refunded automatically when the order was cancelled', async () => {
    const payment = await anUnreachablePayment();
    await payments.cancelOrder(payment.orderId);
    const cancelled = await payments.getOrder(payment.orderId);
    await arriveUnwanted(payment);
    await payments.reconcile();
    expect(await payments.get(payment.id)).to.deep.include({ status: 'succeeded', captured: ALL, refunded: ALL });
    expect((await payments.sandbox.find(payment.id))?.refunded).to.deep.equal(ALL);
    expect(await payments.getOrder(payment.orderId)).to.deep.equal(cancelled);
  });

  it('is refunded automatically when the order has expired', async () => {
    const payment = await anUnreachablePayment();
    expect(await payments.expire()).to.equal(1);
    await arriveUnwanted(payment);
    await payments.reconcile();
    expect(await payments.get(payment.id)).to.deep.include({ refunded: ALL, isOverpayment: true, nextCheckAt: null });
  });

  it('is refunded once despite lost responses', async () => {
    const payment = await anUnreachablePayment();
    await payments.cancelOrder(payment.orderId);
    await arriveUnwanted(payment);
    payments.failures.lostResponses = 2;
    for (const seconds of [0, 2, 4]) {
      payments.clock.advance(seconds);
      await payments.reconcile();
    }
    expect(await payments.get(payment.id)).to.deep.include({ refunded: ALL, refunding: dollars(0), nextCheckAt: null });
    expect((await payments.sandbox.find(payment.id))?.refunded).to.deep.equal(ALL);
  });

  it('is voided automatically when it is only authorized', async () => {
    const payment = await anUnreachablePayment('manual');
    await payments.cancelOrder(payment.orderId);
    await arriveUnwanted(payment);
    expect(await payments.get(payment.id)).to.deep.include({
      status: 'authorized',
      isVoiding: true,
      isOverpayment: true,
    });
    await payments.reconcile();
    expect(await payments.get(payment.id)).to.deep.include({
      status: 'cancelled',
      captured: dollars(0),
      nextCheckAt: null,
    });
    expect((await payments.sandbox.find(payment.id))?.status).to.equal('voided');
  });

  it('needs no refund when it was refunded at the gateway', async () => {
    const payment = await anUnreachablePayment();
    await payments.cancelOrder(payment.orderId);
    const { amount } = await payments.get(payment.id);
    const request = { key: payment.id, amount, token: 'tok_success', payableId: payment.orderId, returnUrl: null };
    await payments.sandbox.authorize({ ...request, captureMethod: 'automatic' });
    await payments.sandbox.refund({ key: 're_elsewhere', charge: charge(payment.id), amount: ALL, reason: null });
    await payments.callBack(payment.id);
    expect(await payments.get(payment.id)).to.deep.include({
      captured: ALL,
      refunded: ALL,
      isOverpayment: true,
      nextCheckAt: null,
    });
  });

  /** The gateway declined the refund. */
  const keptByGateway = async () => {
    const payment = await anUnreachablePayment();
    await payments.cancelOrder(payment.orderId);
    await arriveUnwanted(payment);
    const declined = { kind: 'declined', code: 'no_balance', message: 'The account is empty.' } as const;
    payments.replaceSandbox({ refund: async () => declined });
    await payments.reconcile();
    return payment;
  };
  const NOT_REFUNDED = { refunded: dollars(0), refunding: dollars(0) };

  it('can be refunded manually after the gateway declined', async () => {
    const { id } = await keptByGateway();
    expect(await payments.get(id)).to.deep.include({ ...NOT_REFUNDED, nextCheckAt: noonPlus(TWO_HOURS + 3600) });
    payments.replaceSandbox({});
    const after = await payments.refund(id);
    expect(after).to.deep.include({ refunded: ALL, nextCheckAt: null });
    payments.clock.advance(3600);
    expect(await payments.reconcile()).to.equal(0);
  });

  it('is retried every hour after the gateway declined', async () => {
    const { id } = await keptByGateway();
    for (const hours of [1, 2]) {
      payments.clock.advance(3599);
      expect(await payments.reconcile(), `before hour ${hours}`).to.equal(0);
      payments.clock.advance(1);
      expect(await payments.reconcile(), `in hour ${hours}`).to.equal(1);
      const nextCheckAt = noonPlus(TWO_HOURS + (hours + 1) * 3600);
      expect(await payments.get(id)).to.deep.include({ ...NOT_REFUNDED, nextCheckAt });
    }
    payments.replaceSandbox({});
    payments.clock.advance(3600);
    expect(await payments.reconcile()).to.equal(1);
    expect(await payments.get(id)).to.deep.include({ refunded: ALL, refunding: dollars(0), nextCheckAt: null });
    expect((await payments.sandbox.find(id))?.refunded).to.deep.equal(ALL);
    const refunds = (await payments.refundsOf(id)).map(({ status }) => status);
    expect(refunds).to.deep.equal(['failed', 'failed', 'failed', 'succeeded']);
  });

  it('is not retried by the webhook of the declined refund', async () => {
    const { id } = await keptByGateway();
    const before = await payments.get(id);
    await payments.callBack(id);
    expect(await payments.refundsOf(id)).to.have.length(1);
    expect(await payments.get(id)).to.deep.equal(before);
    payments.replaceSandbox({});
    payments.clock.advance(3600);
    await payments.reconcile();
    expect((await payments.get(id)).refunded).to.deep.equal(ALL);
  });
});

describe('a payer who approves while the order is being cancelled', () => {
  let payments: PaymentsUnderTest;

  beforeEach(async () => {
    payments = await openPayments();
  });

  afterEach(() => payments.expectAgreement());

  const waiting = async (captureMethod: 'automatic' | 'manual' = 'automatic') => {
    const { id: orderId, stock } = await payments.anOrder();
    const { id } = await payments.pay(orderId, { token: 'tok_requires_action', captureMethod });
    return { orderId, stock, id };
  };

  for (const captureMethod of ['automatic', 'manual'] as const) {
    it(`is refunded when the capture came before the void (${captureMethod})`, async () => {
      const { orderId, stock, id } = await waiting(captureMethod);
      await payments.sandbox.decide(id, 'approve');
      const order = await payments.cancelOrder(orderId);
      expect(order.state.status).to.equal('cancelled');
      expect(await stock()).to.equal(5);
      const { captured, refunded, nextCheckAt } = await payments.get(id);
      const amount = captureMethod === 'automatic' ? ALL : dollars(0);
      expect({ captured, refunded, nextCheckAt }).to.deep.equal({
        captured: amount,
        refunded: amount,
        nextCheckAt: null,
      });
      const expected = captureMethod === 'automatic' ? 'captured' : 'voided';
      expect((await payments.sandbox.find(id))?.status).to.equal(expected);
    });

    it(`is refunded when the capture came while the outcome of the void was unknown (${captureMethod})`, async () => {
      const { orderId, stock, id } = await waiting(captureMethod);
      // the void request gets lost
      payments.replaceSandbox({ void: async () => ({ kind: 'unknown', why: 'it was lost' }) });
      expect(await rejectionOf(payments.cancelOrder(orderId))).to.include({ kind: 'unavailable' });
      await payments.sandbox.decide(id, 'approve');
      expect(await rejectionOf(payments.callBack(id))).to.include({ kind: 'unavailable' });
      expect(await payments.get(id)).to.deep.include({ isOverpayment: false, isVoiding: true });
      payments.replaceSandbox({});
      payments.clock.advance(60);
      await payments.reconcile();
      await payments.reconcile();
      payments.clock.advance(60);
      expect(await payments.resume()).to.equal(true);
      expect((await payments.getOrder(orderId)).state.status).to.equal('cancelled');
      expect(await stock()).to.equal(5);
      const { captured, refunded, nextCheckAt } = await payments.get(id);
      const amount = captureMethod === 'automatic' ? ALL : dollars(0);
      expect({ captured, refunded, nextCheckAt }).to.deep.equal({
        captured: amount,
        refunded: amount,
        nextCheckAt: null,
      });
    });
  }
});
