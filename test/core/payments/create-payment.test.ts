import { expect } from 'chai';
import { Payment } from '#core/payments/payment.ts';
import { Json } from '#core/shared/page.ts';
import { anActor, aUser, ids, momentAt, noonPlus } from '../../support/builders/builders.ts';
import { dollars } from '../../support/builders/order-builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { openPayments, type PaymentsUnderTest } from './payments-under-test.ts';

const ALL = dollars(39.98);

describe('createPayment', () => {
  let payments: PaymentsUnderTest;

  beforeEach(async () => {
    payments = await openPayments();
  });

  afterEach(() => payments.expectAgreement());

  it('pays the full amount due unless an amount is given', async () => {
    const { id } = await payments.anOrder();
    const payment = await payments.pay(id, { metadata: { a: '1' }, returnUrl: 'https://shop.example/thanks' });
    expect(payment).to.deep.equal({
      ...Payment.begin({
        id: payment.id,
        payableId: id,
        userId: null,
        gateway: 'sandbox',
        captureMethod: 'automatic',
        amount: ALL,
        token: null,
        returnUrl: 'https://shop.example/thanks',
        metadata: { a: '1' },
        at: momentAt(noonPlus(0)),
      }),
      version: 2,
      reference: `sandbox_${payment.id}`,
      status: 'succeeded',
      captured: ALL,
      nextCheckAt: null,
    });
    expect(await payments.get(payment.id)).to.deep.equal(payment);
    const order = await payments.getOrder(id);
    expect(order).to.deep.include({ amountPaid: ALL, expiresAt: null, version: 2 });
    expect(order.state.payment).to.equal('paid');
  });

  it('emits one event for the payment and one for the order', async () => {
    const { id } = await payments.anOrder();
    const payment = await payments.pay(id);
    expect(await payments.timelineOf(payment.id)).to.deep.equal(['authorize_requested', 'captured']);
    expect(await payments.orderTimelineOf(id)).to.deep.equal(['created', 'paid']);
    expect(await payments.typesOf(payment.id)).to.deep.equal(['payment.succeeded']);
    expect(await payments.typesOf(id)).to.deep.equal(['order.created', 'order.paid']);
    const { items } = await payments.auditQueries.list({ filter: { resource_id: payment.id }, page: { limit: 10 } });
    const audited = items.map(Json.parse) as { action: string; actor: { user_id: string } }[];
    expect(audited.map(({ action, actor }) => [action, actor.user_id])).to.deep.equal([
      ['payment.captured', payments.staff.userId],
    ]);
  });

  it('accepts several partial payments', async () => {
    const { id } = await payments.anOrder();
    await payments.pay(id, { amount: 10 });
    const { amountPaid, expiresAt, state } = await payments.getOrder(id);
    expect([amountPaid, expiresAt, state.payment]).to.deep.equal([dollars(10), noonPlus(1800), 'partially_paid']);
    await payments.pay(id, { amount: 9.98 });
    const last = await payments.pay(id);
    expect(last.amount).to.deep.equal(dollars(20));
    expect((await payments.getOrder(id)).state.payment).to.equal('paid');
    expect(await payments.paymentsOf(id)).to.have.lengthOf(3);
  });

  it('lets customers pay only the full amount due, at once', async () => {
    const customer = aUser();
    await payments.unitOfWork.run((tx) => tx.users.add(customer));
    const actor = anActor(customer);
    const { id } = await payments.anOrder({ userId: customer.id });
    const amountError = {
      path: ['amount'],
      code: 'any.only',
      message: 'must be 39.98, the full amount due, or omitted',
    };
    const captureError = { path: ['capture_method'], code: 'any.only', message: 'must be automatic, or omitted' };
    for (const [input, errors] of [
      [{ amount: 0.01 }, [amountError]],
      [{ amount: 39.97 }, [amountError]],
      [{ amount: 40 }, [amountError]],
      [{ captureMethod: 'manual' }, [captureError]],
      [{ amount: 39.98, captureMethod: 'manual' }, [captureError]],
      [{ amount: 1, captureMethod: 'manual' }, [amountError, captureError]],
    ] as const) {
      const error = await rejectionOf(payments.pay(id, { actor, ...input }));
      expect(error).to.include({ kind: 'invalid', code: 'validation_failed' });
      expect(error.fieldErrors).to.deep.equal(errors);
    }
    expect(await payments.paymentsOf(id)).to.deep.equal([]);
    expect(await payments.pay(id, { actor, amount: 39.98 })).to.include({ status: 'succeeded' });
    const second = await payments.anOrder({ userId: customer.id });
    await payments.pay(second.id, { amount: 9.98 });
    expect((await payments.pay(second.id, { actor, amount: 30 })).status).to.equal('succeeded');
  });

  it('rejects more than the amount due minus other authorizations', async () => {
    const { id } = await payments.anOrder();
    await payments.pay(id, { amount: 30, captureMethod: 'manual' });
    const error = await rejectionOf(payments.pay(id, { amount: 9.99 }));
    const message = 'must be at most 9.98, the amount due';
    expect(error.fieldErrors).to.deep.equal([{ path: ['amount'], code: 'number.max', message }]);
    expect((await payments.pay(id)).amount).to.deep.equal(dollars(9.98));
    expect((await payments.getOrder(id)).state.payment).to.equal('authorized');
  });

  it('authorizes the order once its payments cover the amount due, and rejects further ones', async () => {
    const { id } = await payments.anOrder();
    await payments.pay(id, { amount: 30, captureMethod: 'manual' });
    expect((await payments.getOrder(id)).state.payment).to.equal('unpaid');
    await payments.pay(id, { captureMethod: 'manual' });
    expect((await payments.getOrder(id)).state.payment).to.equal('authorized');
    const error = await rejectionOf(payments.pay(id, { amount: 1 }));
    expect(error).to.include({ code: 'invalid_state' });
    expect(error.details).to.deep.equal({ current_state: 'authorized', actions: [] });
  });

  it('allows one payment at a time until its outcome is known', async () => {
    const { id } = await payments.anOrder();
    payments.failures.lostResponses = 1;
    const first = await payments.pay(id, { amount: 1 });
    const error = await rejectionOf(payments.pay(id, { amount: 1 }));
    expect(error).to.include({ code: 'invalid_state' });
    expect(error.details).to.deep.equal({ current_state: 'processing', actions: [], payment_id: first.id });
    await payments.callBack(first.id);
    expect((await payments.pay(id, { amount: 1 })).status).to.equal('succeeded');
  });

  it('charges once under two concurrent full payments', async () => {
    const { id } = await payments.anOrder();
    payments.failures.delayMs = 5;
    const outcomes = await Promise.allSettled([payments.pay(id), payments.pay(id), payments.pay(id)]);
    expect(outcomes.map(({ status }) => status).sort()).to.deep.equal(['fulfilled', 'rejected', 'rejected']);
    expect(await payments.paymentsOf(id)).to.have.lengthOf(1);
    expect((await payments.getOrder(id)).amountPaid).to.deep.equal(ALL);
  });

  for (const [amount, code, message] of [
    [39.99, 'number.max', 'must be at most 39.98, the amount due'],
    [0, 'number.min', 'must be more than 0'],
    [-1, 'number.min', 'must be more than 0'],
    [1.001, 'number.precision', 'must have at most 2 decimals in USD'],
  ] as const) {
    it(`rejects the amount ${amount} without calling the gateway`, async () => {
      const { id } = await payments.anOrder();
      const error = await rejectionOf(payments.pay(id, { amount }));
      expect(error.code).to.equal('validation_failed');
      expect(error.fieldErrors).to.deep.equal([{ path: ['amount'], code, message }]);
      expect(await payments.paymentsOf(id)).to.deep.equal([]);
    });
  }

  it('lets customers pay their own orders and hides the orders of others', async () => {
    const customer = aUser();
    await payments.unitOfWork.run((tx) => tx.users.add(customer));
    const [own, guests] = [await payments.anOrder({ userId: customer.id }), await payments.anOrder()];
    const actor = anActor(customer);
    expect((await payments.pay(own.id, { actor })).userId).to.equal(customer.id);
    const message = 'must be the id of an existing order';
    for (const orderId of [guests.id, ids.next('ord')]) {
      const error = await rejectionOf(payments.pay(orderId, { actor }));
      expect(error.code).to.equal('unknown_reference');
      expect(error.fieldErrors).to.deep.equal([{ path: ['order_id'], code: 'any.only', message }]);
    }
    expect(await payments.paymentsOf(guests.id)).to.deep.equal([]);
  });

  it('rejects a gateway that is not enabled', async () => {
    const { id } = await payments.anOrder();
    const error = await rejectionOf(payments.pay(id, { gateway: 'acme' }));
    expect(error.code).to.equal('validation_failed');
    const fieldError = { path: ['gateway'], code: 'any.only', message: 'must be one of sandbox' };
    expect(error.fieldErrors).to.deep.equal([fieldError]);
  });

  it('rejects a malformed token without calling the gateway', async () => {
    const { id } = await payments.anOrder();
    const error = await rejectionOf(payments.pay(id, { token: 'tok_other' }));
    expect(error.code).to.equal('unknown_reference');
    expect(error.fieldErrors.map(({ path }) => path)).to.deep.equal([['payment_method', 'token']]);
    expect(await payments.paymentsOf(id)).to.deep.equal([]);
  });

  it('fails on a token that the gateway does not know, and another token can be tried', async () => {
    const { id } = await payments.anOrder();
    payments.replaceSandbox({ authorize: async () => ({ kind: 'invalid_token', message: 'was used before' }) });
    const error = await rejectionOf(payments.pay(id));
    const fieldError = { path: ['payment_method', 'token'], code: 'any.only', message: 'was used before' };
    expect([error.code, error.fieldErrors]).to.deep.equal(['unknown_reference', [fieldError]]);
    payments.replaceSandbox({});
    expect((await payments.pay(id)).status).to.equal('succeeded');
  });

  it('requires payments:write for manual payments', async () => {
    const customer = aUser();
    await payments.unitOfWork.run((tx) => tx.users.add(customer));
    const { id } = await payments.anOrder({ userId: customer.id });
    payments.gateways.set('cash', { ...payments.sandbox, name: 'cash', isManual: true });
    const error = await rejectionOf(payments.pay(id, { actor: anActor(customer), gateway: 'cash' }));
    expect(error).to.include({ kind: 'forbidden', code: 'insufficient_scope' });
    expect(error.details).to.deep.include({ required_scope: 'payments:write' });
    expect(await payments.paymentsOf(id)).to.deep.equal([]);
    expect((await payments.pay(id, { gateway: 'cash' })).gateway).to.equal('cash');
  });

  it('rejects an order that is paid, cancelled or being cancelled', async () => {
    const [paid, cancelled, cancelling] = [
      await payments.anOrder(),
      await payments.anOrder(),
      await payments.anOrder(),
    ];
    await payments.pay(paid.id);
    await payments.cancelOrder(cancelled.id);
    await payments.pay(cancelling.id, { amount: 1 });
    payments.failures.isDown = true;
    await rejectionOf(payments.cancelOrder(cancelling.id));
    payments.failures.isDown = false;
    const errors = [paid, cancelled, cancelling].map(async ({ id }) => {
      const { code, details } = await rejectionOf(payments.pay(id));
      return [code, details['current_state']];
    });
    expect(await Promise.all(errors)).to.deep.equal([
      ['invalid_state', 'paid'],
      ['invalid_state', 'cancelled'],
      ['invalid_state', 'cancelling'],
    ]);
  });
});
