import type { Actor } from '#core/shared/actor.ts';
import type { Id, IdGenerator } from '#core/shared/id.ts';
import type { Order } from '../order.ts';
import type { OrderInvoices } from '../order-invoices.ts';
import type { OrdersTx } from '../ports.ts';
import { type OrderChange, writeOrder } from './write-order.ts';

type Deps = Readonly<{ actor: Actor; ids: IdGenerator; invoices: OrderInvoices }>;

type Change = OrderChange &
  Readonly<{
    /** The refund that caused it. */
    refundId?: Id | null;
  }>;

/** Stores an order's next version with all that follows it: event, audit entry, mail, and its invoice. */
export const storeOrder = async (
  tx: OrdersTx,
  { actor, ids, invoices }: Deps,
  { refundId = null, ...change }: Change,
): Promise<Order> => {
  const order = await writeOrder(tx, { actor, ids }, change);
  await invoices.follow(tx, actor, { order, refundId });
  return order;
};
