import { expect } from 'chai';
import type { PaymentId } from '#core/payments/payment.ts';
import { noonPlus } from '../../support/builders/builders.ts';
import { dollars } from '../../support/builders/order-builders.ts';
import { openPayments, type PaymentsUnderTest } from './payments-under-test.ts';

const ALL = dollars(39.98);

const REQUEST = { key: 'a request', fingerprint: 'its body' };

/** An operation on a suitable payment, and its result. */
const OPERATIONS = {
  'a capture': {
    captureMethod: 'manual',
    send: (payments: PaymentsUnderTest, id: PaymentId) => payments.capture(id, { amount: 10, idempotency: REQUEST }),
    becomes: { status: 'authorized', captured: dollars(10), refunded: dollars(0) },
  },
  'a void': {
    captureMethod: 'manual',
    send: (payments: PaymentsUnderTest, id: PaymentId) => payments.void(id, { idempotency: REQUEST }),
    becomes: { status: 'cancelled', captured: dollars(0), refunded: dollars(0) },
  },
  'a refund': {
    captureMethod: 'automatic',
    send: (payments: PaymentsUnderTest, id: PaymentId) => payments.refund(id, { amount: 10, idempotency: REQUEST }),
    becomes: { status: 'succeeded', captured: ALL, refunded: dollars(10) },
  },
} as const;

describe('an operation whose process died', () => {
  let payments: PaymentsUnderTest;

  beforeEach(async () => {
    payments = await openPayments();
  });

  afterEach(() => payments.expectAgreement());

  const dieAt = async (at: 'before asking' | 'before recording', attempt: () => Promise<unknown>): Promise<void> => {
    payments.death.at = at;
    const error = await attempt().catch((caught: unknown) => caught);
    expect(error).to.have.property('message', 'The process has ended.');
    delete payments.death.at;
  };
  const ownerId = async (orderId: `ord_${string}`): Promise<PaymentId> => {
    const [id, ...others] = await payments.paymentsOf(orderId);
    if (id === undefined || others.length > 0) throw new TypeError('The order has one payment.');
    return id;
  };

  for (const at of ['before asking', 'before recording'] as const) {
    it(`is resumed for a payment whose process died ${at}, after its lease ends`, async () => {
      const { id: orderId } = await payments.anOrder();
      await dieAt(at, () => payments.pay(orderId, { idempotency: REQUEST }));
      const id = await ownerId(orderId);
      expect(await payments.get(id)).to.deep.include({ status: 'processing', nextCheckAt: noonPlus(30) });
      payments.clock.advance(29.999);
      expect(await payments.reconcile()).to.equal(0);
      payments.clock.advance(0.001);
      expect(await payments.reconcile()).to.equal(1);
      expect(await payments.get(id)).to.deep.include({ status: 'succeeded', captured: ALL, nextCheckAt: null });
      expect((await payments.getOrder(orderId)).state.payment).to.equal('paid');
      expect((await payments.pay(orderId, { idempotency: REQUEST })).id).to.equal(id);
    });

    for (const [what, { captureMethod, send, becomes }] of Object.entries(OPERATIONS)) {
      it(`is resumed for ${what} whose process died ${at}`, async () => {
        const { id: orderId } = await payments.anOrder();
        const { id } = await payments.pay(orderId, { captureMethod });
        await dieAt(at, () => send(payments, id));
        payments.clock.advance(30);
        expect(await payments.reconcile()).to.equal(1);
        expect(await payments.get(id)).to.deep.include({ ...becomes, nextCheckAt: null });
        const { captured, refunded } = (await payments.sandbox.find(id)) ?? becomes;
        expect({ captured, refunded }).to.deep.equal({ captured: becomes.captured, refunded: becomes.refunded });
        const after = await payments.get(id);
        expect(await send(payments, id)).to.deep.equal(after);
      });
    }
  }

  it('returns the decline to a repeated request', async () => {
    const { id: orderId } = await payments.anOrder();
    await dieAt('before recording', () => payments.pay(orderId, { token: 'tok_declined', idempotency: REQUEST }));
    payments.clock.advance(30);
    await payments.reconcile();
    const again = await payments
      .pay(orderId, { token: 'tok_declined', idempotency: REQUEST })
      .catch((error: unknown) => error);
    expect(again).to.include({ code: 'payment_declined', message: 'The card was declined.' });
  });
});
