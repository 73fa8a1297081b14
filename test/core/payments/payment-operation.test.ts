import { expect } from 'chai';
import { PaymentOperation } from '#core/payments/payment-operation.ts';
import { NOON } from '../../support/builders/builders.ts';
import { dollars } from '../../support/builders/order-builders.ts';
import { anOperation, aPayment, FAILURE, LATER } from '../../support/builders/payment-builders.ts';

const REQUEST = { key: 'a request', fingerprint: 'its body' };

describe('a payment operation', () => {
  it('starts pending', () => {
    const { id, payableId: _, ...payment } = aPayment();
    const fields = { id, paymentId: id, kind: 'authorize', amount: payment.amount, idempotency: REQUEST } as const;
    expect(PaymentOperation.create({ ...fields, at: NOON })).to.deep.equal({
      ...fields,
      version: 1,
      status: 'pending',
      reason: null,
      refunded: null,
      failure: null,
      createdAt: NOON,
      updatedAt: NOON,
    });
  });

  it('stores the reason of a refund', () => {
    const refund = anOperation(aPayment(), 'refund', { amount: dollars(1), reason: 'too small' });
    expect(refund).to.include({ kind: 'refund', reason: 'too small' });
  });

  it('succeeds', () => {
    const pending = anOperation(aPayment(), 'authorize', { idempotency: REQUEST });
    const done = { ...pending, version: 2, status: 'succeeded', updatedAt: LATER };
    expect(PaymentOperation.succeed(pending, LATER)).to.deep.equal(done);
  });

  it('fails with a reason and keeps its idempotency key', () => {
    const pending = anOperation(aPayment(), 'authorize', { idempotency: REQUEST });
    const failed = { ...pending, version: 2, status: 'failed', failure: FAILURE, updatedAt: LATER };
    expect(PaymentOperation.fail(pending, FAILURE, LATER)).to.deep.equal(failed);
  });

  it('loses its idempotency key when it never reached the gateway', () => {
    const pending = anOperation(aPayment(), 'authorize', { idempotency: REQUEST });
    const released = {
      ...pending,
      version: 2,
      status: 'failed',
      failure: FAILURE,
      idempotency: null,
      updatedAt: LATER,
    };
    expect(PaymentOperation.releaseKey(pending, FAILURE, LATER)).to.deep.equal(released);
  });
});
