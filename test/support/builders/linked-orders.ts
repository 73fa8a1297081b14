import { LinkedOrder } from '#core/orders/linked-order.ts';
import type { OrderId } from '#core/orders/order.ts';
import type { UserId } from '#core/users/user.ts';

type ShownOrder = Readonly<{ id: string; user_id?: string | null; email?: string | null }>;

/** An order as the API shows it, with whom its links are for. */
export const linkedOrder = (
  { id, user_id: userId = null, email = null }: ShownOrder,
  account: Readonly<{ email: string }> | null = null,
): LinkedOrder => LinkedOrder.of({ id: id as OrderId, userId: userId as UserId | null, email }, account?.email ?? null);
