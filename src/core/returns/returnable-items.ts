import { quantitiesIn } from '#core/orders/fulfillment.ts';
import { itemErrors } from '#core/orders/item-errors.ts';
import type { Order } from '#core/orders/order.ts';
import type { OrderItemId } from '#core/orders/order-item.ts';
import { invalid, unknownReference } from '#core/shared/domain-error.ts';
import type { Return, ReturnedItem } from './return.ts';

/** What a buyer wants to send back of an item. */
export type RequestedItem = Pick<ReturnedItem, 'itemId' | 'quantity' | 'reason'>;

/**
 * Requires that items were fulfilled, and that no other return has them.
 * @throws DomainError `unknown_reference` for items of other orders, `validation_failed` above the quantity.
 */
export const requireReturnable = (order: Order, open: readonly Return[], requested: readonly RequestedItem[]): void => {
  const returnable = returnableQuantities(order, open);
  const unknown = itemErrors(requested, ({ itemId }) =>
    returnable.has(itemId)
      ? undefined
      : { field: 'item_id', code: 'any.only', message: 'must be an item of the order' },
  );
  if (unknown.length > 0) throw unknownReference(unknown);
  const excess = itemErrors(requested, ({ itemId, quantity }) => {
    const maximum = returnable.get(itemId) ?? 0;
    if (quantity <= maximum) return undefined;
    const message = `must be at most ${maximum}, the fulfilled quantity that no return has`;
    return { field: 'quantity', code: 'number.max', message };
  });
  if (excess.length > 0) throw invalid(excess);
};

const returnableQuantities = (
  { items, fulfillments }: Order,
  open: readonly Return[],
): ReadonlyMap<OrderItemId, number> => {
  const fulfilled = quantitiesIn(fulfillments);
  const expected = quantitiesIn(open);
  const left = ({ id, returnedQuantity }: Order['items'][number]): number =>
    (fulfilled.get(id) ?? 0) - returnedQuantity - (expected.get(id) ?? 0);
  return new Map(items.map((item) => [item.id, left(item)]));
};
