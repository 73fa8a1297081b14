import { requireOwnership, requireWrittenByShop } from '#core/access/ownership.ts';
import { Scope } from '#core/access/scope.ts';
import type { Actor } from '#core/shared/actor.ts';
import { User } from './user.ts';

type Rights = Pick<User, 'role' | 'permissions'>;

/** What a caller without ownership needs to write users: less if all of them are customers without permissions. */
export const writeScopeOf = (...users: readonly Rights[]): 'customers:write' | 'users:write' =>
  users.every(User.isPlainCustomer) ? 'customers:write' : 'users:write';

/**
 * Rejects an actor who may not write the user.
 * @throws DomainError `insufficient_scope` with the scope for such a user; `not_found` for a customer with another user.
 */
export const requireMayWrite = (actor: Actor, user: Rights & Pick<User, 'id'>): void =>
  requireOwnership(actor, writeScopeOf(user), { kind: 'user', id: user.id, userId: user.id });

/**
 * Rejects an actor with fewer permissions than the user, who could otherwise take over the user's.
 * @throws DomainError `insufficient_scope`.
 */
export const requireAuthority = (actor: Actor, user: Rights, purpose = 'Changing this user'): void =>
  Scope.requireAll(actor, User.scopes(user), purpose);

/** Rejects granting permissions that the actor lacks. @throws DomainError `insufficient_scope`. */
export const requireMayGrant = (actor: Actor, granted: Rights): void =>
  Scope.requireAll(actor, [writeScopeOf(granted), ...User.scopes(granted)], 'Granting this');

const OF_STAFF = ['tags', 'note'] as const;

/** Requires that only the shop writes what it notes of a user. @throws DomainError `validation_failed`. */
export const requireMayAnnotate = (
  actor: Actor,
  user: Rights,
  written: Readonly<Partial<Record<(typeof OF_STAFF)[number], unknown>>>,
): void => {
  requireWrittenByShop(
    actor,
    writeScopeOf(user),
    OF_STAFF.filter((field) => written[field] !== undefined),
  );
};
