import { expect } from 'chai';
import fc from 'fast-check';
import { Payment } from '#core/payments/payment.ts';
import type { Charge } from '#core/payments/payment-gateway.ts';
import type { PaymentStatus } from '#core/payments/payment-status.ts';
import { Money } from '#core/shared/money.ts';
import { momentAt, noonPlus, USD } from '../../support/builders/builders.ts';
import { dollars } from '../../support/builders/order-builders.ts';
import {
  aCharge,
  aPayment,
  authorized,
  awaitingPayer,
  captured,
  everyPayment,
  failed,
  REDIRECT_URL,
  seen,
  voided,
} from '../../support/builders/payment-builders.ts';

const AT = noonPlus(120);

const OF_NOTHING: readonly Charge['status'][] = ['pending', 'requires_action', 'authorized', 'voided', 'declined'];

/** The payment's status after its charge was found in a state, with captures only for `captured`. */
const SEEN: Readonly<Record<string, readonly [Payment, Readonly<Record<Charge['status'], PaymentStatus>>]>> = {
  'a processing payment': [
    aPayment(),
    {
      pending: 'processing',
      requires_action: 'requires_action',
      authorized: 'authorized',
      captured: 'succeeded',
      voided: 'cancelled',
      declined: 'failed',
    },
  ],
  'a payment whose payer has something to do': [
    awaitingPayer(),
    {
      pending: 'requires_action',
      requires_action: 'requires_action',
      authorized: 'authorized',
      captured: 'succeeded',
      voided: 'cancelled',
      declined: 'failed',
    },
  ],
  'a held payment': [
    authorized(),
    {
      pending: 'authorized',
      requires_action: 'authorized',
      authorized: 'authorized',
      captured: 'succeeded',
      voided: 'cancelled',
      declined: 'authorized',
    },
  ],
  'a captured payment': [
    captured(),
    {
      pending: 'succeeded',
      requires_action: 'succeeded',
      authorized: 'succeeded',
      captured: 'succeeded',
      voided: 'succeeded',
      declined: 'succeeded',
    },
  ],
  'a failed payment': [
    failed(),
    {
      pending: 'failed',
      requires_action: 'failed',
      authorized: 'authorized',
      captured: 'succeeded',
      voided: 'failed',
      declined: 'failed',
    },
  ],
  'a payment that was voided': [
    voided(),
    {
      pending: 'cancelled',
      requires_action: 'cancelled',
      authorized: 'cancelled',
      captured: 'succeeded',
      voided: 'cancelled',
      declined: 'cancelled',
    },
  ],
};

/** Plausible charges of 39.98: refunds never exceed captures, and captures never exceed the amount. */
const anyCharge: fc.Arbitrary<Partial<Charge>> = fc
  .record({
    status: fc.constantFrom(...OF_NOTHING, 'captured' as const),
    captured: fc.bigInt({ min: 0n, max: 3998n }),
    refunded: fc.bigInt({ min: 0n, max: 3998n }),
  })
  .map(({ status, captured, refunded }) => ({
    status,
    captured: Money.ofMinor(captured, USD),
    refunded: Money.ofMinor(refunded < captured ? refunded : captured, USD),
  }));

const anyPayment = fc.constantFrom(...Object.values(everyPayment())).filter(
  // own operations are applied before a charge is observed
  ({ capturing, refunding }) => capturing.minor === 0n && refunding.minor === 0n,
);

/** The allowed next statuses by the gateway's state. */
const MAY_BECOME: Readonly<Partial<Record<PaymentStatus, readonly PaymentStatus[]>>> = {
  succeeded: ['succeeded'],
  // captured after all, although nothing was authorized any more
  cancelled: ['cancelled', 'succeeded'],
  // it failed as unreachable, and was reached after all
  failed: ['failed', 'authorized', 'succeeded'],
  authorized: ['authorized', 'succeeded', 'cancelled'],
  requires_action: ['requires_action', 'authorized', 'succeeded', 'cancelled', 'failed'],
};

describe('a payment updated from its charge', () => {
  for (const [what, [payment, table]] of Object.entries(SEEN)) {
    for (const [status, expected] of Object.entries(table) as [Charge['status'], PaymentStatus][]) {
      it(`is ${expected} when ${what} finds ${status.replace('_', ' ')}`, () => {
        const fields = status === 'captured' ? { captured: payment.amount } : {};
        const after = seen(payment, { status, ...fields }, AT);
        expect(after).to.deep.include({ status: expected, version: payment.version + 1, updatedAt: AT });
        const isMore = payment.captured.minor > 0n || status === 'captured';
        expect(after.captured).to.deep.equal(isMore ? payment.amount : dollars(0));
      });
    }
  }

  it('stores the reference and redirect URL and deletes the token', () => {
    const payment = aPayment();
    const after = seen(payment, { status: 'requires_action', redirectUrl: REDIRECT_URL }, AT);
    const change = {
      status: 'requires_action',
      token: null,
      redirectUrl: REDIRECT_URL,
      nextCheckAt: noonPlus(121),
    } as const;
    const reference = `sandbox_${payment.id}`;
    expect(after).to.deep.equal({ ...payment, ...change, reference, version: 2, updatedAt: AT });
  });

  it('keeps the token for a retry while the gateway has not accepted it', () => {
    expect(seen(aPayment(), { status: 'pending' }).token).to.equal('tok_success');
  });

  it('stores the failure from the gateway or a default', () => {
    const failure = { code: 'insufficient_funds', message: 'The card has insufficient funds.' };
    expect(seen(aPayment(), { status: 'declined', failure })).to.deep.include({
      failure,
      token: null,
      nextCheckAt: null,
    });
    expect(seen(aPayment(), { status: 'declined' }).failure).to.deep.equal({
      code: 'declined',
      message: 'The payment was declined.',
    });
  });

  it('recovers from a failure when the charge is authorized or captured after all', () => {
    expect(seen(failed(), { status: 'authorized' }).failure).to.equal(null);
    expect(seen(failed(), { status: 'captured', captured: dollars(39.98) }).failure).to.equal(null);
  });

  it('stays authorized after a partial capture and ends when the rest is voided', () => {
    const part = seen(authorized(), { status: 'authorized', captured: dollars(10) });
    expect(part).to.deep.include({ status: 'authorized', captured: dollars(10) });
    expect(Payment.authorized(part)).to.deep.equal(dollars(29.98));
    expect(seen(part, { status: 'captured', captured: dollars(10) })).to.deep.include({
      status: 'succeeded',
      captured: dollars(10),
    });
    expect(seen(part, { status: 'voided', captured: dollars(10) })).to.deep.include({
      status: 'succeeded',
      captured: dollars(10),
    });
  });

  it('never exceeds its amount, and never refunds more than it captured', () => {
    const after = seen(aPayment(), { status: 'captured', captured: dollars(50), refunded: dollars(45) });
    expect(after).to.deep.include({ captured: dollars(39.98), refunded: dollars(39.98) });
  });

  it('only moves forward, whatever the order of charges, and keeps final states', () => {
    fc.assert(
      fc.property(anyPayment, fc.array(anyCharge, { maxLength: 8 }), (payment, charges) => {
        let before = payment;
        for (const charge of charges) {
          const after = Payment.observe(before, aCharge(before, charge), momentAt(AT));
          expect(after.captured.compare(before.captured)).to.be.at.least(0);
          expect(after.refunded.compare(before.refunded)).to.be.at.least(0);
          expect(after.captured.compare(after.amount)).to.be.at.most(0);
          expect(after.refunded.compare(after.captured)).to.be.at.most(0);
          const allowed = MAY_BECOME[before.status];
          if (allowed !== undefined) expect(allowed).to.include(after.status);
          before = after;
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('is unchanged by the same charge except for the check time', () => {
    fc.assert(
      fc.property(anyPayment, anyCharge, (payment, charge) => {
        const once = seen(payment, charge, AT);
        expect(seen(once, charge, AT)).to.deep.equal({ ...once, version: once.version + 1 });
      }),
      { numRuns: 500 },
    );
  });
});
