import { emailKey } from '#core/shared/mail.ts';
import type { Order } from './order.ts';

/** An order with whom mails about it go to. */
export type LinkedOrder = Pick<Order, 'id' | 'userId'> &
  Readonly<{
    /** Of the order's own e-mail. */
    emailKey: string | null;
    /** Of its user's. */
    accountEmailKey: string | null;
  }>;

export const LinkedOrder = {
  of: ({ id, userId, email }: Pick<Order, 'id' | 'userId' | 'email'>, accountEmail: string | null): LinkedOrder => ({
    id,
    userId,
    emailKey: email && emailKey(email),
    accountEmailKey: accountEmail && emailKey(accountEmail),
  }),
};
