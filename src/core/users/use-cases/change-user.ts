import { type Confirmation, type ConfirmDeps, verifyCurrentPassword } from '#core/access/confirm-caller.ts';
import { hashNewPassword, type PasswordDeps } from '#core/access/new-password.ts';
import { requireOwnership } from '#core/access/ownership.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Clocks } from '#core/shared/clock.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import { type MergePatch, mergePatch } from '#core/shared/merge-patch.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { UsersTx } from '../ports.ts';
import { requireActiveActor } from '../steps/require-active-actor.ts';
import { type StoredUser, storeUser } from '../steps/store-user.ts';
import { User, type UserFields, type UserId } from '../user.ts';

/** Null resets a field to its default. */
export type UserPatch = MergePatch<UserFields>;

/** A new password, and what confirms the change of a credential. */
export type CredentialChange = Confirmation &
  Readonly<{
    password?: string | undefined;
    /** Whether a new password revokes all API keys of the user. */
    revokeKeys?: boolean | undefined;
  }>;

/**
 * A user's own new e-mail stays pending until it is verified, and needs the password or a recent sign-in; a user's own
 * new password always needs the current one.
 */
export type ChangeUser = (
  actor: Actor,
  command: Readonly<{ id: UserId; patch: UserPatch; expected: ExpectedVersions }> & CredentialChange,
) => Promise<Work<StoredUser, UsersTx>>;

export const makeChangeUser =
  (deps: ConfirmDeps & PasswordDeps & Clocks): ChangeUser =>
  async (actor, { id, patch, password, currentPassword, otp, passkey, revokeKeys = false, expected }) => {
    if (id !== actor.userId) requireOwnership(actor, 'customers:write', { kind: 'user', id, userId: id });
    const verified = await verifyCurrentPassword(deps, actor, { currentPassword, otp, passkey });
    const passwordHash = password === undefined ? undefined : await hashNewPassword(deps, password);
    return async (tx) => {
      // hashing is slow: the actor may have been revoked meanwhile
      if (password !== undefined || verified !== undefined) await requireActiveActor(tx, actor);
      const before = await tx.users.get(id);
      await requireVersion(tx.events, before, expected);
      const fields = mergePatch(User.fieldsOf(before), patch) as UserFields;
      return storeUser(
        tx,
        { actor, clock: deps.clock, systemClock: deps.systemClock },
        {
          ...{ before, fields, passwordHash, revokeKeys, verified },
          setsEmail: patch.email !== undefined,
        },
      );
    };
  };
