import { auditOf } from '#core/audit/audited-fields.ts';
import { paymentMethodView } from './payment-method-view.ts';

/** Brand, digits and expiry are omitted: entries outlive the person. */
export const paymentMethodAuditEntry = auditOf('payment_method', paymentMethodView, {
  user_id: 'omitted',
  gateway: 'shown',
  status: 'shown',
  type: 'omitted',
  brand: 'omitted',
  last4: 'omitted',
  exp_month: 'omitted',
  exp_year: 'omitted',
  is_default: 'shown',
  next_action: 'omitted',
  failure_code: 'omitted',
  failure_message: 'omitted',
});
