import { type AuditEntry, changesOf } from '#core/audit/audit-entry.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Id } from '#core/shared/id.ts';
import type { ApiKey } from './api-key.ts';
import { apiKeyView } from './api-key-view.ts';
import type { Session } from './session.ts';

const SHOWN = ['user_id', 'scopes', 'allowed_ips', 'expires_at', 'revoked_at'];

/** What was done to a key; `before` is null where it was made just now. */
export const keyAuditEntry = (actor: Actor, action: string, before: ApiKey | null, after: ApiKey): AuditEntry => ({
  actor,
  action: `api_key.${action}`,
  resource: { type: 'api_key', id: after.id },
  ...changesOf(before === null ? {} : apiKeyView(before), apiKeyView(after), { shown: SHOWN }),
  at: after.updatedAt,
});

/** Somebody signed in; they are the actor from here on. */
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

/** Somebody could not sign in; `userId` is whose e-mail they gave, if anybody's. */
export const signInRefused = (actor: Actor, userId: Id<'usr'> | null, at: Date): AuditEntry => ({
  actor,
  action: 'session.refused',
  resource: userId === null ? null : { type: 'user', id: userId },
  before: {},
  after: {},
  at,
});

/** Somebody was told that a password is right, without a session. */
export const signInDryRun = (actor: Actor, userId: Id<'usr'>, at: Date): AuditEntry => ({
  actor,
  action: 'session.rehearsed',
  resource: { type: 'user', id: userId },
  before: {},
  after: {},
  at,
});
