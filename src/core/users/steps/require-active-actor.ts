import { Scope } from '#core/access/scope.ts';
import type { Actor } from '#core/shared/actor.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import type { UsersTx } from '../ports.ts';
import { User } from '../user.ts';

/**
 * Rejects an actor whose permissions changed during a slow password hash.
 * @throws DomainError `revoked_api_key`.
 */
export const requireActiveActor = async (tx: UsersTx, actor: Actor): Promise<void> => {
  if (actor.userId === null) return;
  const user = await tx.users.find(actor.userId);
  const grantedScopes = user?.status === 'active' ? User.scopes(user) : undefined;
  const hasAllScopes =
    grantedScopes !== undefined && [...actor.scopes].every((scope) => Scope.covers(grantedScopes, scope as Scope));
  if (!hasAllScopes || !(await isStillGranted(tx, actor))) {
    throw new DomainError(
      'unauthenticated',
      'revoked_api_key',
      'The caller’s permissions have changed. Sign in again.',
    );
  }
};

const isStillGranted = async (tx: UsersTx, { kind, credentialId }: Actor): Promise<boolean> => {
  if (kind === 'session') return (await tx.sessions.find(credentialId as Id<'ses'>)) !== undefined;
  return kind !== 'api_key' || (await tx.apiKeys.find(credentialId as Id<'key'>))?.revokedAt === null;
};
