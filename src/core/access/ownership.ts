import type { Actor } from '#core/shared/actor.ts';
import { notFound } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import { Scope } from './scope.ts';

/** An actor's access to resources under a scope: all, their user's own, or none. */
export type AccessLevel = 'all' | 'own' | 'none';

export const accessLevelOf = ({ scopes, own }: Actor, scope: Scope): AccessLevel => {
  if (Scope.covers(scopes, scope)) return 'all';
  return own ? 'own' : 'none';
};

/**
 * Requires access to a user's resource. A resource of another user is reported as missing.
 * @throws DomainError `not_found`, or `insufficient_scope` without any access.
 */
export const requireOwnership = (
  actor: Actor,
  scope: Scope,
  { kind, id, userId }: Readonly<{ kind: string; id: string; userId: Id<'usr'> | null }>,
): void => {
  const reach = accessLevelOf(actor, scope);
  if (reach === 'none') Scope.requireAll(actor, [scope], 'This');
  if (reach === 'own' && (userId === null || userId !== actor.userId)) throw notFound(kind, id);
};
