import { expect } from 'chai';
import type { PaymentId } from '#core/payments/payment.ts';
import { dollars } from '../../support/builders/order-builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { openPayments, type PaymentsUnderTest } from './payments-under-test.ts';

const ALL = dollars(39.98);

type Ending = Readonly<{ statuses: string[]; paid: number; back: number; timeline: string[] }>;

/** Payments of an order, their state after its cancellation, and the order's timeline. */
const CANCELLED: Readonly<
  Record<string, readonly [(payments: PaymentsUnderTest, id: `ord_${string}`) => Promise<unknown>, Ending]>
> = {
  'without a payment': [async () => undefined, { statuses: [], paid: 0, back: 0, timeline: ['created', 'cancelled'] }],
  'whose only payment was declined': [
    (payments, id) => payments.pay(id, { token: 'tok_declined' }).catch(() => {}),
    { statuses: ['failed'], paid: 0, back: 0, timeline: ['created', 'cancelled'] },
  ],
  'that was paid': [
    (payments, id) => payments.pay(id),
    {
      statuses: ['succeeded'],
      paid: 39.98,
      back: 39.98,
      timeline: ['created', 'paid', 'cancelling', 'refunded', 'cancelled'],
    },
  ],
  'that was paid in two parts, of one of which a part went back': [
    async (payments, id) => {
      const { id: first } = await payments.pay(id, { amount: 10 });
      await payments.pay(id);
      await payments.refund(first, { amount: 1 });
    },
    {
      statuses: ['succeeded', 'succeeded'],
      paid: 39.98,
      back: 39.98,
      timeline: ['created', 'paid', 'paid', 'refunded', 'cancelling', 'refunded', 'refunded', 'cancelled'],
    },
  ],
  'that is authorized': [
    (payments, id) => payments.pay(id, { captureMethod: 'manual' }),
    {
      statuses: ['cancelled'],
      paid: 0,
      back: 0,
      timeline: ['created', 'authorized', 'cancelling', 'voided', 'cancelled'],
    },
  ],
  'of which a part is held': [
    (payments, id) => payments.pay(id, { amount: 10, captureMethod: 'manual' }),
    { statuses: ['cancelled'], paid: 0, back: 0, timeline: ['created', 'cancelling', 'cancelled'] },
  ],
  'that was captured in part': [
    async (payments, id) => {
      const { id: payment } = await payments.pay(id, { captureMethod: 'manual' });
      await payments.capture(payment, { amount: 10 });
    },
    {
      statuses: ['succeeded'],
      paid: 10,
      back: 10,
      timeline: ['created', 'authorized', 'paid', 'cancelling', 'voided', 'refunded', 'cancelled'],
    },
  ],
  'that was paid in part, and is held for the rest': [
    async (payments, id) => {
      await payments.pay(id, { amount: 10 });
      await payments.pay(id, { captureMethod: 'manual' });
    },
    {
      statuses: ['succeeded', 'cancelled'],
      paid: 10,
      back: 10,
      timeline: ['created', 'paid', 'authorized', 'cancelling', 'refunded', 'cancelled'],
    },
  ],
  'whose payer has something to do': [
    (payments, id) => payments.pay(id, { token: 'tok_requires_action' }),
    { statuses: ['cancelled'], paid: 0, back: 0, timeline: ['created', 'cancelling', 'cancelled'] },
  ],
  'whose payer has something to do for the rest': [
    async (payments, id) => {
      await payments.pay(id, { amount: 10 });
      await payments.pay(id, { token: 'tok_requires_action' });
    },
    {
      statuses: ['succeeded', 'cancelled'],
      paid: 10,
      back: 10,
      timeline: ['created', 'paid', 'cancelling', 'refunded', 'cancelled'],
    },
  ],
  'of which a refund is not known yet': [
    async (payments, id) => {
      const { id: payment } = await payments.pay(id);
      payments.failures.lostResponses = 1;
      await payments.refund(payment, { amount: 10 });
    },
    {
      statuses: ['succeeded'],
      paid: 39.98,
      back: 39.98,
      timeline: ['created', 'paid', 'cancelling', 'refunded', 'refunded', 'cancelled'],
    },
  ],
  'that was captured in part, of which a refund is not known yet': [
    async (payments, id) => {
      const { id: payment } = await payments.pay(id, { captureMethod: 'manual' });
      await payments.capture(payment, { amount: 10 });
      payments.failures.lostResponses = 1;
      await payments.refund(payment, { amount: 4 });
    },
    {
      statuses: ['succeeded'],
      paid: 10,
      back: 10,
      timeline: ['created', 'authorized', 'paid', 'cancelling', 'refunded', 'refunded', 'cancelled'],
    },
  ],
};

describe('cancelOrder with gateway payments', () => {
  let payments: PaymentsUnderTest;

  beforeEach(async () => {
    payments = await openPayments();
  });

  afterEach(() => payments.expectAgreement());

  const firstOf = async (id: `ord_${string}`): Promise<PaymentId> => {
    const [payment] = await payments.paymentsOf(id);
    if (payment === undefined) throw new TypeError('The order has a payment.');
    return payment;
  };

  for (const [what, [prepare, { statuses, paid, back, timeline }]] of Object.entries(CANCELLED)) {
    it(`refunds and voids the payments of an order ${what}`, async () => {
      const { id, stock } = await payments.anOrder();
      await prepare(payments, id);
      const order = await payments.cancelOrder(id);
      expect(order.state.status).to.equal('cancelled');
      expect([order.amountPaid, order.amountRefunded]).to.deep.equal([dollars(paid), dollars(back)]);
      const all = await Promise.all((await payments.paymentsOf(id)).map(payments.get));
      expect(all.map(({ status }) => status)).to.deep.equal(statuses);
      for (const { captured, refunded, nextCheckAt } of all) {
        expect([refunded, nextCheckAt]).to.deep.equal([captured, null]);
      }
      expect(await payments.orderTimelineOf(id)).to.deep.equal(timeline);
      expect(await stock()).to.equal(5);
    });
  }

  it('waits until the outcome of a payment is known', async () => {
    const { id } = await payments.anOrder();
    payments.failures.lostResponses = 1;
    await payments.pay(id);
    const before = await payments.getOrder(id);
    const error = await rejectionOf(payments.cancelOrder(id));
    expect(error).to.include({ code: 'invalid_state' });
    expect(error.details).to.deep.equal({ current_state: 'processing', actions: ['cancel'] });
    expect(await payments.getOrder(id)).to.deep.equal(before);
    payments.clock.advance(1);
    await payments.reconcile();
    expect((await payments.cancelOrder(id)).amountRefunded).to.deep.equal(ALL);
  });

  it('waits until the outcome of a capture is known', async () => {
    const { id } = await payments.anOrder();
    const payment = await payments.pay(id, { captureMethod: 'manual' });
    payments.failures.lostResponses = 1;
    await payments.capture(payment.id);
    expect((await rejectionOf(payments.cancelOrder(id))).details).to.deep.include({ current_state: 'processing' });
  });

  it('is resumed after a gateway outage, and the order rejects other changes meanwhile', async () => {
    const { id, stock } = await payments.anOrder();
    const payment = await payments.pay(id, { captureMethod: 'manual' });
    payments.failures.isDown = true;
    expect(await rejectionOf(payments.cancelOrder(id))).to.include({ code: 'gateway_error' });
    expect(await stock()).to.equal(3);
    expect((await rejectionOf(payments.capture(payment.id))).details).to.deep.include({
      current_state: 'cancelling',
    });
    payments.failures.isDown = false;
    expect(await payments.resume()).to.equal(false);
    payments.clock.advance(60);
    expect(await payments.resume()).to.equal(true);
    expect((await payments.getOrder(id)).state.status).to.equal('cancelled');
    expect(await stock()).to.equal(5);
    expect((await payments.get(payment.id)).status).to.equal('cancelled');
  });

  it('is resumed after a lost response and refunds once', async () => {
    const { id } = await payments.anOrder();
    const payment = await payments.pay(id);
    payments.failures.lostResponses = 2;
    expect(await rejectionOf(payments.cancelOrder(id))).to.include({ kind: 'unavailable' });
    payments.clock.advance(60);
    expect(await payments.resume()).to.equal(true);
    const order = await payments.getOrder(id);
    expect([order.state.status, order.amountRefunded]).to.deep.equal(['cancelled', ALL]);
    expect((await payments.sandbox.find(payment.id))?.refunded).to.deep.equal(ALL);
  });

  it('is resumed when its process died, after any step', async () => {
    for (const at of ['before asking', 'before recording'] as const) {
      const { id } = await payments.anOrder();
      await payments.pay(id);
      payments.death.at = at;
      await payments.cancelOrder(id).catch(() => {});
      delete payments.death.at;
      expect((await payments.getOrder(id)).state.status).to.equal('open');
      payments.clock.advance(60);
      expect(await payments.resume()).to.equal(true);
      expect((await payments.getOrder(id)).state.status).to.equal('cancelled');
      expect((await payments.sandbox.find(await firstOf(id)))?.refunded).to.deep.equal(ALL);
    }
  });

  it('refunds once under concurrent cancellations and reconciliation', async () => {
    const { id } = await payments.anOrder();
    await payments.pay(id);
    payments.failures.delayMs = 2;
    await Promise.allSettled([1, 2, 3].map(() => payments.cancelOrder(id)));
    payments.clock.advance(60);
    await payments.reconcile();
    await payments.resume();
    const order = await payments.getOrder(id);
    expect([order.state.status, order.amountRefunded]).to.deep.equal(['cancelled', ALL]);
    expect((await payments.sandbox.find(await firstOf(id)))?.refunded).to.deep.equal(ALL);
  });

  it('has a dry run that calls no gateway', async () => {
    const { id } = await payments.anOrder();
    await payments.pay(id, { token: 'tok_requires_action' });
    const before = await payments.getOrder(id);
    payments.replaceSandbox({ void: async () => Promise.reject(new Error('The gateway was called.')) });
    expect((await payments.dryRunCancel(id)).order.state).to.include({ status: 'cancelled' });
    expect(await payments.getOrder(id)).to.deep.equal(before);
  });
});
