import { spellingOf } from '#core/shared/mail.ts';
import type { Order } from './order.ts';

/** An order with whom mails about it go to. */
export type LinkedOrder = Pick<Order, 'id' | 'userId'> &
  Readonly<{
    /** The order’s own e-mail, as `spellingOf` writes it: another spelling may be the mailbox of somebody else. */
    email: string | null;
    /** Its user’s, likewise. */
    accountEmail: string | null;
  }>;

export const LinkedOrder = {
  of: ({ id, userId, email }: Pick<Order, 'id' | 'userId' | 'email'>, accountEmail: string | null): LinkedOrder => ({
    id,
    userId,
    email: email && spellingOf(email),
    accountEmail: accountEmail && spellingOf(accountEmail),
  }),
};
