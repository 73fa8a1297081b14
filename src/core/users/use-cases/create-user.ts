import { type Confirmation, type ConfirmDeps, verifyCurrentPassword } from '#core/access/confirm-caller.ts';
import { hashNewPassword, type PasswordDeps } from '#core/access/new-password.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Clocks } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { requireMayGrant } from '../authority.ts';
import type { UsersTx } from '../ports.ts';
import { requireActiveActor, requireConfirmationFor } from '../steps/require-may-store.ts';
import { addUser } from '../steps/store-user.ts';
import { User, type UserFields } from '../user.ts';

/** Without a password the user cannot sign in until one is set. A session confirms an account with permissions. */
export type CreateUser = (
  actor: Actor,
  command: Readonly<{ fields: UserFields; password?: string | undefined }> & Confirmation,
) => Promise<Work<User, UsersTx>>;

export const makeCreateUser =
  (deps: { ids: IdGenerator } & ConfirmDeps & PasswordDeps & Clocks): CreateUser =>
  async (actor, { fields, password, ...confirmation }) => {
    const verified = await verifyCurrentPassword(deps, actor, confirmation);
    const passwordHash = password === undefined ? null : await hashNewPassword(deps, password);
    return async (tx) => {
      // hashing is slow: the actor may have been revoked meanwhile
      if (password !== undefined) {
        // the lock keeps the permission of the actor until the commit
        if (actor.userId !== null) await tx.users.lockForShare(actor.userId);
        await requireActiveActor(tx, actor);
      }
      const at = deps.clock.now();
      const created = User.create(deps.ids.next('usr'), fields, { passwordHash, at });
      const user = User.withConfirmation(created, { before: null, fields, by: actor.userId, at });
      requireMayGrant(actor, user);
      await requireConfirmationFor(tx, { actor, systemClock: deps.systemClock, verified }, [user]);
      return addUser(tx, actor, user);
    };
  };
