import { stockAdjusted } from '#core/catalog/records.ts';
import { claimUses, usesOf } from '#core/pricing/claim-uses.ts';
import type { Actor } from '#core/shared/actor.ts';
import { type FulfilledItem, quantitiesIn, unfulfilledItems } from '../fulfillment.ts';
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

type Restocking = Readonly<{
  order: Order;
  /** All unfulfilled ones by default. */
  items?: readonly FulfilledItem[];
  at: Date;
}>;

/** Returns the stock of an order's items; deleted products and items without stock are skipped. */
export const restock = async (
  tx: OrdersTx,
  actor: Actor,
  { order, items = unfulfilledItems(order), at }: Restocking,
): Promise<void> => {
  const quantities = quantitiesIn([{ items }]);
  const adjustments = order.items
    .flatMap(({ id, productId, isFromStock }) =>
      productId !== null && isFromStock ? [{ productId, delta: quantities.get(id) ?? 0 }] : [],
    )
    .filter(({ delta }) => delta > 0);
  if (adjustments.length === 0) return;
  await tx.events.append(actor, ...stockAdjusted(await tx.products.adjustStock(adjustments, at)));
};
