import type { Actor } from '#core/shared/actor.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import type { SessionsTx } from '../ports.ts';

/**
 * Rejects a session that has ended while its request waited for the locked user: an end by force ends what it does, too.
 * @throws DomainError `session_ended`.
 */
export const requireLastingSession = async (tx: SessionsTx, { kind, credentialId }: Actor): Promise<void> => {
  if (kind !== 'session' || (await tx.sessions.find(credentialId as Id<'ses'>)) !== undefined) return;
  throw new DomainError('unauthenticated', 'session_ended', 'The session has ended. Sign in again.');
};
