import type { PasswordHasher } from '#core/access/ports.ts';
import { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { orNotFound } from '#core/shared/domain-error.ts';
import { emailKey } from '#core/shared/mail.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { UsersTx } from '../ports.ts';
import { userUpdated, userUpdatedBy } from '../records.ts';
import { endAccessOf } from '../steps/end-access.ts';
import { requestNotices } from '../steps/store-user.ts';
import { User } from '../user.ts';

/**
 * Makes a user an active owner with a new password on behalf of the operator, ends the user's sessions and revokes
 * the API keys that they created.
 * @throws DomainError `not_found`.
 */
export type ResetOwner = (command: Readonly<{ email: string; password: string }>) => Promise<Work<User, UsersTx>>;

export const makeResetOwner =
  (deps: { passwords: PasswordHasher; clock: BusinessClock }): ResetOwner =>
  async ({ email, password }) => {
    const passwordHash = await deps.passwords.hash(password);
    return async (tx) => {
      const found = await tx.users.findByEmail(emailKey(email));
      const before = orNotFound(found && (await tx.users.lock(found.id)), 'user', email);
      const at = deps.clock.now();
      const fields = { ...User.fieldsOf(before), role: 'owner', status: 'active' } as const;
      const after = { ...User.replace(before, fields, at), passwordHash, invitedAt: null };
      await tx.users.save(after);
      await endAccessOf(tx, Actor.system, { userId: after.id, at });
      await tx.oneTimeTokens.removeAllOf(after.id);
      await requestNotices(tx, Actor.system, { before, after });
      await tx.events.append(Actor.system, userUpdated(before, after));
      await tx.audit.append(...userUpdatedBy(Actor.system, before, after));
      return after;
    };
  };
