import { claimUses, usesOf } from '#core/pricing/claim-uses.ts';
import type { Transaction } from '#core/storage.ts';
import type { Order } from '../order.ts';
import type { PricedRequest } from '../price-order.ts';

/** Records the uses of an order's discounts. @throws StalePreparationError if a discount has no use left. */
export const claimDiscounts = (
  tx: Transaction,
  { id }: Pick<Order, 'id'>,
  { quote, cart: { customerKey } }: PricedRequest,
): Promise<void> => claimUses(tx, usesOf(quote.discounts), { usedBy: id, customerKey });
