import { LinkedOrder } from '#core/orders/linked-order.ts';
import { orderList, orderView } from '#core/orders/order-view.ts';
import type { OrderQueries } from '#core/orders/ports.ts';
import { STAFF_ENTRIES, timelineEntryView } from '#core/orders/timeline-entry.ts';
import { emailKey } from '#core/shared/mail.ts';
import { foundWithOwner, isOwnedBy } from '../lists/owned.ts';
import { listPage, newestPage } from '../lists/page.ts';
import { customerOf, isOfCustomer } from '../pricing/customer.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import { earliestAfter } from '../store/times.ts';

export const makeOrderQueries = ({ orders, orderTimelines, users }: MemoryStore): OrderQueries => ({
  async find(id) {
    const order = orders.get(id);
    const found = foundWithOwner(orderView, order);
    return found && order && { ...found, withdrawalTerms: order.withdrawalTerms };
  },

  async findLinked(id) {
    const order = orders.get(id);
    const user = order === undefined || order.userId === null ? undefined : users.get(order.userId);
    return order && LinkedOrder.of(order, user?.email ?? null);
  },

  findBySecret: async (hash) => orders.find(({ guest }) => guest?.secretHash === hash)?.id,

  async hasOrdered(customerKey, except) {
    const customer = customerOf(users, customerKey);
    const ofCustomer = orders.filter(({ userId, email }) =>
      isOfCustomer({ userId, emailKey: email === null ? null : emailKey(email) }, customer),
    );
    return ofCustomer.some(({ id, state }) => id !== except && state.status !== 'cancelled');
  },

  nextExpiry: async (after) => earliestAfter(after, orders.values(), ({ expiresAt }) => expiresAt),

  async list({ ownerId, ...query }) {
    return listPage(orderList, orders.filter(isOwnedBy(ownerId)).map(orderView), query);
  },

  async timeline(id, page, visibility) {
    const withActor = visibility === 'full';
    const visible = (orderTimelines.get(id) ?? []).filter(({ type }) => withActor || !STAFF_ENTRIES.includes(type));
    return newestPage(
      visible.map((entry) => timelineEntryView(entry, { withActor })),
      page,
    );
  },
});
