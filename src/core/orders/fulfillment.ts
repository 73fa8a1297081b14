import { invalid, notFound, unknownReference } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import type { Money } from '#core/shared/money.ts';
import { itemErrors, type OrderItem, type OrderItemId } from './order-item.ts';
import type { FulfillmentStatus } from './order-states.ts';

/** A quantity of an order's item. */
export type FulfilledItem = Readonly<{ itemId: OrderItemId; quantity: number }>;

/** What is known of a shipment on its way: how the buyer follows it, and whether it arrived. */
export type Tracking = Readonly<{
  trackingNumber: string | null;
  carrier: string | null;
  /** When the buyer got the items; null if it is not known, as for fulfillments that are older than this field. */
  deliveredAt: Date | null;
}>;

/** A shipment or other delivery of items. */
export type Fulfillment = Tracking & Readonly<{ id: Id<'ful'>; items: readonly FulfilledItem[]; createdAt: Date }>;

/** The part of an order that its fulfillments depend on. */
type Fulfillable = Readonly<{ items: readonly OrderItem[]; fulfillments: readonly Fulfillment[] }>;

/** The total quantity of each item in some fulfillments. */
export const quantitiesIn = (fulfillments: readonly Pick<Fulfillment, 'items'>[]): ReadonlyMap<OrderItemId, number> => {
  const quantities = new Map<OrderItemId, number>();
  for (const { items } of fulfillments) {
    for (const { itemId, quantity } of items) quantities.set(itemId, (quantities.get(itemId) ?? 0) + quantity);
  }
  return quantities;
};

/** The unfulfilled quantity of every item, zero included. */
export const unfulfilledItems = ({ items, fulfillments }: Fulfillable): FulfilledItem[] => {
  const fulfilledQuantities = quantitiesIn(fulfillments);
  return items.map(({ id, quantity }) => ({ itemId: id, quantity: quantity - (fulfilledQuantities.get(id) ?? 0) }));
};

/** The fulfillment status by the quantities. */
export const fulfillmentStatusOf = (order: Fulfillable): FulfillmentStatus => {
  if (order.fulfillments.length === 0) return 'unfulfilled';
  return unfulfilledItems(order).every(({ quantity }) => quantity === 0) ? 'fulfilled' : 'partially_fulfilled';
};

const MS_PER_MINUTE = 60_000;

/** @throws DomainError `validation_failed` for a delivery that is to come, or that is older than its order. */
export const requireDelivered = (
  deliveredAt: Fulfillment['deliveredAt'],
  { createdAt, now }: Readonly<{ createdAt: Date; now: Date }>,
): void => {
  // forms have no seconds
  const earliest = new Date(createdAt.getTime() - (createdAt.getTime() % MS_PER_MINUTE));
  if (deliveredAt === null || (deliveredAt >= earliest && deliveredAt <= now)) return;
  const isEarly = deliveredAt < earliest;
  const message = isEarly
    ? `must not be before ${earliest.toISOString()}, when the order was created`
    : `must not be in the future: it is ${now.toISOString()}`;
  throw invalid([{ path: ['delivered_at'], code: isEarly ? 'date.min' : 'date.max', message }]);
};

/** Each fulfillment makes the order and its events larger. */
const MAX_FULFILLMENTS = 100;

/** Rejects the last allowed fulfillment if it leaves items unfulfilled. @throws DomainError `validation_failed`. */
export const requireFulfillmentLimit = (order: Fulfillable): void => {
  if (order.fulfillments.length < MAX_FULFILLMENTS || fulfillmentStatusOf(order) === 'fulfilled') return;
  const message = `must contain everything that is left: this is the last of ${MAX_FULFILLMENTS} fulfillments`;
  throw invalid([{ path: ['items'], code: 'array.max', message }]);
};

/** @throws DomainError `not_found` unless it is an item of the order, `validation_failed` above its unfulfilled quantity. */
export const requireUnfulfilled = (order: Fulfillable, { itemId, quantity }: FulfilledItem): void => {
  const unfulfilled = unfulfilledItems(order).find((item) => item.itemId === itemId);
  if (unfulfilled === undefined) throw notFound('order item', itemId);
  if (quantity <= unfulfilled.quantity) return;
  const message = `must be at most ${unfulfilled.quantity}, the unfulfilled quantity`;
  throw invalid([{ path: ['quantity'], code: 'number.max', message }]);
};

/**
 * The items of a fulfillment: the requested ones, or all unfulfilled ones.
 * @throws DomainError `unknown_reference` for items of other orders, `validation_failed` for more than the unfulfilled
 * quantity.
 */
export const itemsToFulfill = (
  order: Fulfillable,
  requested: readonly FulfilledItem[] | undefined,
): FulfilledItem[] => {
  const unfulfilled = unfulfilledItems(order);
  if (requested === undefined) return unfulfilled.filter(({ quantity }) => quantity > 0);
  if (requested.length === 0)
    throw invalid([{ path: ['items'], code: 'array.min', message: 'must have at least 1 items' }]);
  requireAvailable(requested, { quantities: quantitiesIn([{ items: unfulfilled }]), what: 'the unfulfilled quantity' });
  return [...requested];
};

type Available = Readonly<{
  /** What is available of every item of the order. */
  quantities: ReadonlyMap<OrderItemId, number>;
  /** What these quantities are, for the error: `the unfulfilled quantity`. */
  what: string;
}>;

/**
 * Requires of each item, in all, at most what is available.
 * @throws DomainError `unknown_reference` for items of other orders, `validation_failed` for more than is available.
 */
export const requireAvailable = (requested: readonly FulfilledItem[], { quantities, what }: Available): void => {
  const unknown = itemErrors(requested, ({ itemId }) =>
    quantities.has(itemId)
      ? undefined
      : { field: 'item_id', code: 'any.only', message: 'must be an item of the order' },
  );
  if (unknown.length > 0) throw unknownReference(unknown);
  const totals = quantitiesIn([{ items: requested }]);
  const excess = itemErrors(requested, ({ itemId }) => {
    const maximum = quantities.get(itemId) ?? 0;
    if ((totals.get(itemId) ?? 0) <= maximum) return undefined;
    return { field: 'quantity', code: 'number.max', message: `must be at most ${maximum}, ${what}` };
  });
  if (excess.length > 0) throw invalid(excess);
};

/** A quantity of an order's item as the API and the storage have it. */
export type FulfilledItemView = Readonly<{ item_id: FulfilledItem['itemId']; quantity: number }>;

export const fulfilledItemViews = (items: readonly FulfilledItem[]): FulfilledItemView[] =>
  items.map(({ itemId, quantity }) => ({ item_id: itemId, quantity }));

export const toFulfilledItems = (views: readonly FulfilledItemView[]): FulfilledItem[] =>
  views.map(({ item_id: itemId, quantity }) => ({ itemId, quantity }));

/** What a refund is for: items that the buyer does not keep, and shipping. */
export type RefundedParts = Readonly<{
  items: readonly FulfilledItem[];
  /** Whether the stock of the items is restored. */
  isRestocked: boolean;
  /** Of the shipping, with tax; null for none. */
  shipping: Money | null;
}>;
