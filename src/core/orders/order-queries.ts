import type { ProductId } from '#core/catalog/product.ts';
import type { Json, Page, PageRequest } from '#core/shared/page.ts';
import type { Order, OrderId } from './order.ts';
import type { FulfillmentStatus, OrderPaymentStatus, OrderStatus } from './order-states.ts';
import type { OrderView } from './order-view.ts';
import type { TimelineEntryView } from './timeline-entry.ts';

/** An order has to match all that is given. */
export type OrderFilter = Readonly<{
  status?: OrderStatus | undefined;
  payment?: OrderPaymentStatus | undefined;
  fulfillment?: FulfillmentStatus | undefined;
  userId?: NonNullable<Order['userId']> | undefined;
  /** Whose alone are seen, whatever else is asked for. */
  ownerId?: NonNullable<Order['userId']> | undefined;
  /** Folded by case. */
  emailKey?: string | undefined;
  number?: number | undefined;
  /** One of the products in it. */
  productId?: ProductId | undefined;
  /** Bounds on times, both included. */
  createdFrom?: Date | undefined;
  createdTo?: Date | undefined;
}>;

/** Whether a reader sees all of an order's timeline, or what the buyer may: no notes, and not who acted. */
export type TimelineVisibility = 'full' | 'buyer';

/** Reads of orders. Each answer is of one moment, and no earlier than the last commit before the call. */
export interface OrderQueries {
  find(id: OrderId): Promise<Readonly<{ view: Json<OrderView>; version: number; userId: Order['userId'] }> | undefined>;
  /** By when they were made; the newest first, or the oldest. */
  list(filter: OrderFilter, page: PageRequest, first?: 'newest' | 'oldest'): Promise<Page<OrderView>>;
  /** The newest first. */
  timeline(id: OrderId, page: PageRequest, sight: TimelineVisibility): Promise<Page<TimelineEntryView>>;
}
