import { invalid, unknownReference } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import { itemFaults } from './item-faults.ts';
import type { Order } from './order.ts';
import type { OrderItem, OrderItemId } from './order-item.ts';
import type { FulfillmentStatus } from './order-states.ts';

/** So many pieces of an order's item. */
export type FulfilledItem = Readonly<{ itemId: OrderItemId; quantity: number }>;

/** A parcel, or what else brings a buyer what was bought. */
export type Fulfillment = Readonly<{
  id: Id<'ful'>;
  items: readonly FulfilledItem[];
  trackingNumber: string | null;
  carrier: string | null;
  createdAt: Date;
}>;

/** How many pieces of an item have been sent. */
export const fulfilledQuantity = (
  { id }: Pick<OrderItem, 'id'>,
  fulfillments: readonly Pick<Fulfillment, 'items'>[],
): number =>
  fulfillments
    .flatMap(({ items }) => items)
    .filter(({ itemId }) => itemId === id)
    .reduce((sum, { quantity }) => sum + quantity, 0);

/** How many pieces of an item are left to be sent. */
export const unfulfilledQuantity = (item: OrderItem, fulfillments: readonly Pick<Fulfillment, 'items'>[]): number =>
  item.quantity - fulfilledQuantity(item, fulfillments);

/** How far an order was sent. */
export const fulfillmentStatusOf = (
  items: readonly OrderItem[],
  fulfillments: readonly Pick<Fulfillment, 'items'>[],
): FulfillmentStatus => {
  if (fulfillments.length === 0) return 'unfulfilled';
  const isWhole = items.every((item) => unfulfilledQuantity(item, fulfillments) === 0);
  return isWhole ? 'fulfilled' : 'partially_fulfilled';
};

/**
 * The pieces that a parcel has: those that are asked for, or all that were not sent yet.
 * @throws DomainError `unknown_reference` for items that are not the order's, `validation_failed` for more pieces than
 * are left to be sent.
 */
export const piecesToFulfill = (order: Order, asked: readonly FulfilledItem[] | undefined): FulfilledItem[] => {
  const left = order.items.map((item) => ({
    itemId: item.id,
    quantity: unfulfilledQuantity(item, order.fulfillments),
  }));
  if (asked === undefined) return left.filter(({ quantity }) => quantity > 0);
  const leftOf = ({ itemId }: FulfilledItem) => left.find((item) => item.itemId === itemId);
  const askedOf = ({ itemId }: FulfilledItem) =>
    asked.filter((item) => item.itemId === itemId).reduce((sum, { quantity }) => sum + quantity, 0);
  if (asked.length === 0)
    throw invalid([{ path: ['items'], code: 'array.min', message: 'must have at least 1 items' }]);
  const unknown = itemFaults(asked, (item) =>
    leftOf(item) === undefined
      ? { field: 'item_id', code: 'any.only', message: 'must be an item of the order' }
      : undefined,
  );
  if (unknown.length > 0) throw unknownReference(unknown);
  const beyond = itemFaults(asked, (item) => {
    const most = leftOf(item)?.quantity ?? 0;
    if (askedOf(item) <= most) return undefined;
    return { field: 'quantity', code: 'number.max', message: `must be at most ${most}: no more are left` };
  });
  if (beyond.length > 0) throw invalid(beyond);
  return [...asked];
};
