import { expect } from 'chai';
import { PaymentOperation } from '#core/payments/payment-operation.ts';
import { NOON } from '../../support/builders.ts';
import { dollars } from '../../support/order-builders.ts';
import { anOperation, aPayment, FAILURE, LATER } from '../../support/payment-builders.ts';

const REQUEST = { name: 'a request', fingerprint: 'its body' };

describe('a payment operation', () => {
  it('starts pending', () => {
    const { id, orderId: _, ...payment } = aPayment();
    const asked = { id, paymentId: id, kind: 'authorize', amount: payment.amount, request: REQUEST } as const;
    expect(PaymentOperation.create({ ...asked, at: NOON })).to.deep.equal({
      ...asked,
      status: 'pending',
      reason: null,
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
    const asked = anOperation(aPayment(), 'authorize', { request: REQUEST });
    const done = { ...asked, status: 'succeeded', updatedAt: LATER };
    expect(PaymentOperation.succeed(asked, LATER)).to.deep.equal(done);
  });

  it('fails with a reason and keeps its idempotency key', () => {
    const asked = anOperation(aPayment(), 'authorize', { request: REQUEST });
    const failed = { ...asked, status: 'failed', failure: FAILURE, updatedAt: LATER };
    expect(PaymentOperation.fail(asked, FAILURE, LATER)).to.deep.equal(failed);
  });

  it('loses its idempotency key when it never reached the gateway', () => {
    const asked = anOperation(aPayment(), 'authorize', { request: REQUEST });
    const forgotten = { ...asked, status: 'failed', failure: FAILURE, request: null, updatedAt: LATER };
    expect(PaymentOperation.releaseKey(asked, FAILURE, LATER)).to.deep.equal(forgotten);
  });
});
