import { type AuditEntry, actionEntry } from '#core/audit/audit-entry.ts';
import { auditOf } from '#core/audit/audited-fields.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { DomainEvent } from '#core/shared/domain-event.ts';
import type { Id } from '#core/shared/id.ts';
import { type ApiKey, apiKeyView } from './api-key.ts';
import type { Session } from './session.ts';

/** The key expires within days. */
export const apiKeyExpiring = (key: ApiKey, at: Date): DomainEvent => ({
  type: 'api_key.expiring',
  resourceId: key.id,
  resourceVersion: key.version,
  data: apiKeyView(key),
  previous: {},
  occurredAt: at,
});

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
export const sessionStartedEntry = ({ requestId }: Actor, { id, userId, createdAt: at }: Session): AuditEntry => {
  const actor = { kind: 'session', userId, credentialId: id, requestId } as const;
  return actionEntry({ actor, action: 'session.started', resource: { type: 'session', id }, at });
};

export const sessionEndedEntry = (actor: Actor, id: Id<'ses'>, at: Date): AuditEntry =>
  actionEntry({ actor, action: 'session.ended', resource: { type: 'session', id }, at });

/** Somebody else ended the session, so the entry names its user. */
export const sessionEndedByForceEntry = (
  actor: Actor,
  { id, userId }: Pick<Session, 'id' | 'userId'>,
  at: Date,
): AuditEntry => ({ ...sessionEndedEntry(actor, id, at), before: { user_id: userId } });

const userResource = (id: Id<'usr'>) => ({ type: 'user', id });

/** A refused sign-in. `userId`: the account of the entered e-mail; null if there is none. */
export const signInRefusedEntry = (actor: Actor, userId: Id<'usr'> | null, at: Date): AuditEntry =>
  actionEntry({ actor, action: 'session.refused', resource: userId && userResource(userId), at });

/** A dry run of a sign-in, under its stored name: it confirms a password and starts no session. */
export const signInDryRunEntry = (actor: Actor, userId: Id<'usr'>, at: Date): AuditEntry =>
  actionEntry({ actor, action: 'session.rehearsed', resource: userResource(userId), at });
