import { expect } from 'chai';
import { PaymentEntry, paymentEntryView } from '#core/payments/payment-entry.ts';
import { PaymentOperation } from '#core/payments/payment-operation.ts';
import { paymentView, refundView } from '#core/payments/payment-view.ts';
import { paymentAuditEntry } from '#core/payments/records.ts';
import { anActor, aUser, countingIds, ids, NOON } from '../../support/builders/builders.ts';
import { dollars } from '../../support/builders/order-builders.ts';
import {
  aLargePayment,
  anOperation,
  aPayment,
  awaitingPayer,
  captured,
  FAILURE,
  failed,
  LATER,
  REDIRECT_URL,
  refunded,
} from '../../support/builders/payment-builders.ts';

describe('paymentView', () => {
  it('shows amounts in major units and hides the token and pending operations', () => {
    const userId = ids.next('usr');
    const payment = refunded(captured(aPayment({ userId, metadata: { a: '1' } })));
    expect(paymentView(payment)).to.deep.equal({
      id: payment.id,
      object: 'payment',
      order_id: payment.payableId,
      invoice_id: null,
      user_id: userId,
      status: 'succeeded',
      amount: 39.98,
      amount_captured: 39.98,
      amount_refunded: 10,
      dispute: null,
      needs_attention: false,
      attention: [],
      currency: 'USD',
      capture_method: 'automatic',
      gateway: 'sandbox',
      gateway_reference: `sandbox_${payment.id}`,
      payment_method_id: null,
      next_action: null,
      failure_code: null,
      failure_message: null,
      metadata: { a: '1' },
      actions: ['refund'],
      version: 4,
      created_at: '2026-11-20T12:00:00.000Z',
      updated_at: '2026-11-20T12:01:00.000Z',
    });
  });

  it('shows the redirect URL and the failure', () => {
    expect(paymentView(awaitingPayer()).next_action).to.deep.equal({ redirect_url: REDIRECT_URL });
    const { failure_code: code, failure_message: message } = paymentView(failed());
    expect({ code, message }).to.deep.equal(FAILURE);
  });

  it('is exact for the largest amount', () => {
    const { amount, amount_captured: captured, amount_refunded: refunded } = paymentView(aLargePayment());
    expect([amount, captured, refunded]).to.deep.equal([999999999999.99, 999999999989.99, 10]);
  });

  it('shows refunds with their reason and failure', () => {
    const payment = captured();
    const refund = anOperation(payment, 'refund', { amount: dollars(10), reason: 'too small' });
    const view = {
      id: refund.id,
      object: 'refund',
      payment_id: payment.id,
      status: 'pending',
      amount: 10,
      currency: 'USD',
      reason: 'too small',
      items: [],
      restock: false,
      shipping: 0,
      failure_code: null,
      failure_message: null,
      version: 1,
      created_at: '2026-11-20T12:00:00.000Z',
      updated_at: '2026-11-20T12:00:00.000Z',
    };
    expect(refundView(refund)).to.deep.equal(view);
    expect(refundView(PaymentOperation.fail(refund, FAILURE, LATER))).to.deep.equal({
      ...view,
      version: 2,
      status: 'failed',
      failure_code: 'generic_decline',
      failure_message: 'The card was declined.',
      updated_at: '2026-11-20T12:01:00.000Z',
    });
  });
});

describe('the payment timeline', () => {
  const staff = anActor(aUser({ role: 'staff' }));
  const { id: paymentId } = aPayment();
  const entry = PaymentEntry.of({ ids: countingIds(), actor: staff, paymentId, at: NOON }, 'captured', { amount: 10 });
  const view = {
    id: 'tml_00000000000000000000000001',
    object: 'timeline_entry',
    payment_id: paymentId,
    type: 'captured',
    details: { amount: 10 },
    created_at: '2026-11-20T12:00:00.000Z',
    updated_at: '2026-11-20T12:00:00.000Z',
  };

  it('shows the actor to staff', () => {
    const actor = { kind: 'session', user_id: staff.userId, credential_id: staff.credentialId };
    expect(paymentEntryView(entry)).to.deep.equal({ ...view, actor });
  });

  it('hides the actor from the payer', () => {
    expect(paymentEntryView(entry, { withActor: false })).to.deep.equal({ ...view, actor: null });
  });

  it('is audited with the changed amounts and status', () => {
    const before = captured();
    const after = refunded(before);
    expect(paymentAuditEntry(staff, 'refunded', { before, after })).to.deep.equal({
      actor: staff,
      action: 'payment.refunded',
      resource: { type: 'payment', id: before.id },
      before: { amount_refunded: 0 },
      after: { amount_refunded: 10 },
      at: LATER,
    });
  });
});
