import { stockMoved } from '#core/catalog/events.ts';
import type { Transaction } from '#core/unit-of-work.ts';
import type { Order } from '../order.ts';

/** Gives back what an order took from stocks; products that are gone stay so. */
export const returnStock = async (tx: Transaction, { items }: Order, at: Date): Promise<void> => {
  const taken = items.filter(({ isFromStock }) => isFromStock);
  if (taken.length === 0) return;
  const moves = taken.map(({ productId, quantity }) => ({ productId, pieces: quantity }));
  await tx.events.append(...stockMoved(await tx.products.moveStock(moves, at)));
};
