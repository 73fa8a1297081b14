import { expect } from 'chai';
import { dollars } from '../../support/builders/order-builders.ts';
import { openPayments, type PaymentsUnderTest } from './payments-under-test.ts';

const HALF_AN_HOUR = 1800;

type OrderId = `ord_${string}`;

describe('expireOrders with gateway payments', () => {
  let payments: PaymentsUnderTest;

  beforeEach(async () => {
    payments = await openPayments();
  });

  afterEach(() => payments.expectAgreement());

  for (const [what, prepare] of [
    [
      'a payment is processing',
      async (id: OrderId) => {
        payments.failures.lostResponses = 1;
        await payments.pay(id);
      },
    ],
    ['a payer has something to do', (id: OrderId) => payments.pay(id, { token: 'tok_requires_action' })],
    ['all is held', (id: OrderId) => payments.pay(id, { captureMethod: 'manual' })],
    ['all was paid', (id: OrderId) => payments.pay(id)],
    [
      'a part is authorized and being voided',
      async (id: OrderId) => {
        const payment = await payments.pay(id, { amount: 10, captureMethod: 'manual' });
        payments.failures.lostResponses = 1;
        await payments.void(payment.id);
      },
    ],
    [
      'the refund of a paid part is pending',
      async (id: OrderId) => {
        const payment = await payments.pay(id, { amount: 10 });
        payments.failures.lostResponses = 1;
        await payments.refund(payment.id);
      },
    ],
  ] as const) {
    it(`keeps an order with ${what}`, async () => {
      const { id, stock } = await payments.anOrder();
      await prepare(id);
      const before = await payments.getOrder(id);
      payments.clock.advance(HALF_AN_HOUR);
      expect(await payments.expire()).to.equal(0);
      expect(await payments.getOrder(id)).to.deep.equal(before);
      expect(await stock()).to.equal(3);
    });
  }

  for (const [what, prepare] of [
    ['the payment was declined', (id: OrderId) => payments.pay(id, { token: 'tok_declined' }).catch(() => {})],
    [
      'the gateway was away',
      async (id: OrderId) => {
        payments.failures.isDown = true;
        await payments.pay(id).catch(() => {});
      },
    ],
    [
      'the payment was voided',
      async (id: OrderId) => {
        const payment = await payments.pay(id, { token: 'tok_requires_action' });
        await payments.void(payment.id);
      },
    ],
    [
      'a part was authorized and voided',
      async (id: OrderId) => {
        const payment = await payments.pay(id, { amount: 10, captureMethod: 'manual' });
        await payments.void(payment.id);
      },
    ],
    ['a part is held', (id: OrderId) => payments.pay(id, { amount: 10, captureMethod: 'manual' })],
    ['a part was paid', (id: OrderId) => payments.pay(id, { amount: 10 })],
    [
      'a part was captured and the rest of the authorization does not cover the amount due',
      async (id: OrderId) => {
        const payment = await payments.pay(id, { amount: 20, captureMethod: 'manual' });
        await payments.capture(payment.id, { amount: 5 });
      },
    ],
    [
      'all that was paid went back',
      async (id: OrderId) => {
        const payment = await payments.pay(id, { amount: 10 });
        await payments.refund(payment.id);
      },
    ],
  ] as const) {
    it(`expires an order with ${what} and returns its stock`, async () => {
      const { id, stock } = await payments.anOrder();
      await prepare(id);
      payments.clock.advance(HALF_AN_HOUR);
      expect(await payments.expire()).to.equal(1);
      const { state, cancelReason } = await payments.getOrder(id);
      expect([state.status, state.payment, cancelReason]).to.deep.equal(['cancelled', 'unpaid', 'expired']);
      expect(await stock()).to.equal(5);
    });
  }

  it('returns a partial payment, also when the gateway responds only later', async () => {
    const { id, stock } = await payments.anOrder();
    const payment = await payments.pay(id, { amount: 10 });
    payments.clock.advance(HALF_AN_HOUR);
    payments.failures.isDown = true;
    expect(await payments.expire()).to.equal(1);
    const { state, cancellingSince, expiresAt } = await payments.getOrder(id);
    expect([state.status, cancellingSince === null, expiresAt]).to.deep.equal(['open', false, null]);
    expect(await stock()).to.equal(3);
    payments.failures.isDown = false;
    payments.clock.advance(120);
    expect(await payments.resume()).to.equal(true);
    const order = await payments.getOrder(id);
    expect([order.state.status, order.cancelReason]).to.deep.equal(['cancelled', 'expired']);
    expect((await payments.get(payment.id)).refunded).to.deep.equal(dollars(10));
    expect(await stock()).to.equal(5);
  });

  it('expires other orders while the first due one has a pending payment', async () => {
    const [first, second] = [await payments.anOrder(), await payments.anOrder()];
    await payments.pay(first.id, { token: 'tok_requires_action' });
    payments.clock.advance(HALF_AN_HOUR);
    expect(await payments.expire()).to.equal(1);
    expect((await payments.getOrder(first.id)).state.status).to.equal('open');
    expect((await payments.getOrder(second.id)).state.status).to.equal('cancelled');
  });

  it('expires the order once its pending payment has failed', async () => {
    const { id } = await payments.anOrder();
    const payment = await payments.pay(id, { token: 'tok_requires_action' });
    payments.clock.advance(HALF_AN_HOUR - 1);
    await payments.sandbox.decide(payment.id, 'decline');
    await payments.callBack(payment.id);
    expect(await payments.expire()).to.equal(0);
    payments.clock.advance(1);
    expect(await payments.expire()).to.equal(1);
  });
});
