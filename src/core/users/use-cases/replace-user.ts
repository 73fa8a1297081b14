import { hashNewPassword, type PasswordDeps } from '#core/access/new-password.ts';
import { requireOwnership } from '#core/access/ownership.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Clock } from '#core/shared/clock.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { Work } from '#core/storage.ts';
import type { User, UserFields, UserId } from '../user.ts';
import { requireActiveActor } from './require-active-actor.ts';
import { storeUser } from './store-user.ts';

/** An omitted password is kept, since it is never shown and cannot be repeated. */
export type ReplaceUser = (
  actor: Actor,
  command: Readonly<{ id: UserId; fields: UserFields; password?: string | undefined; expected: ExpectedVersions }>,
) => Promise<Work<User>>;

export const makeReplaceUser =
  (deps: { clock: Clock } & PasswordDeps): ReplaceUser =>
  async (actor, { id, fields, password, expected }) => {
    requireOwnership(actor, 'users:write', { kind: 'user', id, userId: id });
    const passwordHash = password === undefined ? undefined : await hashNewPassword(deps, password);
    return async (tx) => {
      // hashing is slow: the actor may have been revoked meanwhile
      if (password !== undefined) await requireActiveActor(tx, actor);
      const before = await tx.users.get(id);
      await requireVersion(tx.events, before, expected);
      return storeUser(tx, { actor, clock: deps.clock }, { before, fields, passwordHash });
    };
  };
