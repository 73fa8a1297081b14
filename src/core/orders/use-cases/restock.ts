import { stockAdjusted } from '#core/catalog/events.ts';
import type { Transaction } from '#core/unit-of-work.ts';
import { quantitiesIn, unfulfilledItems } from '../fulfillment.ts';
import type { Order } from '../order.ts';

/** Gives back what an order took from stocks and was not sent; products that are gone stay so. */
export const restock = async (tx: Transaction, order: Order, at: Date): Promise<void> => {
  const left = quantitiesIn([{ items: unfulfilledItems(order) }]);
  const moves = order.items
    .filter(({ isFromStock }) => isFromStock)
    .map(({ id, productId }) => ({ productId, pieces: left.get(id) ?? 0 }))
    .filter(({ pieces }) => pieces > 0);
  if (moves.length === 0) return;
  await tx.events.append(...stockAdjusted(await tx.products.adjustStock(moves, at)));
};
