import type { Order, OrderId } from '#core/orders/order.ts';
import type { OrderFilter, OrderQueries, TimelineVisibility } from '#core/orders/order-queries.ts';
import { type OrderView, orderView } from '#core/orders/order-view.ts';
import { type TimelineEntryView, timelineEntryView } from '#core/orders/timeline-entry.ts';
import { Json, type Page, type PageRequest } from '#core/shared/page.ts';
import { emailKey } from '#core/users/user.ts';
import { newestFirst, pageOf } from '../lists/page.ts';
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

  async list(filter: OrderFilter, page: PageRequest, first: 'newest' | 'oldest' = 'newest'): Promise<Page<OrderView>> {
    const matching = [...this.#store.orders.values()].filter((row) => matches(row, filter));
    return pageOf(matching, { ...newestFirst, descending: first === 'newest' }, page, orderView);
  }

  async timeline(id: OrderId, page: PageRequest, sight: TimelineVisibility): Promise<Page<TimelineEntryView>> {
    const withActor = sight === 'full';
    const seen = (this.#store.timelines.get(id) ?? []).filter(({ type }) => withActor || type !== 'note');
    const byTime = { value: ({ at }: (typeof seen)[number]) => at.getTime(), descending: true };
    return pageOf(seen, byTime, page, (entry) => timelineEntryView(entry, { withActor }));
  }
}

const matches = (order: Order, filter: OrderFilter): boolean => {
  const { status, payment, fulfillment, userId, ownerId, emailKey: key, number, productId } = filter;
  const { createdFrom, createdTo } = filter;
  return (
    (status === undefined || order.state.status === status) &&
    (payment === undefined || order.state.payment === payment) &&
    (fulfillment === undefined || order.state.fulfillment === fulfillment) &&
    (userId === undefined || order.userId === userId) &&
    (ownerId === undefined || order.userId === ownerId) &&
    (key === undefined || (order.email !== null && emailKey(order.email) === key)) &&
    (number === undefined || order.number === number) &&
    (productId === undefined || order.items.some((item) => item.productId === productId)) &&
    (createdFrom === undefined || order.createdAt >= createdFrom) &&
    (createdTo === undefined || order.createdAt <= createdTo)
  );
};
