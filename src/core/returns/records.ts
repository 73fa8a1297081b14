import { type AuditedFields, auditOf } from '#core/audit/audited-fields.ts';
import { type DomainEvent, eventsOf } from '#core/shared/domain-event.ts';
import { type ERASED_RETURN, type Return, type ReturnView, returnView } from './return.ts';

const events = eventsOf('return', returnView);

export const returnCreated = (created: Return): DomainEvent => events.created(created);

export const returnChanged = (before: Return, after: Return): DomainEvent => events.changed('updated', before, after);

export const returnAuditEntry = auditOf('return', returnView, {
  order_id: 'shown',
  user_id: 'omitted',
  status: 'shown',
  currency: 'omitted',
  items: 'personal',
  reason: 'omitted',
  withdrawal_id: 'shown',
  actions: 'omitted',
} satisfies AuditedFields<ReturnView, typeof ERASED_RETURN>);
