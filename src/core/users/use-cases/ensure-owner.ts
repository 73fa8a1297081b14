import type { PasswordHasher } from '#core/access/password-hasher.ts';
import { Actor } from '#core/shared/actor.ts';
import type { Clock } from '#core/shared/clock.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { UnitOfWork } from '#core/storage.ts';
import { userCreatedBy } from '../audit-entries.ts';
import { userCreated } from '../events.ts';
import { User } from '../user.ts';

/** Creates an owner if there is none. @returns whether it did. */
export type EnsureOwner = (command: Readonly<{ email: string; password: string }>) => Promise<boolean>;

export const makeEnsureOwner =
  (deps: { unitOfWork: UnitOfWork; passwords: PasswordHasher; ids: IdGenerator; clock: Clock }): EnsureOwner =>
  async ({ email, password }) => {
    if (await deps.unitOfWork.run((tx) => tx.users.hasOwner())) return false;
    const passwordHash = await deps.passwords.hash(password);
    const user = User.create(deps.ids.next('usr'), { email, role: 'owner' }, { passwordHash, at: deps.clock.now() });
    try {
      await deps.unitOfWork.run(async (tx) => {
        await tx.users.add(user);
        await tx.events.append(userCreated(user));
        await tx.audit.append(userCreatedBy(Actor.system, user));
      });
      return true;
    } catch (error) {
      // another process created the owner concurrently
      if (error instanceof DomainError && error.code === 'already_exists') return false;
      throw error;
    }
  };
