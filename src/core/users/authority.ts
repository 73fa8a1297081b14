import { Scope } from '#core/access/scope.ts';
import type { Actor } from '#core/shared/actor.ts';
import { User } from './user.ts';

type Rights = Pick<User, 'role' | 'permissions'>;

/**
 * Refuses an actor who may do less than a person: they could make the person's powers theirs.
 * @throws DomainError `insufficient_scope`.
 */
export const requireAuthority = (actor: Actor, user: Rights, purpose = 'To change this user'): void =>
  Scope.requireAll(actor, User.scopes(user), purpose);

/** Refuses to grant what the actor does not hold. @throws DomainError `insufficient_scope`. */
export const requireMayGrant = (actor: Actor, granted: Rights): void =>
  Scope.requireAll(actor, User.scopes(granted), 'To grant this');
