import { invalid, unknownReference } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import { itemErrors } from './item-errors.ts';
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

/** The part of an order that its fulfillments depend on. */
type Fulfillable = Readonly<{ items: readonly OrderItem[]; fulfillments: readonly Fulfillment[] }>;

/** How many pieces of each item some parcels have together. */
export const quantitiesIn = (parcels: readonly Pick<Fulfillment, 'items'>[]): ReadonlyMap<OrderItemId, number> => {
  const pieces = new Map<OrderItemId, number>();
  for (const { items } of parcels) {
    for (const { itemId, quantity } of items) pieces.set(itemId, (pieces.get(itemId) ?? 0) + quantity);
  }
  return pieces;
};

/** The items of an order with as many pieces as are left to be sent, none too. */
export const unfulfilledItems = ({ items, fulfillments }: Fulfillable): FulfilledItem[] => {
  const sent = quantitiesIn(fulfillments);
  return items.map(({ id, quantity }) => ({ itemId: id, quantity: quantity - (sent.get(id) ?? 0) }));
};

/** How far an order was sent. */
export const fulfillmentStatusOf = (order: Fulfillable): FulfillmentStatus => {
  if (order.fulfillments.length === 0) return 'unfulfilled';
  return unfulfilledItems(order).every(({ quantity }) => quantity === 0) ? 'fulfilled' : 'partially_fulfilled';
};

/** Each parcel makes the order and its events longer. */
const MAX_FULFILLMENTS = 100;

/** Refuses a parcel after which others would be too many. @throws DomainError `validation_failed`. */
export const requireFulfillmentLimit = (order: Fulfillable): void => {
  if (order.fulfillments.length < MAX_FULFILLMENTS || fulfillmentStatusOf(order) === 'fulfilled') return;
  const message = `must be all that is left: this is the last of ${MAX_FULFILLMENTS} parcels`;
  throw invalid([{ path: ['items'], code: 'array.max', message }]);
};

/**
 * The pieces that a parcel has: those that are asked for, or all that were not sent yet.
 * @throws DomainError `unknown_reference` for items that are not the order's, `validation_failed` for more pieces than
 * are left to be sent.
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
    return { field: 'quantity', code: 'number.max', message: `must be at most ${most}: no more are left` };
  });
  if (beyond.length > 0) throw invalid(beyond);
  return [...asked];
};
