import type { PasswordHasher } from '#core/access/ports.ts';
import { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { UsersTx } from '../ports.ts';
import { userAuditEntry, userCreated } from '../records.ts';
import { User } from '../user.ts';

/** Creates an owner on behalf of the operator. @throws DomainError `already_exists` for another user's e-mail. */
export type CreateOwner = (command: Readonly<{ email: string; password: string }>) => Promise<Work<User, UsersTx>>;

export const makeCreateOwner =
  (deps: { passwords: PasswordHasher; ids: IdGenerator; clock: BusinessClock }): CreateOwner =>
  async ({ email, password }) => {
    const passwordHash = await deps.passwords.hash(password);
    return async (tx) => {
      const owner = User.create(deps.ids.next('usr'), { email, role: 'owner' }, { passwordHash, at: deps.clock.now() });
      await tx.users.add(owner);
      await tx.events.append(Actor.system, userCreated(owner));
      await tx.audit.append(userAuditEntry(Actor.system, 'created', { before: null, after: owner }));
      return owner;
    };
  };
