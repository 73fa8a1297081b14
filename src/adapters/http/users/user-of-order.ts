import type { OrderView } from '#core/orders/order-view.ts';
import { Json } from '#core/shared/page.ts';
import type { UserQueries } from '#core/users/ports.ts';
import { type Expansion, requireExpandable } from '../responses/expansion.ts';
import { userSchema } from '../schemas/user.ts';
import { visibilityFor } from './read-user.ts';

/** `expand=user` of an order. */
export const userOfOrder = ({ queries }: Readonly<{ queries: UserQueries }>): Expansion<OrderView> => ({
  name: 'user',
  schema: userSchema.allow(null).description('With `expand=user`: the buyer; null for a guest or a removed user.'),
  read: async (actor, { user_id: userId }) => {
    requireExpandable(actor, 'users:read', { name: 'user', userId });
    const found = userId === null ? undefined : await queries.find(userId, visibilityFor(actor));
    return found === undefined ? null : Json.parse(found.view);
  },
});
