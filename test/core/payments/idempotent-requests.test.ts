import { expect } from 'chai';
import type { IdempotentRequest } from '#core/payments/payment-operation.ts';
import { IdempotencyConflict } from '#core/shared/idempotency.ts';
import { dollars } from '../../support/builders/order-builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { openPayments, type PaymentsUnderTest } from './payments-under-test.ts';

const REQUEST: IdempotentRequest = { key: 'a request', fingerprint: 'its body' };
const SEVEN_DAYS = 7 * 86_400;

/** The reason of the attempt's conflict; fails the test without one. */
const takerOf = async (attempt: Promise<unknown>): Promise<string> => {
  const error = await attempt.catch((caught: unknown) => caught);
  if (!(error instanceof IdempotencyConflict))
    throw new TypeError(`The idempotency key was not in use: ${String(error)}`);
  return error.reason;
};

describe('a payment request with an idempotency key', () => {
  let payments: PaymentsUnderTest;

  beforeEach(async () => {
    payments = await openPayments();
  });

  afterEach(() => payments.expectAgreement());

  it('returns the first outcome and charges once', async () => {
    const { id } = await payments.anOrder();
    const first = await payments.pay(id, { idempotency: REQUEST });
    expect(await payments.pay(id, { idempotency: REQUEST })).to.deep.equal(first);
    expect(await payments.paymentsOf(id)).to.deep.equal([first.id]);
  });

  it('returns the current payment', async () => {
    const { id } = await payments.anOrder();
    const first = await payments.pay(id, { idempotency: REQUEST });
    const refunded = await payments.refund(first.id);
    expect(await payments.pay(id, { idempotency: REQUEST })).to.deep.equal(refunded);
  });

  it('is declined again without another call', async () => {
    const { id } = await payments.anOrder();
    const input = { token: 'tok_declined', idempotency: REQUEST };
    const first = await rejectionOf(payments.pay(id, input));
    payments.replaceSandbox({ authorize: () => Promise.reject(new Error('The gateway must not be called.')) });
    const second = await rejectionOf(payments.pay(id, input));
    const errorFields = ({ kind, code, message, details }: typeof first) => ({ kind, code, message, details });
    expect(errorFields(second)).to.deep.equal(errorFields(first));
    expect(await payments.paymentsOf(id)).to.have.lengthOf(1);
  });

  it('calls the gateway again after an invalid token, with the same result', async () => {
    const { id } = await payments.anOrder();
    const keys: string[] = [];
    payments.replaceSandbox({
      authorize: async ({ key }) => {
        keys.push(key);
        return { kind: 'invalid_token', message: 'was used before' };
      },
    });
    const first = await rejectionOf(payments.pay(id, { idempotency: REQUEST }));
    const second = await rejectionOf(payments.pay(id, { idempotency: REQUEST }));
    const errorFields = ({ kind, code, message, fieldErrors: errors }: typeof first) => ({
      kind,
      code,
      message,
      errors,
    });
    expect(errorFields(second)).to.deep.equal(errorFields(first));
    expect(first.code).to.equal('unknown_reference');
    expect(keys)
      .to.deep.equal(await payments.paymentsOf(id))
      .and.to.have.length(2);
    payments.replaceSandbox({});
    expect((await payments.pay(id, { idempotency: REQUEST })).status).to.equal('succeeded');
  });

  it('conflicts while the outcome of the first request is unknown', async () => {
    const { id } = await payments.anOrder();
    payments.failures.lostResponses = 1;
    const first = await payments.pay(id, { idempotency: REQUEST });
    expect(await takerOf(payments.pay(id, { idempotency: REQUEST }))).to.equal('in_progress');
    payments.clock.advance(1);
    await payments.reconcile();
    expect(await payments.pay(id, { idempotency: REQUEST })).to.deep.include({ id: first.id, status: 'succeeded' });
  });

  it('conflicts while the first request runs', async () => {
    const { id } = await payments.anOrder();
    payments.failures.delayMs = 5;
    const first = payments.pay(id, { idempotency: REQUEST });
    expect(await takerOf(payments.pay(id, { idempotency: REQUEST }))).to.equal('in_progress');
    expect((await first).status).to.equal('succeeded');
  });

  it('conflicts with a different request under the same key', async () => {
    const { id } = await payments.anOrder();
    await payments.pay(id, { amount: 1, idempotency: REQUEST });
    const other = { ...REQUEST, fingerprint: 'another body' };
    expect(await takerOf(payments.pay(id, { amount: 2, idempotency: other }))).to.equal('reused');
    expect((await payments.getOrder(id)).amountPaid).to.deep.equal(dollars(1));
  });

  it('is a new request after seven days', async () => {
    const { id } = await payments.anOrder();
    const first = await payments.pay(id, { amount: 1, idempotency: REQUEST });
    payments.clock.advance(SEVEN_DAYS);
    expect((await payments.pay(id, { amount: 1, idempotency: REQUEST })).id).to.equal(first.id);
    payments.clock.advance(0.001);
    const second = await payments.pay(id, { amount: 1, idempotency: REQUEST });
    expect(second.id).to.not.equal(first.id);
    expect((await payments.pay(id, { amount: 1, idempotency: REQUEST })).id).to.equal(second.id);
    expect((await payments.getOrder(id)).amountPaid).to.deep.equal(dollars(2));
  });

  it('captures, refunds and voids once', async () => {
    const { id } = await payments.anOrder();
    const { id: paymentId } = await payments.pay(id, { captureMethod: 'manual' });
    const named = (name: string) => ({ idempotency: { key: name, fingerprint: 'its body' } });
    for (let time = 0; time < 2; time += 1) {
      await payments.capture(paymentId, { amount: 10, ...named('capture') });
      await payments.refund(paymentId, { amount: 4, ...named('refund') });
    }
    for (let time = 0; time < 2; time += 1) await payments.void(paymentId, named('void'));
    const payment = await payments.get(paymentId);
    expect(payment).to.deep.include({ status: 'succeeded', captured: dollars(10), refunded: dollars(4) });
  });

  it('is retried after a gateway outage', async () => {
    const { id } = await payments.anOrder();
    const { id: paymentId } = await payments.pay(id);
    payments.failures.isDown = true;
    await rejectionOf(payments.refund(paymentId, { amount: 10, idempotency: REQUEST }));
    payments.failures.isDown = false;
    const refunded = await payments.refund(paymentId, { amount: 10, idempotency: REQUEST });
    expect(refunded.refunded).to.deep.equal(dollars(10));
    expect((await payments.refundsOf(paymentId)).map(({ status }) => status)).to.deep.equal(['failed', 'succeeded']);
  });

  it('charges twice without a key', async () => {
    const { id } = await payments.anOrder();
    await payments.pay(id, { amount: 1 });
    await payments.pay(id, { amount: 1 });
    expect((await payments.getOrder(id)).amountPaid).to.deep.equal(dollars(2));
  });
});
