import { expect } from 'chai';
import { Movement } from '#core/payments/ledger.ts';
import { Payment } from '#core/payments/payment.ts';
import { ids } from '../../support/builders/builders.ts';
import { dollars } from '../../support/builders/order-builders.ts';
import { captured } from '../../support/builders/payment-builders.ts';

const AMOUNT = dollars(10);

describe('a ledger movement', () => {
  const payment = captured();
  const overpayment = Payment.overpayment(payment);

  for (const [what, kind, by, debit, credit] of [
    ['from the gateway to orders where it was taken', 'capture', payment, 'gateway:sandbox', 'orders'],
    ['from orders to the gateway of a refund', 'refund', payment, 'orders', 'gateway:sandbox'],
    ['from the gateway to surplus where nobody had a use for it', 'capture', overpayment, 'gateway:sandbox', 'surplus'],
    ['from surplus to the gateway where that goes back', 'refund', overpayment, 'surplus', 'gateway:sandbox'],
  ] as const) {
    it(`goes ${what}`, () => {
      const id = ids.next(kind === 'capture' ? 'cap' : 're');
      const { id: paymentId, payableId, updatedAt: at } = by;
      const expected = { id, kind, paymentId, payableId, debit, credit, amount: AMOUNT, at };
      expect(Movement.of(kind, by, { id, amount: AMOUNT })).to.deep.equal(expected);
    });
  }
});
