import { auditOf } from '#core/audit/audited-fields.ts';
import { paymentView } from './payment-view.ts';

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
