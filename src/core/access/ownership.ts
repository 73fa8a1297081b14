import { Actor } from '#core/shared/actor.ts';
import { notFound } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import { Scope } from './scope.ts';

/** What an actor may access where a scope is required: all resources, those of its user, or none. */
export type AccessLevel = 'all' | 'own' | 'none';

export const accessLevelOf = ({ scopes, own }: Actor, scope: Scope): AccessLevel => {
  if (Scope.covers(scopes, scope)) return 'all';
  return own ? 'own' : 'none';
};

/** The user whose resources an actor may list; undefined for the resources of all. */
export const ownerFilterOf = (actor: Actor, scope: Scope): Id<'usr'> | undefined =>
  accessLevelOf(actor, scope) === 'all' ? undefined : Actor.userOf(actor);

/**
 * Requires access to a resource that a user owns.
 * @throws DomainError `not_found` for a resource of another user, `insufficient_scope` for an actor without any access.
 */
export const requireOwnership = (
  actor: Actor,
  scope: Scope,
  { kind, id, userId }: Readonly<{ kind: string; id: string; userId: Id<'usr'> | null }>,
): void => {
  const level = accessLevelOf(actor, scope);
  if (level === 'none') Scope.requireAll(actor, [scope], 'This');
  if (level === 'own' && (userId === null || userId !== actor.userId)) throw notFound(kind, id);
};
