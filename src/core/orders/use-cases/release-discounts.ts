import type { Order } from '../order.ts';
import type { OrdersTx } from '../ports.ts';

/** Returns the uses of an order's discounts. */
export const releaseDiscounts = async (tx: OrdersTx, { id, charges }: Order): Promise<void> => {
  if (charges.discounts.length > 0) await tx.discounts.release(id);
};
