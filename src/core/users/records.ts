import { type AuditEntry, actionEntry } from '#core/audit/audit-entry.ts';
import { type AuditedFields, auditOf, ifChanged } from '#core/audit/audited-fields.ts';
import type { Actor } from '#core/shared/actor.ts';
import { type DomainEvent, eventsOf } from '#core/shared/domain-event.ts';
import type { NO_ANNOTATIONS } from './annotations.ts';
import { ERASED_USER } from './erased-user.ts';
import type { User } from './user.ts';
import { type StaffUserView, staffUserView, userView } from './user-view.ts';

const events = eventsOf('user', userView);

export const userCreated = events.created;

export const userUpdated = (before: User, after: User): DomainEvent => events.changed('updated', before, after);

/** The deletion without personal data. */
export const userDeleted = (user: User, at: Date): DomainEvent =>
  events.deleted(user, at, { ...userView(user), ...ERASED_USER });

type AuditedUser = StaffUserView & Readonly<{ password: User['passwordHash'] }>;

const audited = (user: User): AuditedUser => ({ ...staffUserView(user), password: user.passwordHash });

export const userAuditEntry = auditOf('user', audited, {
  email: 'personal',
  email_verified: 'shown',
  pending_email: 'personal',
  name: 'personal',
  phone: 'personal',
  addresses: 'personal',
  metadata: 'personal',
  role: 'shown',
  permissions: 'shown',
  status: 'shown',
  trusted: 'shown',
  tax_id: 'personal',
  tax_id_confirmed: 'shown',
  tax_id_confirmed_at: 'shown',
  tax_id_confirmed_by: 'shown',
  consents: 'personal',
  tags: 'personal',
  note: 'personal',
  invited_at: 'shown',
  password: 'personal',
} satisfies AuditedFields<AuditedUser, typeof ERASED_USER & typeof NO_ANNOTATIONS>);

/** One entry, or none without a change. */
export const userUpdatedBy = (actor: Actor, before: User, after: User): AuditEntry[] =>
  ifChanged(userAuditEntry(actor, 'updated', { before, after }));

export const userExportedBy = (actor: Actor, { id }: Pick<User, 'id'>, at: Date): AuditEntry =>
  actionEntry({ actor, action: 'user.exported', resource: { type: 'user', id }, at });

export const userSignedOutBy = (actor: Actor, { id }: Pick<User, 'id'>, at: Date): AuditEntry =>
  actionEntry({ actor, action: 'user.signed_out', resource: { type: 'user', id }, at });
