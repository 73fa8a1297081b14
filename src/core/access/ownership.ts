import type { Actor } from '#core/shared/actor.ts';
import { notFound } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import { Scope } from './scope.ts';

/** How far an actor gets where a scope is needed: to all there is, to what is their user's own, or nowhere. */
export type AccessLevel = 'all' | 'own' | 'none';

export const accessLevelOf = ({ scopes, own }: Actor, scope: Scope): AccessLevel => {
  if (Scope.covers(scopes, scope)) return 'all';
  return own ? 'own' : 'none';
};

/**
 * Lets pass who gets to something that is a user's own. To others of the same reach it is not there.
 * @throws DomainError `not_found`, or `insufficient_scope` for an actor that gets nowhere.
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
