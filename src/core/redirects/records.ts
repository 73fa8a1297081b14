import { auditOf } from '#core/audit/audited-fields.ts';
import { type DomainEvent, eventsOf } from '#core/shared/domain-event.ts';
import { type Redirect, redirectEventView } from './redirect.ts';

const events = eventsOf('redirect', redirectEventView);

export const redirectCreated = events.created;

export const redirectUpdated = (before: Redirect, after: Redirect): DomainEvent =>
  events.changed('updated', before, after);

export const redirectDeleted = (redirect: Redirect, at: Date): DomainEvent => events.deleted(redirect, at);

export const redirectAuditEntry = auditOf('redirect', redirectEventView, { path: 'shown', target: 'shown' });
