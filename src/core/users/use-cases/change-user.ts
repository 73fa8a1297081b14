import { hashNewPassword, type PasswordDeps } from '#core/access/new-password.ts';
import { requireOwnership } from '#core/access/ownership.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Clock } from '#core/shared/clock.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import { type MergePatch, mergePatch } from '#core/shared/merge-patch.ts';
import type { Work } from '#core/storage.ts';
import { User, type UserFields, type UserId } from '../user.ts';
import { requireActiveActor } from './require-active-actor.ts';
import { storeUser } from './store-user.ts';

/** Null resets a field to its default. */
export type UserPatch = MergePatch<UserFields>;

export type ChangeUser = (
  actor: Actor,
  command: Readonly<{ id: UserId; patch: UserPatch; password?: string | undefined; expected: ExpectedVersions }>,
) => Promise<Work<User>>;

export const makeChangeUser =
  (deps: { clock: Clock } & PasswordDeps): ChangeUser =>
  async (actor, { id, patch, password, expected }) => {
    if (id !== actor.userId) requireOwnership(actor, 'users:write', { kind: 'user', id, userId: id });
    const passwordHash = password === undefined ? undefined : await hashNewPassword(deps, password);
    return async (tx) => {
      // hashing is slow: the actor may have been revoked meanwhile
      if (password !== undefined) await requireActiveActor(tx, actor);
      const before = await tx.users.get(id);
      await requireVersion(tx.events, before, expected);
      const fields = mergePatch(User.fieldsOf(before), patch) as UserFields;
      return storeUser(tx, { actor, clock: deps.clock }, { before, fields, passwordHash });
    };
  };
