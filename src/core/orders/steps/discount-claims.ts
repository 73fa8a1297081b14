import { claimUses, usesOf } from '#core/pricing/claim-uses.ts';
import type { Order } from '../order.ts';
import type { OrdersTx } from '../ports.ts';
import type { PricedRequest } from '../price-order.ts';

/** Records the uses of an order's discounts. @throws StalePreparationError if a discount has no use left. */
export const claimDiscounts = (
  tx: OrdersTx,
  { id }: Pick<Order, 'id'>,
  { quote, cart: { customerKey } }: PricedRequest,
): Promise<void> => claimUses(tx, usesOf(quote.discounts), { usedBy: id, customerKey });

/** Returns the uses of an order's discounts. */
export const releaseDiscounts = async (tx: OrdersTx, { id, charges }: Order): Promise<void> => {
  if (charges.discounts.length > 0) await tx.discounts.release(id);
};
