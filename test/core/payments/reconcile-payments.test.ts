import { expect } from 'chai';
import type { PaymentId } from '#core/payments/payment.ts';
import type { PaymentGateway } from '#core/payments/payment-gateway.ts';
import { noonPlus } from '../../support/builders/builders.ts';
import { dollars } from '../../support/builders/order-builders.ts';
import { openPayments, type PaymentsUnderTest } from './payments-under-test.ts';

const ALL = dollars(39.98);
describe('reconcilePayments', () => {
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
  /** Counts the authorizations at the sandbox. */
  const countCharges = () => {
    const keys: string[] = [];
    const authorize: PaymentGateway['authorize'] = (request) => {
      keys.push(request.key);
      return payments.sandbox.authorize(request);
    };
    payments.replaceSandbox({ authorize });
    return keys;
  };

  it('does nothing without pending payments', async () => {
    const { id } = await payments.anOrder();
    await payments.pay(id);
    payments.clock.advance(86_400);
    expect(await payments.reconcile()).to.equal(0);
  });

  it('charges once under concurrent runs', async () => {
    const { id: orderId } = await payments.anOrder();
    const keys = countCharges();
    await dieAt('before asking', () => payments.pay(orderId));
    payments.clock.advance(30);
    payments.failures.delayMs = 2;
    const claimed = await Promise.all([payments.reconcile(), payments.anotherReconciler()(), payments.reconcile()]);
    expect(claimed.sort()).to.deep.equal([0, 0, 1]);
    expect(keys).to.deep.equal([await ownerId(orderId)]);
    expect((await payments.getOrder(orderId)).amountPaid).to.deep.equal(ALL);
  });

  it('charges and records once when a slow process loses its lease', async () => {
    const { id: orderId } = await payments.anOrder();
    await dieAt('before asking', () => payments.pay(orderId));
    const id = await ownerId(orderId);
    payments.failures.delayMs = 2;
    await Promise.all([payments.reconcilePayment(id), payments.reconcilePayment(id), payments.reconcilePayment(id)]);
    expect((await payments.getOrder(orderId)).amountPaid).to.deep.equal(ALL);
    expect(await payments.timelineOf(id)).to.deep.equal(['authorize_requested', 'captured']);
    expect(await payments.typesOf(id)).to.deep.equal(['payment.succeeded']);
  });

  it('records once when the first process returns after another took over', async () => {
    const { id: orderId } = await payments.anOrder();
    payments.failures.delayMs = 20;
    const paying = payments.pay(orderId);
    const id = await new Promise<PaymentId>((resolve) => {
      // by turns of the event loop: promises alone would not let the payment begin
      const look = () =>
        void payments.paymentsOf(orderId).then(([found]) => (found ? resolve(found) : setImmediate(look)));
      look();
    });
    payments.failures.delayMs = 0;
    await payments.reconcilePayment(id);
    expect((await payments.get(id)).status).to.equal('succeeded');
    expect(await paying).to.deep.equal(await payments.get(id));
    expect(await payments.timelineOf(id)).to.deep.equal(['authorize_requested', 'captured']);
  });

  it('backs off while the gateway does not respond, with the outcome unknown', async () => {
    const { id: orderId } = await payments.anOrder();
    payments.failures.lostResponses = 1000;
    const { id } = await payments.pay(orderId);
    const pauses: number[] = [];
    for (let time = 0; time < 11; time += 1) {
      const { nextCheckAt } = await payments.get(id);
      const pause = ((nextCheckAt?.getTime() ?? 0) - payments.clock.now().getTime()) / 1000;
      pauses.push(pause);
      payments.clock.advance(pause);
      expect(await payments.reconcile()).to.equal(1);
    }
    expect(pauses).to.deep.equal([1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 60]);
    expect(await payments.get(id)).to.deep.include({ status: 'processing', version: 1 });
    payments.failures.lostResponses = 0;
    payments.clock.advance(300);
    await payments.reconcile();
    expect((await payments.get(id)).status).to.equal('succeeded');
  });

  it('treats an unreachable gateway as unknown', async () => {
    const { id: orderId } = await payments.anOrder();
    payments.failures.lostResponses = 1;
    const { id } = await payments.pay(orderId);
    payments.failures.isDown = true;
    payments.clock.advance(1);
    await payments.reconcile();
    expect(await payments.get(id)).to.deep.include({ status: 'processing', failure: null });
    payments.failures.isDown = false;
    payments.clock.advance(2);
    await payments.reconcile();
    expect((await payments.get(id)).status).to.equal('succeeded');
  });

  it('skips and logs payments of a disabled gateway until it is enabled again', async () => {
    const { id: orderId } = await payments.anOrder();
    payments.gateways.set('acme', { ...payments.sandbox, name: 'acme' });
    payments.failures.lostResponses = 1;
    const { id } = await payments.pay(orderId, { gateway: 'acme' });
    payments.gateways.delete('acme');
    for (const [seconds, delay] of [
      [1, null],
      [86_400, 'unknown_outcome'],
    ] as const) {
      payments.clock.advance(seconds);
      expect(await payments.reconcile()).to.equal(1);
      expect(await payments.get(id)).to.deep.include({ status: 'processing', delay });
    }
    const message = 'payment waits for a gateway that is not enabled';
    const fields = { payment_id: id, gateway: 'acme', operation: 'look_up' };
    expect(payments.lines).to.deep.equal([1, 2].map(() => ({ level: 'warn', fields, message })));
    payments.gateways.set('acme', { ...payments.sandbox, name: 'acme' });
    payments.clock.advance(300);
    await payments.reconcile();
    expect((await payments.get(id)).status).to.equal('succeeded');
  });

  it('repeats the charge under the same key in the first hour when the gateway does not find the charge', async () => {
    const { id: orderId } = await payments.anOrder();
    const keys = countCharges();
    await dieAt('before asking', () => payments.pay(orderId));
    const id = await ownerId(orderId);
    payments.clock.advance(3599.999);
    await payments.reconcilePayment(id);
    expect((await payments.get(id)).status).to.equal('succeeded');
    expect(keys).to.deep.equal([id]);
  });

  it('only looks up the charge after the first hour and fails the payment after two', async () => {
    const { id: orderId } = await payments.anOrder();
    const keys = countCharges();
    await dieAt('before asking', () => payments.pay(orderId));
    const id = await ownerId(orderId);
    for (const seconds of [3600, 3599.999]) {
      payments.clock.advance(seconds);
      expect(await payments.reconcilePayment(id)).to.deep.include({ isKnown: true });
      expect(await payments.get(id)).to.deep.include({ status: 'processing', failure: null });
    }
    payments.clock.advance(0.001);
    await payments.reconcilePayment(id);
    const failure = { code: 'not_received', message: 'The gateway was not reached in time.' };
    expect(await payments.get(id)).to.deep.include({ status: 'failed', failure, nextCheckAt: null });
    expect(await payments.timelineOf(id)).to.deep.equal(['authorize_requested', 'unknown', 'unknown', 'declined']);
    expect(keys).to.deep.equal([]);
    expect((await payments.pay(orderId)).status).to.equal('succeeded');
  });

  it('finds in the second hour a charge made in the first', async () => {
    const { id: orderId } = await payments.anOrder();
    payments.failures.lostResponses = 1;
    const { id } = await payments.pay(orderId);
    const keys = countCharges();
    payments.clock.advance(5400);
    await payments.reconcilePayment(id);
    expect(await payments.get(id)).to.deep.include({ status: 'succeeded', captured: ALL });
    expect(keys).to.deep.equal([]);
  });

  it('repeats the charge at any time when the gateway cannot look up keys', async () => {
    const { id: orderId } = await payments.anOrder();
    const keys: string[] = [];
    payments.replaceSandbox({
      lookUp: async () => ({ kind: 'cannot_tell' }),
      authorize: (request) => {
        keys.push(request.key);
        return payments.sandbox.authorize(request);
      },
    });
    await dieAt('before asking', () => payments.pay(orderId));
    const id = await ownerId(orderId);
    payments.clock.advance(3 * 86_400);
    await payments.reconcilePayment(id);
    expect((await payments.get(id)).status).to.equal('succeeded');
    expect(keys).to.deep.equal([id]);
  });

  it('logs and retries a payment that fails, and continues with the others', async () => {
    const [broken, fine] = [await payments.anOrder(), await payments.anOrder()];
    for (const { id } of [broken, fine]) await dieAt('before asking', () => payments.pay(id));
    const brokenId = await ownerId(broken.id);
    payments.replaceSandbox({
      lookUp: (charge) =>
        charge.key === brokenId ? Promise.reject(new Error('It is broken.')) : payments.sandbox.lookUp(charge),
    });
    payments.clock.advance(30);
    expect(await payments.reconcile()).to.equal(2);
    expect((await payments.get(await ownerId(fine.id))).status).to.equal('succeeded');
    expect((await payments.get(brokenId)).status).to.equal('processing');
    expect(payments.lines.map(({ level, message }) => [level, message])).to.deep.equal([['error', 'a gateway failed']]);
    payments.replaceSandbox({});
    payments.clock.advance(2);
    await payments.reconcile();
    expect((await payments.get(brokenId)).status).to.equal('succeeded');
  });

  it('logs that a payment rejected by the storage is retried', async () => {
    const { id: orderId } = await payments.anOrder();
    await dieAt('before asking', () => payments.pay(orderId));
    const id = await ownerId(orderId);
    payments.clock.advance(30);
    expect(await payments.failingReconciler()()).to.equal(1);
    const message = 'payment reconciliation failed; retrying';
    expect(
      payments.lines.map(({ level, fields, message: text }) => [level, text, 'payment_id' in fields]),
    ).to.deep.equal([['error', message, true]]);
    expect(await payments.get(id)).to.deep.include({ status: 'processing', nextCheckAt: noonPlus(60), checkCount: 1 });
  });

  it('reconciles fifty payments side by side, so that a slow one delays no other', async () => {
    const orders = await Promise.all(Array.from({ length: 60 }, () => payments.anOrder()));
    for (const { id } of orders) await dieAt('before asking', () => payments.pay(id));
    payments.clock.advance(30);
    payments.failures.delayMs = 20;
    expect([await payments.reconcile(), await payments.reconcile(), await payments.reconcile()]).to.deep.equal([
      50, 10, 0,
    ]);
    for (const { id } of orders) expect((await payments.get(await ownerId(id))).status).to.equal('succeeded');
  });

  it('returns undefined for an unknown payment', async () => {
    expect(await payments.reconcilePayment('pay_00000000000000000000000009')).to.equal(undefined);
  });
});
