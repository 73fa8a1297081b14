import { invalidState } from '#core/shared/domain-error.ts';
import type { UsersTx } from '../ports.ts';
import { User } from '../user.ts';

/** Rejects removing the last active owner. @throws DomainError `invalid_state`. */
export const requireAnotherOwner = async (tx: UsersTx, user: User): Promise<void> => {
  if (!User.isActiveOwner(user) || (await tx.users.countOtherOwners(user.id)) > 0) return;
  throw invalidState('The last owner must stay. Create another owner first.', 'last_owner');
};
