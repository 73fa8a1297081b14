import { expect } from 'chai';
import { applyOutcome, authorized as authorizedBy, entryTypeOf, type Outcome } from '#core/payments/apply-outcome.ts';
import type { Payment } from '#core/payments/payment.ts';
import { PaymentOperation } from '#core/payments/payment-operation.ts';
import { momentAt, noonPlus } from '../../support/builders/builders.ts';
import { dollars } from '../../support/builders/order-builders.ts';
import {
  aCharge,
  anOperation,
  aPayment,
  authorized,
  awaitingPayer,
  captured,
  capturing,
  failed,
  REDIRECT_URL,
  refunding,
  voided,
  voiding,
} from '../../support/builders/payment-builders.ts';

const AT = noonPlus(120);
const REQUEST = { key: 'a request', fingerprint: 'its body' };
const TEN = { amount: dollars(10), idempotency: REQUEST };

/** A payment with each kind of pending operation, and the payment after its failure. */
const PENDING: Readonly<Record<PaymentOperation['kind'], readonly [Payment, PaymentOperation]>> = (() => {
  const [processing, held, voidRequest, back] = [aPayment(), capturing(), voiding(), refunding()];
  return {
    authorize: [processing, anOperation(processing, 'authorize', { idempotency: REQUEST })],
    capture: [held, anOperation(held, 'capture', TEN)],
    void: [voidRequest, anOperation(voidRequest, 'void', { idempotency: REQUEST })],
    refund: [back, anOperation(back, 'refund', { ...TEN, reason: 'too small' })],
  };
})();

const KINDS = Object.keys(PENDING) as PaymentOperation['kind'][];

const UNDONE: Readonly<Record<PaymentOperation['kind'], Partial<Payment>>> = {
  authorize: { status: 'failed', token: null, nextCheckAt: null },
  capture: { status: 'authorized', capturing: dollars(0), nextCheckAt: null },
  void: { status: 'authorized', isVoiding: false, nextCheckAt: null },
  refund: { status: 'succeeded', refunding: dollars(0), nextCheckAt: null },
};

const next = (payment: Payment, change: Partial<Payment>): Payment => ({
  ...payment,
  version: payment.version + 1,
  updatedAt: AT,
  checkCount: 0,
  ...change,
});

const settled = (kind: PaymentOperation['kind'], outcome: Outcome) =>
  applyOutcome(...PENDING[kind], outcome, momentAt(AT));

describe('applying a gateway outcome', () => {
  for (const kind of KINDS) {
    const [payment, operation] = PENDING[kind];

    it(`changes nothing when the outcome of ${kind} is unknown`, () => {
      expect(settled(kind, { kind: 'unknown', why: 'it was lost' })).to.deep.equal({
        payment,
        operation,
        what: 'unknown',
      });
    });

    it(`reverts ${kind} when the gateway was unreachable and frees the idempotency key`, () => {
      const failure = { code: 'gateway_unreachable', message: 'The gateway could not be reached.' };
      expect(settled(kind, { kind: 'unreachable', why: 'it is down' })).to.deep.equal({
        payment: next(payment, { ...UNDONE[kind], ...(kind === 'authorize' ? { failure } : {}) }),
        operation: { ...operation, version: 2, status: 'failed', failure, idempotency: null, updatedAt: AT },
        what: 'unreachable',
      });
    });

    it(`reverts ${kind} when the gateway declined and keeps the idempotency key`, () => {
      const failure = { code: 'no_more', message: 'The gateway does not want to.' };
      expect(settled(kind, { kind: 'declined', ...failure })).to.deep.equal({
        payment: next(payment, { ...UNDONE[kind], ...(kind === 'authorize' ? { failure } : {}) }),
        operation: { ...operation, version: 2, status: 'failed', failure, updatedAt: AT },
        what: 'declined',
      });
    });
  }

  it('fails a payment with an invalid token and frees the idempotency key', () => {
    const [payment, operation] = PENDING.authorize;
    const failure = { code: 'invalid_token', message: 'The token must be a token.' };
    expect(settled('authorize', { kind: 'invalid_token', message: 'must be a token' })).to.deep.equal({
      payment: next(payment, { ...UNDONE.authorize, failure }),
      operation: { ...operation, version: 2, status: 'failed', failure, idempotency: null, updatedAt: AT },
      what: 'declined',
    });
  });

  it('captures the amount when it was captured at once', () => {
    const [payment, operation] = PENDING.authorize;
    const change = {
      status: 'succeeded',
      reference: 'ch_1',
      captured: dollars(39.98),
      token: null,
      nextCheckAt: null,
    } as const;
    expect(settled('authorize', { kind: 'captured', reference: 'ch_1' })).to.deep.equal({
      payment: next(payment, change),
      operation: { ...operation, version: 2, status: 'succeeded', updatedAt: AT },
      what: 'captured',
      movement: { kind: 'capture', amount: dollars(39.98) },
    });
  });

  it('moves no money when the amount is authorized', () => {
    const [payment, operation] = PENDING.authorize;
    expect(settled('authorize', { kind: 'authorized', reference: 'ch_1' })).to.deep.equal({
      payment: next(payment, { status: 'authorized', reference: 'ch_1', token: null, nextCheckAt: null }),
      operation: { ...operation, version: 2, status: 'succeeded', updatedAt: AT },
      what: 'authorized',
    });
  });

  it('waits for the payer’s action', () => {
    const [payment, operation] = PENDING.authorize;
    const change = { status: 'requires_action', reference: 'ch_1', token: null, redirectUrl: REDIRECT_URL } as const;
    const outcome = { kind: 'requires_action', reference: 'ch_1', redirectUrl: REDIRECT_URL } as const;
    expect(settled('authorize', outcome)).to.deep.equal({
      payment: next(payment, { ...change, nextCheckAt: noonPlus(121) }),
      operation,
      what: 'requires_action',
    });
  });

  it('waits while the gateway processes the charge', () => {
    const [payment, operation] = PENDING.authorize;
    expect(settled('authorize', { kind: 'pending', reference: 'ch_1' })).to.deep.equal({
      payment: next(payment, { reference: 'ch_1', nextCheckAt: noonPlus(121) }),
      operation,
      what: 'processing',
    });
    const [back, refund] = PENDING.refund;
    const expected = { payment: back, operation: refund, what: 'processing' };
    expect(settled('refund', { kind: 'pending', reference: 're_1' })).to.deep.equal(expected);
  });

  it('captures a part, final or not', () => {
    const [payment, operation] = PENDING.capture;
    for (const isClosed of [false, true]) {
      const status = isClosed ? 'succeeded' : 'authorized';
      expect(settled('capture', { kind: 'captured', isClosed })).to.deep.equal({
        payment: next(payment, { status, captured: dollars(10), capturing: dollars(0), nextCheckAt: null }),
        operation: { ...operation, version: 2, status: 'succeeded', updatedAt: AT },
        what: 'captured',
        movement: { kind: 'capture', amount: dollars(10) },
      });
    }
  });

  it('applies "captured" to the requested operation whatever else the outcome contains', () => {
    const capturedOutcome = (outcome: object): Outcome => ({ kind: 'captured', ...outcome }) as Outcome;
    const sum = settled('authorize', capturedOutcome({ isClosed: false }));
    expect(sum.payment).to.deep.include({ reference: sum.payment.id, status: 'succeeded', captured: dollars(39.98) });
    const [held] = PENDING.capture;
    for (const [isClosed, status] of [
      [false, 'authorized'],
      [true, 'succeeded'],
    ] as const) {
      const part = settled('capture', capturedOutcome({ isClosed, reference: 'ch_of_the_part' }));
      expect(part.payment).to.deep.include({ reference: held.reference, captured: dollars(10), status });
      expect(part.movement).to.deep.equal({ kind: 'capture', amount: dollars(10) });
    }
    expect(settled('capture', capturedOutcome({ reference: 'ch_of_the_part' })).payment.status).to.equal('authorized');
  });

  it('voids an authorization', () => {
    const [payment, operation] = PENDING.void;
    expect(settled('void', { kind: 'voided' })).to.deep.equal({
      payment: next(payment, { status: 'cancelled', isVoiding: false, nextCheckAt: null }),
      operation: { ...operation, version: 2, status: 'succeeded', updatedAt: AT },
      what: 'voided',
    });
  });

  it('refunds a part', () => {
    const [payment, operation] = PENDING.refund;
    expect(settled('refund', { kind: 'refunded', reference: 're_1' })).to.deep.equal({
      payment: next(payment, { refunded: dollars(10), refunding: dollars(0), nextCheckAt: null }),
      operation: { ...operation, version: 2, status: 'succeeded', updatedAt: AT },
      what: 'refunded',
      movement: { kind: 'refund', amount: dollars(10) },
    });
  });

  it('completes an authorization from the charge found at the gateway', () => {
    const [payment, operation] = PENDING.authorize;
    const found = (status: 'voided' | 'declined' | 'pending') =>
      authorizedBy(payment, operation, aCharge(payment, { status }), momentAt(AT));
    expect(found('voided').operation).to.deep.equal(PaymentOperation.succeed(operation, AT));
    const failure = { code: 'declined', message: 'The payment was declined.' };
    expect(found('declined').operation).to.deep.equal(PaymentOperation.fail(operation, failure, AT));
    expect(found('pending').operation).to.equal(operation);
  });

  it('writes the timeline entry that matches the payment’s status', () => {
    const payments = [aPayment(), awaitingPayer(), authorized(), captured(), failed(), voided()];
    expect(payments.map(entryTypeOf)).to.deep.equal([
      'processing',
      'requires_action',
      'authorized',
      'captured',
      'declined',
      'voided',
    ]);
  });
});
