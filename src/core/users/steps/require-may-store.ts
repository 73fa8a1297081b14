import { requireConfirmation, requirePassword, type VerifiedPassword } from '#core/access/confirm-caller.ts';
import { Scope } from '#core/access/scope.ts';
import { Actor } from '#core/shared/actor.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import { DomainError, invalidState, orNotFound } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import { requireAuthority, requireMayGrant, requireMayWrite, writeScopeOf } from '../authority.ts';
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

/** Rejects removing the last active owner. @throws DomainError `invalid_state`. */
export const requireAnotherOwner = async (tx: UsersTx, user: User): Promise<void> => {
  if (!User.isActiveOwner(user) || (await tx.users.countOtherOwners(user.id)) > 0) return;
  throw invalidState('The last owner must stay. Create another owner first.', 'last_owner');
};

type Caller = Readonly<{ actor: Actor; systemClock: SystemClock; verified: VerifiedPassword }>;
type Change = Readonly<{ before: User; after: User }>;

/** Rejects permissions beyond the actor's, and changes that a stolen credential must not make. */
export const requireMayStore = async (tx: UsersTx, caller: Caller, { before, after }: Change): Promise<void> => {
  const { actor, verified } = caller;
  const isOwn = actor.userId === before.id;
  if (!isOwn) requireMayWrite(actor, before);
  if (!isOwn || changesAccess(before, after)) requireAuthority(actor, before);
  // a key acts within its scopes, also for its own user
  if (actor.kind === 'api_key') Scope.requireAll(actor, [writeScopeOf(before)], 'Changing a user with a key');
  if (changesRights(before, after)) {
    Scope.requireAll(actor, [writeScopeOf(before, after)], 'Changing permissions');
    requireMayGrant(actor, after);
  }
  if (!isOwn && changesAccess(before, after)) await requireConfirmationFor(tx, caller, [before, after]);
  requireKnownHolder(before, after);
  if (!isOwn) return;
  const hasOtherPassword = before.passwordHash !== after.passwordHash;
  if (hasOtherPassword && before.passwordHash !== null) await requirePassword(tx, { user: before, verified });
  else if (hasOtherPassword || wantsOtherEmail(before, after))
    await requireConfirmation(tx, { ...caller, user: before });
};

/**
 * Rejects giving permissions to an account that anybody may have signed up with: the e-mail is all that the giver knows of it.
 * @throws DomainError `invalid_state`.
 */
const requireKnownHolder = (before: User, after: User): void => {
  if (!User.mayBeStrangers(before) || User.isPlainCustomer(after)) return;
  throw invalidState(
    'Nobody has proved the e-mail of this user, and a stranger may have signed up with it: the user must verify it first, or ' +
      'set a new password by a mail.',
    'unverified',
  );
};

/**
 * Requires a session's confirmation before it gives others access to an account with permissions: a thief of the
 * session could keep the access through that account.
 */
export const requireConfirmationFor = async (
  tx: UsersTx,
  caller: Caller,
  users: readonly Pick<User, 'role' | 'permissions'>[],
): Promise<void> => {
  const { actor } = caller;
  if (actor.kind !== 'session' || users.every((user) => User.scopes(user).size === 0)) return;
  const id = Actor.userOf(actor);
  const user = orNotFound(await tx.users.find(id), 'user', id);
  await requireConfirmation(tx, { ...caller, user });
};

const wantsOtherEmail = (before: User, after: User): boolean =>
  after.pendingEmail !== null && after.pendingEmail !== before.pendingEmail;

const changesAccess = (before: User, after: User): boolean =>
  before.email !== after.email ||
  before.pendingEmail !== after.pendingEmail ||
  before.passwordHash !== after.passwordHash ||
  changesRights(before, after);

const isConfirmedAnew = (before: User, after: User): boolean =>
  after.taxIdConfirmedAt !== null && (before.taxIdConfirmedAt === null || before.taxId !== after.taxId);

/** Whether a change affects what the user may do. */
export const changesRights = (before: User, after: User): boolean =>
  before.role !== after.role ||
  before.status !== after.status ||
  before.trusted !== after.trusted ||
  isConfirmedAnew(before, after) ||
  [...before.permissions].sort().join() !== [...after.permissions].sort().join();
