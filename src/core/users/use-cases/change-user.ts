import { type Confirmation, type ConfirmDeps, verifyCurrentPassword } from '#core/access/confirm-caller.ts';
import { hashNewPassword, type PasswordDeps } from '#core/access/new-password.ts';
import { requireOwnership } from '#core/access/ownership.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Clocks } from '#core/shared/clock.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import { type MergePatch, mergePatch } from '#core/shared/merge-patch.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { requireMayAnnotate, requireMayWrite } from '../authority.ts';
import { Consents, type ConsentsFields } from '../consents.ts';
import type { UsersTx } from '../ports.ts';
import { requireActiveActor } from '../steps/require-may-store.ts';
import { type StoredUser, storeUser } from '../steps/store-user.ts';
import { User, type UserFields, type UserId } from '../user.ts';

/** Null resets a field to its default. */
export type UserPatch = MergePatch<Omit<UserFields, 'consents'>> & Readonly<{ consents?: ConsentsFields | null }>;

/** A new password, and what confirms the change of a credential. */
export type CredentialChange = Confirmation &
  Readonly<{
    password?: string | undefined;
    /** Whether a new password revokes all API keys of the user. */
    revokeKeys?: boolean | undefined;
  }>;

type Command = Readonly<{ id: UserId; expected: ExpectedVersions }> & CredentialChange;

/**
 * A user's own new e-mail stays pending until it is verified, and needs the password or a recent sign-in; a user's own
 * new password always needs the current one.
 */
export type ChangeUser = (
  actor: Actor,
  command: Command & Readonly<{ patch: UserPatch }>,
) => Promise<Work<StoredUser, UsersTx>>;

/** As `ChangeUser`. An omitted password is kept, since it is never shown and cannot be repeated. */
export type ReplaceUser = (
  actor: Actor,
  command: Command & Readonly<{ fields: UserFields }>,
) => Promise<Work<StoredUser, UsersTx>>;

type Deps = ConfirmDeps & PasswordDeps & Clocks;

export const makeChangeUser =
  (deps: Deps): ChangeUser =>
  async (actor, { patch: { consents, ...patch }, ...command }) => {
    const { id } = command;
    if (id !== actor.userId) requireOwnership(actor, 'customers:write', { kind: 'user', id, userId: id });
    return writeUser(deps, actor, command, (before) => {
      requireMayAnnotate(actor, before, patch);
      return {
        fields: {
          ...(mergePatch(User.patchedFieldsOf(before, patch), patch) as UserFields),
          // a null that is merged would be an omission, which leaves the record
          ...(consents === undefined ? {} : { consents: consents ?? Consents.none }),
        },
        setsEmail: patch.email !== undefined,
      };
    });
  };

export const makeReplaceUser =
  (deps: Deps): ReplaceUser =>
  async (actor, { fields, ...command }) => {
    const { id } = command;
    requireOwnership(actor, 'customers:write', { kind: 'user', id, userId: id });
    return writeUser(deps, actor, command, (before) => {
      requireMayWrite(actor, before);
      requireMayAnnotate(actor, before, fields);
      return { fields, setsEmail: true };
    });
  };

const writeUser = async (
  deps: Deps,
  actor: Actor,
  { id, password, revokeKeys = false, expected, ...confirmation }: Command,
  written: (before: User) => Readonly<{ fields: UserFields; setsEmail: boolean }>,
): Promise<Work<StoredUser, UsersTx>> => {
  const verified = await verifyCurrentPassword(deps, actor, confirmation);
  const passwordHash = password === undefined ? undefined : await hashNewPassword(deps, password);
  return async (tx) => {
    const before = await tx.users.get(id);
    // hashing is slow, and users wait for who ends their sessions: the actor may have been revoked meanwhile
    if (password !== undefined || verified !== undefined || id === actor.userId) await requireActiveActor(tx, actor);
    const change = { ...written(before), before, passwordHash, revokeKeys, verified };
    await requireVersion(tx.events, before, expected);
    return storeUser(tx, { actor, clock: deps.clock, systemClock: deps.systemClock }, change);
  };
};
