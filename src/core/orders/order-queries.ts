import type { ProductId } from '#core/catalog/product.ts';
import type { Json, Page, PageRequest } from '#core/shared/page.ts';
import type { Order, OrderId } from './order.ts';
import type { FulfillmentStatus, OrderPaymentStatus, OrderStatus } from './order-states.ts';
import type { OrderView } from './order-view.ts';
import type { TimelineEntryView } from './timeline-entry.ts';

/** An order must match all given filters. */
export type OrderFilter = Readonly<{
  status?: OrderStatus | undefined;
  payment?: OrderPaymentStatus | undefined;
  fulfillment?: FulfillmentStatus | undefined;
  userId?: NonNullable<Order['userId']> | undefined;
  /** Limits the list to one owner, in addition to all filters. */
  ownerId?: NonNullable<Order['userId']> | undefined;
  /** Case-folded. */
  emailKey?: string | undefined;
  number?: number | undefined;
  /** The order contains this product. */
  productId?: ProductId | undefined;
  /** Both bounds are inclusive. */
  createdFrom?: Date | undefined;
  createdTo?: Date | undefined;
}>;

/** `full` shows the whole timeline; `buyer` hides notes and actors. */
export type TimelineVisibility = 'full' | 'buyer';

/** Reads of orders. Each returns one consistent snapshot, no older than the last commit before the call. */
export interface OrderQueries {
  find(id: OrderId): Promise<Readonly<{ view: Json<OrderView>; version: number; userId: Order['userId'] }> | undefined>;
  /** By creation time, the newest or the oldest first. */
  list(filter: OrderFilter, page: PageRequest, first?: 'newest' | 'oldest'): Promise<Page<OrderView>>;
  /** The newest first. */
  timeline(id: OrderId, page: PageRequest, sight: TimelineVisibility): Promise<Page<TimelineEntryView>>;
}
