import type { AuditEntry } from '#core/audit/audit-entry.ts';
import { auditOf } from '#core/audit/audited-fields.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Id } from '#core/shared/id.ts';
import { apiKeyView } from './api-key-view.ts';
import type { Session } from './session.ts';

export const keyAuditEntry = auditOf('api_key', apiKeyView, {
  kind: 'shown',
  user_id: 'shown',
  name: 'personal',
  // a part of the token
  prefix: 'omitted',
  scopes: 'shown',
  allowed_ips: 'shown',
  allowed_origins: 'shown',
  rate_limit: 'shown',
  last_used_at: 'omitted',
  expires_at: 'shown',
  revoked_at: 'shown',
});

/** A user signed in: the actor is the new session. */
export const sessionStarted = ({ requestId }: Actor, { id, userId, createdAt }: Session): AuditEntry => ({
  actor: { kind: 'session', userId, credentialId: id, requestId },
  action: 'session.started',
  resource: { type: 'session', id },
  before: {},
  after: {},
  at: createdAt,
});

export const sessionEnded = (actor: Actor, id: Id<'ses'>, at: Date): AuditEntry => ({
  actor,
  action: 'session.ended',
  resource: { type: 'session', id },
  before: {},
  after: {},
  at,
});

/** A session that its user did not end. */
export const sessionEndedByForce = (
  actor: Actor,
  { id, userId }: Pick<Session, 'id' | 'userId'>,
  at: Date,
): AuditEntry => ({
  ...sessionEnded(actor, id, at),
  before: { user_id: userId },
});

/** A refused sign-in; `userId` belongs to the given e-mail, if it exists. */
export const signInRefused = (actor: Actor, userId: Id<'usr'> | null, at: Date): AuditEntry => ({
  actor,
  action: 'session.refused',
  resource: userId === null ? null : { type: 'user', id: userId },
  before: {},
  after: {},
  at,
});

/** A dry run of a sign-in: it confirms a password and starts no session. */
export const signInDryRun = (actor: Actor, userId: Id<'usr'>, at: Date): AuditEntry => ({
  actor,
  action: 'session.rehearsed',
  resource: { type: 'user', id: userId },
  before: {},
  after: {},
  at,
});
