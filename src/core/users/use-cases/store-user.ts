import { Scope } from '#core/access/scope.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Clock } from '#core/shared/clock.ts';
import type { Transaction } from '#core/storage.ts';
import { userUpdatedBy } from '../audit-entries.ts';
import { requireAuthority, requireMayGrant } from '../authority.ts';
import { userUpdated } from '../events.ts';
import { emailKey, User, type UserFields } from '../user.ts';
import { requireAnotherOwner } from './require-another-owner.ts';

type Change = Readonly<{
  before: User;
  fields: UserFields;
  /** Undefined to keep the password. */
  passwordHash: string | undefined;
}>;

/** Stores a user's new fields within the actor's permissions and writes event and audit entry. */
export const storeUser = async (
  tx: Transaction,
  { actor, clock }: { actor: Actor; clock: Clock },
  { before, fields, passwordHash }: Change,
): Promise<User> => {
  const previous = User.replace(before, fields, clock.now());
  const after = passwordHash === undefined ? previous : { ...previous, passwordHash };
  requireMayStore(actor, before, after);
  if (!User.isActiveOwner(after)) await requireAnotherOwner(tx, before);
  await tx.users.save(after);
  const isLockedOut = before.status === 'active' && after.status === 'disabled';
  const hasOtherEmail = emailKey(before.email) !== emailKey(after.email);
  const hasOtherPassword = before.passwordHash !== after.passwordHash;
  if (hasOtherPassword || isLockedOut) await tx.sessions.removeAllOf(after.id);
  if (hasOtherPassword || isLockedOut || hasOtherEmail) await tx.oneTimeTokens.removeAllOf(after.id);
  if (hasOtherEmail) await tx.mailRequests.removeAllOf(emailKey(before.email));
  await tx.events.append(userUpdated(before, after));
  await tx.audit.append(...userUpdatedBy(actor, before, after));
  return after;
};

/** Rejects permissions beyond the actor's. @throws `insufficient_scope`. */
const requireMayStore = (actor: Actor, before: User, after: User): void => {
  if (actor.userId !== before.id || changesAccess(before, after)) {
    requireAuthority(actor, before);
    // a user without permissions is matched by any of their keys
    if (actor.kind === 'api_key') Scope.requireAll(actor, ['users:write'], 'Changing e-mail or password with a key');
  }
  if (changesRights(before, after)) {
    Scope.requireAll(actor, ['users:write'], 'Changing permissions');
    requireMayGrant(actor, after);
  }
};

const changesAccess = (before: User, after: User): boolean =>
  before.email !== after.email || before.passwordHash !== after.passwordHash || changesRights(before, after);

const changesRights = (before: User, after: User): boolean =>
  before.role !== after.role ||
  before.status !== after.status ||
  [...before.permissions].sort().join() !== [...after.permissions].sort().join();
