import { auditOf } from '#core/audit/audited-fields.ts';
import { type DomainEvent, eventsOf } from '#core/shared/domain-event.ts';
import type { Payment } from './payment.ts';
import { paymentView } from './payment-view.ts';

const events = eventsOf('payment', paymentView);

/** The event of a change, named after the status that the payment reached by it, or after what the gateway reported. */
export const paymentChanged = (before: Payment, after: Payment): DomainEvent => {
  if (after.disputes !== before.disputes) {
    const type = after.disputes.length > before.disputes.length ? 'dispute.opened' : 'dispute.closed';
    // the payment shows the dispute
    return { ...events.changed('updated', before, after), type };
  }
  if (after.reversed.compare(before.reversed) !== 0) return events.changed('refund_failed', before, after);
  const { status } = after;
  const isNamed = status === 'authorized' || status === 'succeeded' || status === 'failed' || status === 'cancelled';
  if (isNamed && status !== before.status) return events.changed(status, before, after);
  const isRefunded = after.refunded.compare(before.refunded) !== 0;
  return events.changed(isRefunded ? 'refunded' : 'updated', before, after);
};

/** A change by a person or the service; the step `compared` is with the ledger. */
export const paymentAuditEntry = auditOf('payment', paymentView, {
  order_id: 'omitted',
  invoice_id: 'omitted',
  user_id: 'omitted',
  status: 'shown',
  amount: 'omitted',
  amount_captured: 'shown',
  amount_refunded: 'shown',
  dispute: 'shown',
  needs_attention: 'omitted',
  attention: 'shown',
  currency: 'omitted',
  capture_method: 'omitted',
  gateway: 'omitted',
  gateway_reference: 'omitted',
  payment_method_id: 'omitted',
  next_action: 'omitted',
  failure_code: 'shown',
  failure_message: 'omitted',
  metadata: 'omitted',
  actions: 'omitted',
});
