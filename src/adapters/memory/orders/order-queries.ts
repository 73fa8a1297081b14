import type { TokenHash } from '#core/access/bearer-tokens.ts';
import type { OrderId } from '#core/orders/order.ts';
import { type OrderView, orderList, orderView } from '#core/orders/order-view.ts';
import type { OrderListQuery, OrderQueries, TimelineVisibility } from '#core/orders/ports.ts';
import { type TimelineEntryView, timelineEntryView } from '#core/orders/timeline-entry.ts';
import { newestFirstList } from '#core/shared/list.ts';
import { emailKey } from '#core/shared/mail.ts';
import { Json, type Page, type PageRequest } from '#core/shared/page.ts';
import { listPage } from '../lists/page.ts';
import { earliestAfter } from '../store/earlier.ts';
import type { MemoryStore } from '../store/memory-store.ts';

export class MemoryOrderQueries implements OrderQueries {
  readonly #store: MemoryStore;

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  async find(id: OrderId) {
    const order = this.#store.orders.get(id);
    return order && { view: Json.of(orderView(order)), version: order.version, userId: order.userId };
  }

  async findBySecret(hash: TokenHash): Promise<OrderId | undefined> {
    return [...this.#store.orders.values()].find(({ guest }) => guest?.secretHash === hash)?.id;
  }

  async hasOrdered(customerKey: string, except: OrderId | null): Promise<boolean> {
    return [...this.#store.orders.values()].some(
      ({ id, state, userId, email }) =>
        id !== except &&
        state.status !== 'cancelled' &&
        (userId === customerKey || (email !== null && emailKey(email) === customerKey)),
    );
  }

  async nextExpiry(after: Date): Promise<Date | null> {
    return earliestAfter(
      after,
      [...this.#store.orders.values()].map(({ expiresAt }) => expiresAt),
    );
  }

  async list({ ownerId, ...query }: OrderListQuery): Promise<Page<OrderView>> {
    const orders = [...this.#store.orders.values()].filter(({ userId }) => ownerId === undefined || userId === ownerId);
    return listPage(orderList, orders.map(orderView), query);
  }

  async timeline(id: OrderId, page: PageRequest, visibility: TimelineVisibility): Promise<Page<TimelineEntryView>> {
    const withActor = visibility === 'full';
    const visible = (this.#store.orderTimelines.get(id) ?? []).filter(({ type }) => withActor || type !== 'note');
    const views = visible.map((entry) => timelineEntryView(entry, { withActor }));
    return listPage(newestFirstList, views, { filter: {}, page });
  }
}
