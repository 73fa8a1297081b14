import { type ConfirmDeps, verifyCurrentPassword } from '#core/access/confirm-caller.ts';
import { hashNewPassword, type PasswordDeps } from '#core/access/new-password.ts';
import { requireOwnership } from '#core/access/ownership.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Clocks } from '#core/shared/clock.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { requireMayWrite } from '../authority.ts';
import type { UsersTx } from '../ports.ts';
import { requireActiveActor } from '../steps/require-active-actor.ts';
import { type StoredUser, storeUser } from '../steps/store-user.ts';
import type { UserFields, UserId } from '../user.ts';
import type { CredentialChange } from './change-user.ts';

/** As `ChangeUser`. An omitted password is kept, since it is never shown and cannot be repeated. */
export type ReplaceUser = (
  actor: Actor,
  command: Readonly<{ id: UserId; fields: UserFields; expected: ExpectedVersions }> & CredentialChange,
) => Promise<Work<StoredUser, UsersTx>>;

export const makeReplaceUser =
  (deps: ConfirmDeps & PasswordDeps & Clocks): ReplaceUser =>
  async (actor, { id, fields, password, currentPassword, otp, passkey, revokeKeys = false, expected }) => {
    requireOwnership(actor, 'customers:write', { kind: 'user', id, userId: id });
    const verified = await verifyCurrentPassword(deps, actor, { currentPassword, otp, passkey });
    const passwordHash = password === undefined ? undefined : await hashNewPassword(deps, password);
    return async (tx) => {
      // hashing is slow: the actor may have been revoked meanwhile
      if (password !== undefined || verified !== undefined) await requireActiveActor(tx, actor);
      const before = await tx.users.get(id);
      requireMayWrite(actor, before);
      await requireVersion(tx.events, before, expected);
      return storeUser(
        tx,
        { actor, clock: deps.clock, systemClock: deps.systemClock },
        {
          ...{ before, fields, passwordHash, revokeKeys, verified },
          setsEmail: true,
        },
      );
    };
  };
