import { expect } from 'chai';
import { PaymentOperation } from '#core/payments/payment-operation.ts';
import { NOON } from '../../support/builders.ts';
import { dollars } from '../../support/order-builders.ts';
import { anOperation, aPayment, FAILURE, LATER } from '../../support/payment-builders.ts';

const REQUEST = { name: 'a request', fingerprint: 'its body' };

describe('what is asked of a gateway', () => {
  it('has no outcome at first', () => {
    const { id, orderId: _, ...payment } = aPayment();
    const asked = { id, paymentId: id, kind: 'authorize', amount: payment.amount, request: REQUEST } as const;
    expect(PaymentOperation.ask({ ...asked, at: NOON })).to.deep.equal({
      ...asked,
      status: 'pending',
      reason: null,
      failure: null,
      createdAt: NOON,
      updatedAt: NOON,
    });
  });

  it('keeps why somebody gives money back', () => {
    const refund = anOperation(aPayment(), 'refund', { amount: dollars(1), reason: 'too small' });
    expect(refund).to.include({ kind: 'refund', reason: 'too small' });
  });

  it('succeeds', () => {
    const asked = anOperation(aPayment(), 'authorize', { request: REQUEST });
    const done = { ...asked, status: 'succeeded', updatedAt: LATER };
    expect(PaymentOperation.succeed(asked, LATER)).to.deep.equal(done);
  });

  it('fails for a reason, and stays what its request has come to', () => {
    const asked = anOperation(aPayment(), 'authorize', { request: REQUEST });
    const failed = { ...asked, status: 'failed', failure: FAILURE, updatedAt: LATER };
    expect(PaymentOperation.fail(asked, FAILURE, LATER)).to.deep.equal(failed);
  });

  it('is no request’s any more once it is forgotten', () => {
    const asked = anOperation(aPayment(), 'authorize', { request: REQUEST });
    const forgotten = { ...asked, status: 'failed', failure: FAILURE, request: null, updatedAt: LATER };
    expect(PaymentOperation.forget(asked, FAILURE, LATER)).to.deep.equal(forgotten);
  });
});
