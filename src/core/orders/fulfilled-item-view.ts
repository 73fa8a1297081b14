import type { FulfilledItem } from './fulfillment.ts';

/** A quantity of an order's item as the API and the storage have it. */
export type FulfilledItemView = Readonly<{ item_id: FulfilledItem['itemId']; quantity: number }>;

export const fulfilledItemViews = (items: readonly FulfilledItem[]): FulfilledItemView[] =>
  items.map(({ itemId, quantity }) => ({ item_id: itemId, quantity }));

export const toFulfilledItems = (views: readonly FulfilledItemView[]): FulfilledItem[] =>
  views.map(({ item_id: itemId, quantity }) => ({ itemId, quantity }));
