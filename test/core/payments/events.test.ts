import { expect } from 'chai';
import type { Payment } from '#core/payments/payment.ts';
import { paymentView } from '#core/payments/payment-view.ts';
import { paymentChanged } from '#core/payments/records.ts';
import { dollars } from '../../support/builders/order-builders.ts';
import {
  aPayment,
  authorized,
  awaitingPayer,
  captured,
  capturing,
  failed,
  refunded,
  refunding,
  voided,
  voiding,
} from '../../support/builders/payment-builders.ts';

const processing = aPayment();
const held = authorized(aPayment({ captureMethod: 'manual' }));
const paid = captured(processing);

const CHANGES: readonly (readonly [type: string, what: string, before: Payment, after: Payment])[] = [
  ['payment.authorized', 'is held', processing, authorized(processing)],
  ['payment.succeeded', 'was taken', processing, paid],
  ['payment.failed', 'has failed', processing, failed(processing)],
  ['payment.cancelled', 'was voided', voiding(held), voided(held)],
  ['payment.updated', 'waits for its payer', processing, awaitingPayer(processing)],
  ['payment.updated', 'was captured in part', capturing(held), captured(held, dollars(10))],
  ['payment.refunded', 'was refunded in part', refunding(paid), refunded(paid)],
  ['payment.refunded', 'was refunded a second time', refunded(paid), refunded(refunded(paid))],
];

describe('a payment event', () => {
  for (const [type, what, before, after] of CHANGES) {
    it(`is ${type} when the payment ${what}`, () => {
      const { previous, ...event } = paymentChanged(before, after);
      expect(event).to.deep.equal({
        type,
        resourceId: before.id,
        resourceVersion: after.version,
        data: paymentView(after),
        occurredAt: after.updatedAt,
      });
      expect(previous).to.not.have.any.keys('version', 'updated_at', 'amount');
    });
  }

  it('contains the previous values', () => {
    expect(paymentChanged(paid, refunded(paid)).previous).to.deep.equal({ amount_refunded: 0 });
    expect(paymentChanged(processing, paid).previous).to.deep.equal({
      status: 'processing',
      amount_captured: 0,
      gateway_reference: null,
      actions: [],
    });
  });
});
