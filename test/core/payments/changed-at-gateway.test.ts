import { expect } from 'chai';
import { dollars } from '../../support/builders/order-builders.ts';
import { openPayments, type PaymentsUnderTest } from './payments-under-test.ts';

const ALL = dollars(39.98);

describe('a charge that was changed at the gateway', () => {
  let payments: PaymentsUnderTest;

  beforeEach(async () => {
    payments = await openPayments();
  });

  afterEach(() => payments.expectAgreement());

  const charge = (id: `pay_${string}`) => ({ key: id, reference: null });
  const held = async () => {
    const order = await payments.anOrder();
    const payment = await payments.pay(order.id, { captureMethod: 'manual' });
    return { orderId: order.id, id: payment.id };
  };

  it('is captured here after a gateway webhook', async () => {
    const { id, orderId } = await held();
    await payments.sandbox.capture({ key: 'cap_elsewhere', charge: charge(id), amount: ALL, isLast: true });
    await payments.callBack(id);
    expect(await payments.get(id)).to.deep.include({ status: 'succeeded', captured: ALL, nextCheckAt: null });
    expect((await payments.getOrder(orderId)).state.payment).to.equal('paid');
    expect(await payments.timelineOf(id)).to.deep.equal(['authorize_requested', 'authorized', 'captured']);
  });

  it('is partially captured here, and the rest can be captured', async () => {
    const { id, orderId } = await held();
    await payments.sandbox.capture({ key: 'cap_elsewhere', charge: charge(id), amount: dollars(10), isLast: false });
    await payments.callBack(id);
    const order = await payments.getOrder(orderId);
    expect([order.amountPaid, order.state.payment]).to.deep.equal([dollars(10), 'authorized']);
    await payments.capture(id);
    expect((await payments.getOrder(orderId)).state.payment).to.equal('paid');
  });

  it('is refunded here by a refund of its own', async () => {
    const { id: orderId } = await payments.anOrder();
    const { id } = await payments.pay(orderId);
    await payments.refund(id, { amount: 10, reason: 'too small' });
    const elsewhere = { key: 're_elsewhere', charge: charge(id), reason: null } as const;
    await payments.sandbox.refund({ ...elsewhere, amount: dollars(20) });
    await payments.callBack(id);
    expect(await payments.get(id)).to.deep.include({ refunded: dollars(30), nextCheckAt: null });
    const order = await payments.getOrder(orderId);
    expect([order.amountRefunded, order.state.payment]).to.deep.equal([dollars(30), 'partially_refunded']);
    const refunds = await payments.refundsOf(id);
    expect(refunds.map(({ amount, reason, status }) => [amount, reason, status])).to.deep.equal([
      [10, 'too small', 'succeeded'],
      [20, null, 'succeeded'],
    ]);
  });

  it('is voided here, and the order can be paid by another payment', async () => {
    const { id, orderId } = await held();
    await payments.sandbox.void({ key: 'void_elsewhere', charge: charge(id) });
    await payments.callBack(id);
    expect(await payments.get(id)).to.deep.include({ status: 'cancelled', nextCheckAt: null });
    expect((await payments.getOrder(orderId)).state.payment).to.equal('unpaid');
    expect((await payments.pay(orderId)).status).to.equal('succeeded');
  });

  it('is captured and refunded here when both happened since the last check', async () => {
    const { id, orderId } = await held();
    await payments.sandbox.capture({ key: 'cap_elsewhere', charge: charge(id), amount: ALL, isLast: true });
    await payments.sandbox.refund({ key: 're_elsewhere', charge: charge(id), amount: dollars(10), reason: null });
    await payments.callBack(id);
    const order = await payments.getOrder(orderId);
    expect([order.amountPaid, order.amountRefunded]).to.deep.equal([ALL, dollars(10)]);
    expect(order.state.payment).to.equal('partially_refunded');
  });

  it('is refunded here when it was captured and refunded before the first check', async () => {
    const { id: orderId } = await payments.anOrder();
    payments.failures.lostResponses = 1;
    const { id } = await payments.pay(orderId);
    await payments.sandbox.refund({ key: 're_elsewhere', charge: charge(id), amount: dollars(10), reason: null });
    await payments.callBack(id);
    expect(await payments.get(id)).to.deep.include({ status: 'succeeded', captured: ALL, refunded: dollars(10) });
    const order = await payments.getOrder(orderId);
    expect([order.amountPaid, order.amountRefunded]).to.deep.equal([ALL, dollars(10)]);
  });

  for (const [what, by] of [
    ['all', [39.98]],
    ['a part', [10]],
  ] as const) {
    it(`does not fail the cancellation of an order when ${what} was refunded there meanwhile`, async () => {
      const { id: orderId, stock } = await payments.anOrder();
      const { id } = await payments.pay(orderId);
      const elsewhere = by.map((amount) => dollars(amount));
      payments.replaceSandbox({
        refund: async (request) => {
          const amount = elsewhere.pop();
          if (amount === undefined) return payments.sandbox.refund(request);
          await payments.sandbox.refund({ ...request, key: 're_elsewhere', amount });
          return { kind: 'declined', code: 'already_refunded', message: 'There is not so much left.' };
        },
      });
      const order = await payments.cancelOrder(orderId);
      expect([order.state.status, order.amountRefunded]).to.deep.equal(['cancelled', ALL]);
      expect(await payments.get(id)).to.deep.include({ refunded: ALL, nextCheckAt: null });
      expect((await payments.sandbox.find(id))?.refunded).to.deep.equal(ALL);
      expect(await stock()).to.equal(5);
    });
  }

  it('counts this service’s operations once, and external changes when they are known', async () => {
    const { id: orderId } = await payments.anOrder();
    const { id } = await payments.pay(orderId);
    payments.failures.lostResponses = 1;
    await payments.refund(id, { amount: 10 });
    await payments.sandbox.refund({ key: 're_elsewhere', charge: charge(id), amount: dollars(5), reason: null });
    await payments.callBack(id);
    expect(await payments.get(id)).to.deep.include({ refunded: dollars(15), refunding: dollars(0) });
    expect((await payments.getOrder(orderId)).amountRefunded).to.deep.equal(dollars(15));
  });
});
