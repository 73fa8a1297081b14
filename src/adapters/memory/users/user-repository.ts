import { alreadyExists, conflict } from '#core/shared/domain-error.ts';
import { emailKey } from '#core/shared/mail.ts';
import type { UserRepository } from '#core/users/ports.ts';
import { User, type UserId } from '#core/users/user.ts';
import type { StoreChanges } from '../store/memory-store.ts';
import { requirePrevious, resourceRepository } from '../store/resources.ts';

/** Acts as a foreign key. @throws DomainError `conflict` for an unknown user. */
export const requireUser = (users: StoreChanges['users'], id: UserId): void => {
  if (users.get(id) === undefined) throw conflict('The user was removed concurrently.');
};

export const makeUserRepository = (
  { users, erasedCustomers }: StoreChanges,
  noteCredentialChange: (id: string) => void,
): UserRepository => {
  const rows = resourceRepository(users, 'user');
  const requireFreeEmail = ({ email }: User, ownId?: UserId): void => {
    const existing = users.find((user) => emailKey(user.email) === emailKey(email));
    if (existing !== undefined && existing.id !== ownId) {
      throw alreadyExists('email', 'is already used by another user');
    }
  };
  return {
    ...rows,
    lock: rows.find,
    lockEmail: async () => {},
    findByEmail: async (key) => users.find(({ email }) => emailKey(email) === key),
    hasOwner: async () => users.values().some(({ role }) => role === 'owner'),
    countOtherOwners: async (id) => users.filter((user) => user.id !== id && User.isActiveOwner(user)).length,

    async lockForShare(id) {
      const user = users.get(id);
      return user && { id, email: user.email, trusted: user.trusted };
    },

    async add(user) {
      requireFreeEmail(user);
      await rows.add(user);
    },

    async save(user) {
      requirePrevious(users.get(user.id), user);
      requireFreeEmail(user, user.id);
      users.set(user.id, user);
      noteCredentialChange(user.id);
    },

    async remove(id) {
      const { role, createdAt } = await rows.get(id);
      users.delete(id);
      if (role === 'customer') erasedCustomers.set(id, createdAt);
      noteCredentialChange(id);
    },
  };
};
