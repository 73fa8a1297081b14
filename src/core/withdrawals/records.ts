import { type AuditedFields, auditOf } from '#core/audit/audited-fields.ts';
import { type DomainEvent, eventsOf } from '#core/shared/domain-event.ts';
import type { Withdrawal } from './withdrawal.ts';
import { type ERASED_WITHDRAWAL, type WithdrawalView, withdrawalView } from './withdrawal-view.ts';

const events = eventsOf('withdrawal', withdrawalView);

export const withdrawalCreated = (created: Withdrawal): DomainEvent => events.created(created);

export const withdrawalChanged = (before: Withdrawal, after: Withdrawal): DomainEvent =>
  events.changed('updated', before, after);

export const withdrawalAuditEntry = auditOf('withdrawal', withdrawalView, {
  order_id: 'shown',
  subscription_id: 'shown',
  user_id: 'omitted',
  // the buyer wrote it
  order_number: 'personal',
  name: 'personal',
  email: 'personal',
  items: 'shown',
  note: 'personal',
  verified: 'shown',
  status: 'shown',
  reason: 'shown',
  until: 'shown',
  refund_by: 'shown',
  accepted_items: 'shown',
  return_id: 'shown',
  actions: 'omitted',
} satisfies AuditedFields<WithdrawalView, typeof ERASED_WITHDRAWAL>);
