import { Actor } from '#core/shared/actor.ts';
import { type DomainError, invalid, unknownReference } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import { accessLevelOf } from './ownership.ts';
import { Scope } from './scope.ts';

/**
 * Whose resource an actor creates: customers their own, callers with the scope also those of others.
 * @param requested The caller’s own if omitted.
 * @throws DomainError `insufficient_scope`, `validation_failed` if no user is known, `unknown_reference` for another user.
 */
export const ownerFor = (actor: Actor, scope: Scope, requested: Id<'usr'> | undefined): Id<'usr'> => {
  const access = accessLevelOf(actor, scope);
  if (access === 'none' || actor.order !== undefined) Scope.requireAll(actor, [scope], 'This');
  if (requested === undefined && !actor.own) throw userRequired();
  const own = actor.own ? Actor.userOf(actor) : undefined;
  const userId = requested ?? own;
  if (userId === undefined || (access === 'own' && userId !== own)) throw unknownUser();
  return userId;
};

const userRequired = (): DomainError => invalid([{ path: ['user_id'], code: 'any.required', message: 'is required' }]);

export const unknownUser = (): DomainError =>
  unknownReference([{ path: ['user_id'], code: 'any.only', message: 'must be the id of an existing user' }]);
