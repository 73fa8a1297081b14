import { type AuditEntry, changesOf } from '#core/audit/audit-entry.ts';
import type { Actor } from '#core/shared/actor.ts';
import { PERSONAL_FIELDS, type User } from './user.ts';
import { userView } from './user-view.ts';

const FIELDS = {
  shown: ['role', 'permissions', 'status', 'email_verified', 'invited_at'],
  personal: [...PERSONAL_FIELDS, 'password'],
};

/** The audited fields: of personal ones only that they changed. */
const audited = (user: User): object => ({ ...userView(user), password: user.passwordHash });

const entry = (actor: Actor, action: string, user: Pick<User, 'id'>) => ({
  actor,
  action: `user.${action}`,
  resource: { type: 'user', id: user.id },
});

export const userCreatedBy = (actor: Actor, user: User): AuditEntry => ({
  ...entry(actor, 'created', user),
  ...changesOf({}, audited(user), FIELDS),
  at: user.createdAt,
});

/** One entry, or none without a change. */
export const userUpdatedBy = (actor: Actor, before: User, after: User): AuditEntry[] => {
  const changes = changesOf(audited(before), audited(after), FIELDS);
  if (Object.keys(changes.after).length === 0) return [];
  return [{ ...entry(actor, 'updated', after), ...changes, at: after.updatedAt }];
};

export const userErasedBy = (actor: Actor, user: User, at: Date): AuditEntry => ({
  ...entry(actor, 'erased', user),
  ...changesOf(audited(user), {}, FIELDS),
  at,
});

export const userExportedBy = (actor: Actor, user: Pick<User, 'id'>, at: Date): AuditEntry =>
  unchanged(actor, 'exported', { user, at });

export const userSignedOutBy = (actor: Actor, user: Pick<User, 'id'>, at: Date): AuditEntry =>
  unchanged(actor, 'signed_out', { user, at });

/** What happened to a user without a change of the fields. */
const unchanged = (
  actor: Actor,
  action: string,
  { user, at }: Readonly<{ user: Pick<User, 'id'>; at: Date }>,
): AuditEntry => ({ ...entry(actor, action, user), before: {}, after: {}, at });
