import { invalid, unknownReference } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import { itemErrors } from './item-errors.ts';
import type { OrderItem, OrderItemId } from './order-item.ts';
import type { FulfillmentStatus } from './order-states.ts';

/** A quantity of an order's item. */
export type FulfilledItem = Readonly<{ itemId: OrderItemId; quantity: number }>;

/** A shipment or other delivery of items. */
export type Fulfillment = Readonly<{
  id: Id<'ful'>;
  items: readonly FulfilledItem[];
  trackingNumber: string | null;
  carrier: string | null;
  createdAt: Date;
}>;

/** The part of an order that its fulfillments depend on. */
type Fulfillable = Readonly<{ items: readonly OrderItem[]; fulfillments: readonly Fulfillment[] }>;

/** The total quantity of each item in some fulfillments. */
export const quantitiesIn = (parcels: readonly Pick<Fulfillment, 'items'>[]): ReadonlyMap<OrderItemId, number> => {
  const pieces = new Map<OrderItemId, number>();
  for (const { items } of parcels) {
    for (const { itemId, quantity } of items) pieces.set(itemId, (pieces.get(itemId) ?? 0) + quantity);
  }
  return pieces;
};

/** The unfulfilled quantity of every item, zero included. */
export const unfulfilledItems = ({ items, fulfillments }: Fulfillable): FulfilledItem[] => {
  const sent = quantitiesIn(fulfillments);
  return items.map(({ id, quantity }) => ({ itemId: id, quantity: quantity - (sent.get(id) ?? 0) }));
};

/** The fulfillment status by the quantities. */
export const fulfillmentStatusOf = (order: Fulfillable): FulfillmentStatus => {
  if (order.fulfillments.length === 0) return 'unfulfilled';
  return unfulfilledItems(order).every(({ quantity }) => quantity === 0) ? 'fulfilled' : 'partially_fulfilled';
};

/** Each fulfillment makes the order and its events larger. */
const MAX_FULFILLMENTS = 100;

/** Rejects the last allowed fulfillment if it leaves items unfulfilled. @throws DomainError `validation_failed`. */
export const requireFulfillmentLimit = (order: Fulfillable): void => {
  if (order.fulfillments.length < MAX_FULFILLMENTS || fulfillmentStatusOf(order) === 'fulfilled') return;
  const message = `must contain everything that is left: this is the last of ${MAX_FULFILLMENTS} parcels`;
  throw invalid([{ path: ['items'], code: 'array.max', message }]);
};

/**
 * The items of a fulfillment: the requested ones, or all unfulfilled ones.
 * @throws DomainError `unknown_reference` for items of other orders, `validation_failed` for more than the unfulfilled
 * quantity.
 */
export const itemsToFulfill = (order: Fulfillable, asked: readonly FulfilledItem[] | undefined): FulfilledItem[] => {
  const left = unfulfilledItems(order);
  if (asked === undefined) return left.filter(({ quantity }) => quantity > 0);
  const leftOf = quantitiesIn([{ items: left }]);
  const askedOf = quantitiesIn([{ items: asked }]);
  if (asked.length === 0)
    throw invalid([{ path: ['items'], code: 'array.min', message: 'must have at least 1 items' }]);
  const unknown = itemErrors(asked, (item) =>
    leftOf.get(item.itemId) === undefined
      ? { field: 'item_id', code: 'any.only', message: 'must be an item of the order' }
      : undefined,
  );
  if (unknown.length > 0) throw unknownReference(unknown);
  const beyond = itemErrors(asked, (item) => {
    const most = leftOf.get(item.itemId) ?? 0;
    if ((askedOf.get(item.itemId) ?? 0) <= most) return undefined;
    return { field: 'quantity', code: 'number.max', message: `must be at most ${most}, the unfulfilled quantity` };
  });
  if (beyond.length > 0) throw invalid(beyond);
  return [...asked];
};
