import { type FulfilledItem, quantitiesIn, requireAvailable } from '#core/orders/fulfillment.ts';
import type { Order } from '#core/orders/order.ts';
import type { OrderItemId } from '#core/orders/order-item.ts';
import { Return, type ReturnedItem } from './return.ts';

/** What a buyer wants to send back of an item. */
export type RequestedItem = Pick<ReturnedItem, 'itemId' | 'quantity' | 'reason'>;

/**
 * Requires that items were fulfilled, and that no other return has them.
 * @throws DomainError `unknown_reference` for items of other orders, `validation_failed` above the quantity.
 */
export const requireReturnable = (order: Order, open: readonly Return[], requested: readonly RequestedItem[]): void =>
  requireAvailable(requested, {
    quantities: returnableQuantities(order, open),
    what: 'the fulfilled quantity that no return has',
  });

/** What of each item was fulfilled, and no return has. */
export const returnableQuantities = (
  { items, fulfillments }: Order,
  open: readonly Return[],
): ReadonlyMap<OrderItemId, number> => {
  const fulfilled = quantitiesIn(fulfillments);
  const expected = expectedIn(open);
  const left = ({ id, returnedQuantity }: Order['items'][number]): number =>
    (fulfilled.get(id) ?? 0) - returnedQuantity - (expected.get(id) ?? 0);
  return new Map(items.map((item) => [item.id, left(item)]));
};

/** What of each item is still to come in open returns. */
export const expectedIn = (open: readonly Return[]): ReadonlyMap<OrderItemId, number> =>
  quantitiesIn(open.map((each) => ({ items: Return.expectedItems(each) })));

/**
 * Requires that the buyer has not sent back the items of a refund, and that no open return has them.
 * @throws DomainError as `requireReturnable` does.
 */
export const requireRefundable = (order: Order, open: readonly Return[], requested: readonly FulfilledItem[]): void => {
  const expected = expectedIn(open);
  requireAvailable(requested, {
    quantities: new Map(
      order.items.map(({ id, quantity, returnedQuantity }) => [
        id,
        quantity - returnedQuantity - (expected.get(id) ?? 0),
      ]),
    ),
    what: 'the quantity that the buyer keeps and no return has',
  });
};
