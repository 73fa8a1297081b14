import { StalePreparationError } from '#core/shared/stale-preparation.ts';
import type { Transaction } from '#core/storage.ts';
import type { Order } from '../order.ts';
import type { PricedRequest } from '../price-order.ts';

/** Records the uses of an order's discounts. @throws StalePreparationError if a discount has no use left. */
export const claimDiscounts = async (
  tx: Transaction,
  { id }: Pick<Order, 'id'>,
  { quote, cart }: PricedRequest,
): Promise<void> => {
  const uses = quote.discounts.flatMap(({ id: discountId, maxUsesPerCustomer }) =>
    discountId === null ? [] : [{ discountId, maxUsesPerCustomer }],
  );
  if (uses.length === 0) return;
  const refused = await tx.discounts.claim(uses, { orderId: id, customerKey: cart.customerKey });
  if (refused.length > 0) throw new StalePreparationError('A discount was used up after the order was priced.');
};
