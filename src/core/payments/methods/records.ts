import { auditOf } from '#core/audit/audited-fields.ts';
import { type DomainEvent, eventsOf } from '#core/shared/domain-event.ts';
import { type PaymentMethod, paymentMethodView } from './payment-method.ts';

const events = eventsOf('payment_method', paymentMethodView);

/** The first event of a method, whatever its version: it has none before the gateway has saved it. */
export const paymentMethodCreated = (method: PaymentMethod): DomainEvent => ({
  type: 'payment_method.created',
  resourceId: method.id,
  resourceVersion: method.version,
  data: paymentMethodView(method),
  previous: {},
  occurredAt: method.updatedAt,
  isFirst: true,
});

export const paymentMethodUpdated = (before: PaymentMethod, after: PaymentMethod): DomainEvent =>
  events.changed('updated', before, after);

export const paymentMethodDeleted = (method: PaymentMethod, at: Date): DomainEvent => events.deleted(method, at);

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
