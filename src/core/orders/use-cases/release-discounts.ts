import type { Transaction } from '#core/storage.ts';
import type { Order } from '../order.ts';

/** Returns the uses of an order's discounts. */
export const releaseDiscounts = async (tx: Transaction, { id, charges }: Order): Promise<void> => {
  if (charges.discounts.length > 0) await tx.discounts.release(id);
};
