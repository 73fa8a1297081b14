import { expect } from 'chai';
import { Payment } from '#core/payments/payment.ts';
import { momentAt, noonPlus } from '../../support/builders/builders.ts';
import { dollars } from '../../support/builders/order-builders.ts';
import {
  authorized,
  awaitingPayer,
  captured,
  capturing,
  refunded,
  refunding,
  voiding,
} from '../../support/builders/payment-builders.ts';
import { openPayments } from './payments-under-test.ts';

const AT = noonPlus(120);
const TEN = dollars(10);

describe('an operation that the gateway declined', () => {
  it('keeps the current backoff while other operations are pending', () => {
    const before = { checkCount: 5 };
    const afters = [
      Payment.failCapture({ ...capturing(refunding(captured(authorized(), TEN))), ...before }, TEN, momentAt(AT)),
      Payment.failVoid({ ...voiding(awaitingPayer()), ...before }, momentAt(AT)),
      Payment.failRefund({ ...refunding(refunding()), ...before }, TEN, momentAt(AT)),
    ];
    for (const after of afters) expect(after).to.deep.include({ checkCount: 5, nextCheckAt: noonPlus(152) });
  });

  it('stops further checks when nothing is pending', () => {
    const before = { checkCount: 5 };
    const afters = [
      Payment.failCapture({ ...capturing(), ...before }, TEN, momentAt(AT)),
      Payment.failVoid({ ...voiding(), ...before }, momentAt(AT)),
      Payment.failRefund({ ...refunding(), ...before }, TEN, momentAt(AT)),
    ];
    for (const after of afters) expect(after).to.deep.include({ checkCount: 5, nextCheckAt: null });
  });

  it('is retried after an hour for an overpayment', () => {
    const overpayment = Payment.failRefund(Payment.overpayment(refunding()), TEN, momentAt(AT));
    expect(overpayment).to.deep.include({ refunding: dollars(0), nextCheckAt: noonPlus(120 + 3600) });
    const busy = Payment.failRefund(Payment.overpayment(refunding(refunding())), TEN, momentAt(AT));
    expect(busy).to.deep.include({ refunding: TEN, nextCheckAt: noonPlus(121) });
    const rest = refunded(captured(), dollars(29.98));
    expect(Payment.failRefund(Payment.overpayment(refunding(rest)), TEN, momentAt(AT)).nextCheckAt).to.deep.equal(
      noonPlus(3720),
    );
  });

  it('increases the backoff when it was the void of an abandoned payment', async () => {
    const payments = await openPayments();
    const { id: orderId } = await payments.anOrder();
    const { id } = await payments.pay(orderId, { token: 'tok_requires_action' });
    const declined = { kind: 'declined', code: 'busy', message: 'The payer is at it.' } as const;
    payments.replaceSandbox({ void: async () => declined });
    payments.clock.advance(1801);
    const pauses: number[] = [];
    for (let time = 0; time < 10; time += 1) {
      expect(await payments.reconcile()).to.equal(1);
      const { status, isVoiding, nextCheckAt } = await payments.get(id);
      expect({ status, isVoiding }).to.deep.equal({ status: 'requires_action', isVoiding: false });
      const pause = ((nextCheckAt?.getTime() ?? 0) - payments.clock.now().getTime()) / 1000;
      pauses.push(pause);
      payments.clock.advance(pause);
    }
    expect(pauses).to.deep.equal([2, 4, 8, 16, 32, 60, 60, 60, 60, 60]);
    payments.replaceSandbox({});
    await payments.reconcile();
    expect(await payments.get(id)).to.deep.include({ status: 'cancelled', nextCheckAt: null });
    await payments.expectAgreement();
  });
});
