import type { PasswordHasher } from '#core/access/ports.ts';
import { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { UnitOfWork, Work } from '#core/shared/unit-of-work.ts';
import type { UsersTx } from '../ports.ts';
import { addUser } from '../steps/store-user.ts';
import { User } from '../user.ts';

/** Creates an owner on behalf of the operator. @throws DomainError `already_exists` for another user's e-mail. */
export type CreateOwner = (command: Readonly<{ email: string; password: string }>) => Promise<Work<User, UsersTx>>;

export const makeCreateOwner =
  (deps: { passwords: PasswordHasher; ids: IdGenerator; clock: BusinessClock }): CreateOwner =>
  async ({ email, password }) => {
    const passwordHash = await deps.passwords.hash(password);
    return async (tx) => {
      const owner = User.create(deps.ids.next('usr'), { email, role: 'owner' }, { passwordHash, at: deps.clock.now() });
      return addUser(tx, Actor.system, owner);
    };
  };

/** Creates an owner if there is none. @returns whether it did. */
export type EnsureOwner = (command: Readonly<{ email: string; password: string }>) => Promise<boolean>;

export const makeEnsureOwner =
  ({ unitOfWork, createOwner }: { unitOfWork: UnitOfWork<UsersTx>; createOwner: CreateOwner }): EnsureOwner =>
  async (command) => {
    if (await unitOfWork.run((tx) => tx.users.hasOwner())) return false;
    try {
      await unitOfWork.run(await createOwner(command));
      return true;
    } catch (error) {
      // another process created the owner concurrently
      if (error instanceof DomainError && error.code === 'already_exists') return false;
      throw error;
    }
  };
