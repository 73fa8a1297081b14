import type { CustomerKey } from '#core/pricing/ports.ts';
import { emailKey } from '#core/shared/mail.ts';
import type { DiscountUseRow, MemoryStore } from '../store/memory-store.ts';

/** Who is known by a key, by all their keys. */
export type Customer = Pick<DiscountUseRow, 'userId' | 'emailKey'>;

type Users = Pick<MemoryStore['users'], 'find'>;

/**
 * A guest with the e-mail that a user has proved is that user; before, the user is not known by it, since it may be a
 * stranger's. Both are null for an unknown customer.
 */
export const customerOf = (users: Users, key: CustomerKey): Customer => {
  const user = users.find(
    ({ id, email, emailVerifiedAt }) => id === key || (emailVerifiedAt !== null && emailKey(email) === key),
  );
  if (user === undefined) return { userId: null, emailKey: key };
  return { userId: user.id, emailKey: user.emailVerifiedAt === null ? null : emailKey(user.email) };
};

/** Whether one of the keys of both is the same. */
export const isOfCustomer = (one: Customer, { userId, emailKey: key }: Customer): boolean =>
  (userId !== null && one.userId === userId) || (key !== null && one.emailKey === key);
