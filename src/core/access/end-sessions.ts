import type { Actor } from '#core/shared/actor.ts';
import type { Id } from '#core/shared/id.ts';
import type { Transaction } from '#core/storage.ts';
import { keyAuditEntry } from './audit-entries.ts';

/**
 * Ends all sessions of a user by force. The keys that these sessions created are revoked with them, or all keys of the
 * user: a thief of a session may have created keys to keep the access. A sign-out and an expiry revoke none.
 */
export const endSessionsOf = async (
  tx: Transaction,
  actor: Actor,
  { userId, revokeKeys = false, at }: Readonly<{ userId: Id<'usr'>; revokeKeys?: boolean | undefined; at: Date }>,
): Promise<void> => {
  const ended = await tx.sessions.removeAllOf(userId);
  const revoked = await tx.apiKeys.revokeAllOf(userId, { createdBy: revokeKeys ? undefined : ended, at });
  await tx.audit.append(...revoked.map((key) => keyAuditEntry(actor, 'revoked', { ...key, revokedAt: null }, key)));
};
