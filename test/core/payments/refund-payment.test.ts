import { expect } from 'chai';
import type { PaymentGateway } from '#core/payments/payment-gateway.ts';
import { anActor, aUser, noonPlus } from '../../support/builders/builders.ts';
import { dollars } from '../../support/builders/order-builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { openPayments, type PaymentsUnderTest } from './payments-under-test.ts';

const ALL = dollars(39.98);

describe('refundPayment', () => {
  let payments: PaymentsUnderTest;

  beforeEach(async () => {
    payments = await openPayments();
  });

  afterEach(() => payments.expectAgreement());

  const paid = async () => {
    const order = await payments.anOrder();
    return { ...order, payment: await payments.pay(order.id) };
  };

  it('refunds the full amount unless an amount is given', async () => {
    const { id, payment } = await paid();
    expect(await payments.refund(payment.id)).to.deep.include({
      status: 'succeeded',
      refunded: ALL,
      nextCheckAt: null,
    });
    const order = await payments.getOrder(id);
    expect([order.amountRefunded, order.state.payment]).to.deep.equal([ALL, 'refunded']);
    expect((await payments.sandbox.find(payment.id))?.refunded).to.deep.equal(ALL);
    expect(await payments.typesOf(payment.id)).to.deep.equal(['payment.succeeded', 'payment.refunded']);
    expect(await payments.orderTimelineOf(id)).to.deep.equal(['created', 'paid', 'refunded']);
  });

  it('refunds in parts, each with its reason', async () => {
    const { id, payment } = await paid();
    for (const [amount, reason, back, state] of [
      [10, 'too small', 10, 'partially_refunded'],
      [20, null, 30, 'partially_refunded'],
      [9.98, 'returned', 39.98, 'refunded'],
    ] as const) {
      expect((await payments.refund(payment.id, { amount, reason })).refunded).to.deep.equal(dollars(back));
      expect((await payments.getOrder(id)).state.payment).to.equal(state);
    }
    const refunds = await payments.refundsOf(payment.id);
    expect(refunds.map(({ amount, reason, status }) => [amount, reason, status])).to.deep.equal([
      [10, 'too small', 'succeeded'],
      [20, null, 'succeeded'],
      [9.98, 'returned', 'succeeded'],
    ]);
  });

  it('rejects more than was captured', async () => {
    const { payment } = await paid();
    await payments.refund(payment.id, { amount: 10 });
    const error = await rejectionOf(payments.refund(payment.id, { amount: 29.99 }));
    const message = 'must be more than 0 and at most 29.98';
    expect(error.fieldErrors).to.deep.equal([{ path: ['amount'], code: 'number.max', message }]);
    await payments.refund(payment.id);
    const late = await rejectionOf(payments.refund(payment.id));
    expect(late.details).to.deep.equal({ current_state: 'refunded', actions: [] });
  });

  it('refunds once under two concurrent full refunds', async () => {
    const { id, payment } = await paid();
    payments.failures.delayMs = 5;
    const outcomes = await Promise.allSettled([payments.refund(payment.id), payments.refund(payment.id)]);
    expect(outcomes.map(({ status }) => status).sort()).to.deep.equal(['fulfilled', 'rejected']);
    expect((await payments.getOrder(id)).amountRefunded).to.deep.equal(ALL);
  });

  it('refunds the captured part of an order whose rest is authorized', async () => {
    const { id } = await payments.anOrder();
    const payment = await payments.pay(id, { captureMethod: 'manual' });
    await payments.capture(payment.id, { amount: 10 });
    await payments.refund(payment.id, { amount: 4 });
    expect(await payments.get(payment.id)).to.deep.include({ status: 'authorized', refunded: dollars(4) });
    const order = await payments.getOrder(id);
    expect([order.state.payment, order.amountPaid, order.amountRefunded]).to.deep.equal([
      'partially_paid',
      dollars(10),
      dollars(4),
    ]);
    expect((await payments.pay(id)).amount).to.deep.equal(dollars(4));
    await payments.capture(payment.id);
    expect((await payments.getOrder(id)).state.payment).to.equal('paid');
  });

  it('lets an order expire after a full refund and void', async () => {
    const { id, stock } = await payments.anOrder();
    const payment = await payments.pay(id, { captureMethod: 'manual' });
    await payments.capture(payment.id, { amount: 10 });
    await payments.refund(payment.id);
    await payments.void(payment.id);
    const order = await payments.getOrder(id);
    expect([order.state.payment, order.expiresAt]).to.deep.equal(['unpaid', noonPlus(1800)]);
    payments.clock.advance(1800);
    expect(await payments.expire()).to.equal(1);
    expect(await stock()).to.equal(5);
  });

  it('lets an order expire whose authorization does not cover the amount due', async () => {
    const { id, stock } = await payments.anOrder();
    const payment = await payments.pay(id, { captureMethod: 'manual' });
    await payments.capture(payment.id, { amount: 10 });
    await payments.refund(payment.id);
    payments.clock.advance(1800);
    expect(await payments.expire()).to.equal(1);
    expect((await payments.getOrder(id)).state.status).to.equal('cancelled');
    expect((await payments.sandbox.find(payment.id))?.status).to.equal('captured');
    expect(await payments.get(payment.id)).to.deep.include({ status: 'succeeded', refunded: dollars(10) });
    expect(await stock()).to.equal(5);
  });

  it('refunds nothing when the gateway declines', async () => {
    const { id, payment } = await paid();
    const message = 'The account is empty.';
    payments.replaceSandbox({ refund: async () => ({ kind: 'declined', code: 'no_balance', message }) });
    const error = await rejectionOf(payments.refund(payment.id));
    expect(error).to.include({ code: 'payment_declined', message });
    expect(await payments.get(payment.id)).to.deep.equal({ ...payment, version: payment.version + 2 });
    expect((await payments.getOrder(id)).amountRefunded).to.deep.equal(dollars(0));
    const [refund] = await payments.refundsOf(payment.id);
    expect(refund).to.include({ status: 'failed', failure_code: 'no_balance', failure_message: message });
  });

  it('is completed under the same key by reconciliation while the gateway processes it', async () => {
    const { id, payment } = await paid();
    const keys: string[] = [];
    const refund: PaymentGateway['refund'] = async (request) => {
      keys.push(request.key);
      return keys.length < 3 ? { kind: 'pending', reference: 're_1' } : payments.sandbox.refund(request);
    };
    payments.replaceSandbox({ refund });
    const pending = await payments.refund(payment.id, { amount: 10 });
    expect(pending).to.deep.include({ refunded: dollars(0), refunding: dollars(10), nextCheckAt: noonPlus(1) });
    expect((await payments.refundsOf(payment.id)).map(({ status }) => status)).to.deep.equal(['pending']);
    payments.clock.advance(1);
    await payments.reconcile();
    expect((await payments.getOrder(id)).amountRefunded).to.deep.equal(dollars(0));
    payments.clock.advance(3_600);
    await payments.reconcile();
    expect(await payments.get(payment.id)).to.deep.include({
      refunded: dollars(10),
      refunding: dollars(0),
      nextCheckAt: null,
    });
    expect((await payments.getOrder(id)).amountRefunded).to.deep.equal(dollars(10));
    expect(new Set(keys).size).to.equal(1);
  });

  /** A paid order at a gateway that processes refunds until `settle` is called. */
  const slowlyRefunded = async () => {
    const order = await paid();
    const [item] = (await payments.getOrder(order.id)).items;
    if (item === undefined) throw new TypeError('The order has items.');
    let isPending = true;
    const refund: PaymentGateway['refund'] = async (request) =>
      isPending ? { kind: 'pending', reference: 're_1' } : payments.sandbox.refund(request);
    payments.replaceSandbox({ refund });
    const settle = async () => {
      isPending = false;
      payments.clock.advance(3_600);
      await payments.reconcile();
    };
    return { ...order, item, settle, refunded: { items: [{ itemId: item.id, quantity: 1 }], isRestocked: true } };
  };

  it('cancels its items once the gateway has refunded, and not before', async () => {
    const { id, payment, stock, item, refunded, settle } = await slowlyRefunded();
    const pending = await payments.refund(payment.id, { items: refunded });
    expect(pending).to.deep.include({ refunding: dollars(19.99) });
    expect((await payments.getOrder(id)).items).to.deep.equal([item]);
    expect(await stock()).to.equal(3);
    expect(await rejectionOf(payments.refund(payment.id, { items: refunded }))).to.include({ code: 'invalid_state' });
    await settle();
    const order = await payments.getOrder(id);
    expect(order.items[0]).to.include({ quantity: 1, cancelledQuantity: 1 });
    expect([order.amountRefunded, order.state.payment]).to.deep.equal([dollars(19.99), 'paid']);
    expect(await stock()).to.equal(4);
  });

  it('leaves its items to the cancellation of the order, which restores the stock once', async () => {
    const { id, payment, stock, item, refunded, settle } = await slowlyRefunded();
    await payments.refund(payment.id, { items: refunded });
    await rejectionOf(payments.cancelOrder(id));
    await settle();
    await payments.cancelOrder(id);
    const order = await payments.getOrder(id);
    expect([order.state.status, order.amountRefunded]).to.deep.equal(['cancelled', ALL]);
    expect(order.items).to.deep.equal([item]);
    expect(await stock()).to.equal(5);
  });

  it('keeps its items when the gateway declines', async () => {
    const { id, payment, stock } = await paid();
    const before = await payments.getOrder(id);
    payments.replaceSandbox({ refund: async () => ({ kind: 'declined', code: 'no_balance', message: 'Empty.' }) });
    const items = before.items.map((item) => ({ itemId: item.id, quantity: 1 }));
    const error = await rejectionOf(payments.refund(payment.id, { items: { items, isRestocked: true } }));
    expect(error).to.include({ code: 'payment_declined' });
    expect(await payments.getOrder(id)).to.deep.equal(before);
    expect(await stock()).to.equal(3);
  });

  it('refunds once when the response is lost', async () => {
    const { payment } = await paid();
    payments.failures.lostResponses = 1;
    expect(await payments.refund(payment.id, { amount: 10 })).to.deep.include({ refunding: dollars(10) });
    payments.clock.advance(1);
    await payments.reconcile();
    expect(await payments.get(payment.id)).to.deep.include({ refunded: dollars(10), refunding: dollars(0) });
    expect((await payments.sandbox.find(payment.id))?.refunded).to.deep.equal(dollars(10));
  });

  it('requires payments:write', async () => {
    const customer = aUser();
    await payments.unitOfWork.run((tx) => tx.users.add(customer));
    const { id } = await payments.anOrder({ userId: customer.id });
    const actor = anActor(customer);
    const payment = await payments.pay(id, { actor });
    expect(await rejectionOf(payments.refund(payment.id, { actor }))).to.include({ code: 'insufficient_scope' });
  });
});
