import { stockAdjusted } from '#core/catalog/events.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Transaction } from '#core/storage.ts';
import { quantitiesIn, unfulfilledItems } from '../fulfillment.ts';
import type { Order } from '../order.ts';

/** Returns the unfulfilled stock of an order; deleted products are skipped. */
export const restock = async (
  tx: Transaction,
  actor: Actor,
  { order, at }: Readonly<{ order: Order; at: Date }>,
): Promise<void> => {
  const left = quantitiesIn([{ items: unfulfilledItems(order) }]);
  const adjustments = order.items
    .filter(({ isFromStock }) => isFromStock)
    .map(({ id, productId }) => ({ productId, delta: left.get(id) ?? 0 }))
    .filter(({ delta }) => delta > 0);
  if (adjustments.length === 0) return;
  await tx.events.append(actor, ...stockAdjusted(await tx.products.adjustStock(adjustments, at)));
};
