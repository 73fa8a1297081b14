import type { OrderId } from '#core/orders/order.ts';
import { firstPaidAt, type SoldOrder } from './sale.ts';

/** An order that counts, as a purchase of its buyer. */
export type Purchase = Readonly<{
  orderId: OrderId;
  /** The id of the user, or of the user with whom a guest was erased; else the key of the guest’s e-mail, else the id of the order. */
  buyer: string;
  at: Date;
}>;

/** What the same buyer has bought before a purchase. */
export type EarlierPurchases = Readonly<{
  /** Of the buyer's first purchase. */
  firstAt: Date;
  /** Of the one right before; null for the first. Purchases of one time are in the order of their ids. */
  previousAt: Date | null;
}>;

/** The purchase of an order; undefined if the order does not count, or not yet. */
export const purchaseOf = (order: SoldOrder, movements: Parameters<typeof firstPaidAt>[1]): Purchase | undefined => {
  const at = firstPaidAt(order, movements);
  const { id: orderId, userId, erasedBuyer, guestKey } = order;
  return at === null ? undefined : { orderId, buyer: userId ?? erasedBuyer ?? guestKey ?? orderId, at };
};
