import { DomainError } from '#core/shared/domain-error.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { UsersTx } from '../ports.ts';
import type { CreateOwner } from './create-owner.ts';

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
