import type { TokenHash } from '#core/access/bearer-tokens.ts';
import type { Id } from '#core/shared/id.ts';
import type { ListQuery } from '#core/shared/list.ts';
import type { Found, Page, PageRequest } from '#core/shared/page.ts';
import type { Order, OrderId } from './order.ts';
import type { orderList } from './order-list.ts';
import type { OrderView } from './order-view.ts';
import type { TimelineEntryView } from './timeline-entry.ts';

export type OrderListQuery = ListQuery<typeof orderList> &
  Readonly<{
    /** Only this user's orders, whatever the filters are. */
    ownerId?: Id<'usr'> | undefined;
  }>;

/** `full`: all of an order's timeline; `buyer`: no notes, and not who acted. */
export type TimelineVisibility = 'full' | 'buyer';

/** Reads of orders. Each result is consistent, and includes every commit before the call. */
export interface OrderQueries {
  find(id: OrderId): Promise<(Found<OrderView> & Pick<Order, 'userId'>) | undefined>;
  /** The order of a guest by the hash of its secret. */
  findBySecret(hash: TokenHash): Promise<OrderId | undefined>;
  /** Whether a buyer, by user id or by the key of an e-mail, has another order that was not cancelled. */
  /** The earliest time after another at which an unpaid order expires; null if none will. */
  nextExpiry(after: Date): Promise<Date | null>;
  hasOrdered(customerKey: string, except: OrderId | null): Promise<boolean>;
  list(query: OrderListQuery): Promise<Page<OrderView>>;
  /** The newest first. */
  timeline(id: OrderId, page: PageRequest, visibility: TimelineVisibility): Promise<Page<TimelineEntryView>>;
}
