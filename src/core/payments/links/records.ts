import { auditOf } from '#core/audit/audited-fields.ts';
import { type DomainEvent, eventsOf } from '#core/shared/domain-event.ts';
import { type PaymentLink, paymentLinkEventView } from './payment-link.ts';

const events = eventsOf('payment_link', paymentLinkEventView);

export const paymentLinkCreated = events.created;

export const paymentLinkUpdated = (before: PaymentLink, after: PaymentLink): DomainEvent =>
  events.changed('updated', before, after);

export const paymentLinkAuditEntry = auditOf('payment_link', paymentLinkEventView, {
  order_id: 'shown',
  invoice_id: 'shown',
  active: 'shown',
  sent_at: 'shown',
});
