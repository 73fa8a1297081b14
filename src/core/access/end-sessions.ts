import type { Actor } from '#core/shared/actor.ts';
import type { Id } from '#core/shared/id.ts';
import type { AccessTx } from './ports.ts';
import { keyAuditEntry } from './records.ts';
import type { Session } from './session.ts';

/**
 * Ends all sessions of a user by force. The keys that these sessions created are revoked with them, or all keys of the user:
 * a thief of a session may have created keys to keep the access. A sign-out and an expiry revoke none.
 * @returns the ended sessions.
 */
export const endSessionsOf = async (
  tx: AccessTx,
  actor: Actor,
  { userId, revokeKeys = false, at }: Readonly<{ userId: Id<'usr'>; revokeKeys?: boolean | undefined; at: Date }>,
): Promise<readonly Session['id'][]> => {
  const sessions = await tx.sessions.removeAllOf(userId);
  await revokeKeysOf(tx, actor, { userId, createdBy: revokeKeys ? undefined : sessions, at });
  return sessions;
};

/** Ends one session by force, with the keys that it created. */
export const endByForce = async (
  tx: AccessTx,
  actor: Actor,
  { session: { id, userId }, at }: Readonly<{ session: Pick<Session, 'id' | 'userId'>; at: Date }>,
): Promise<void> => {
  await tx.sessions.remove(id);
  await revokeKeysOf(tx, actor, { userId, createdBy: [id], at });
};

type Revocation = Readonly<{ userId: Id<'usr'>; createdBy: readonly Session['id'][] | undefined; at: Date }>;

const revokeKeysOf = async (tx: AccessTx, actor: Actor, { userId, createdBy, at }: Revocation): Promise<void> => {
  const revoked = await tx.apiKeys.revokeAllOf(userId, { createdBy, at });
  await tx.audit.append(
    ...revoked.map((key) => keyAuditEntry(actor, 'revoked', { before: { ...key, revokedAt: null }, after: key })),
  );
};
