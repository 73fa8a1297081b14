import { Scope } from '#core/access/scope.ts';
import type { Actor } from '#core/shared/actor.ts';
import { User } from './user.ts';

type Rights = Pick<User, 'role' | 'permissions'>;

/**
 * Rejects an actor with fewer permissions than the user, who could otherwise take over the user's.
 * @throws DomainError `insufficient_scope`.
 */
export const requireAuthority = (actor: Actor, user: Rights, purpose = 'Changing this user'): void =>
  Scope.requireAll(actor, User.scopes(user), purpose);

/** Rejects granting permissions that the actor lacks. @throws DomainError `insufficient_scope`. */
export const requireMayGrant = (actor: Actor, granted: Rights): void =>
  Scope.requireAll(actor, User.scopes(granted), 'Granting this');
