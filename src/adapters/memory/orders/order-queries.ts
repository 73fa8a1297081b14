import { LinkedOrder } from '#core/orders/linked-order.ts';
import type { Order } from '#core/orders/order.ts';
import { orderList, orderView } from '#core/orders/order-view.ts';
import type { OrderQueries } from '#core/orders/ports.ts';
import { STAFF_ENTRIES, timelineEntryView } from '#core/orders/timeline-entry.ts';
import { contactQueryOf, contactWordsOf, matchesContact } from '#core/shared/contact-words.ts';
import { emailKey } from '#core/shared/mail.ts';
import { foundWithOwner, isOwnedBy } from '../lists/owned.ts';
import { listPage, newestPage } from '../lists/page.ts';
import { predicateOf } from '../lists/predicate.ts';
import { customerOf, isOfCustomer } from '../pricing/customer.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import { earliestAfter } from '../store/times.ts';

/** Whether an order or its account is found by a text. */
const isFoundBy = (users: MemoryStore['users'], q: string): ((order: Order) => boolean) => {
  const isMatch = predicateOf(orderList, { q });
  const query = contactQueryOf(q);
  return (order) => {
    const user = order.userId === null ? undefined : users.get(order.userId);
    const account = user === undefined ? [] : [user, ...user.addresses];
    return isMatch(orderView(order)) || matchesContact(contactWordsOf(account), query);
  };
};

export const makeOrderQueries = ({ orders, orderTimelines, users }: MemoryStore): OrderQueries => ({
  async find(id) {
    const order = orders.get(id);
    const found = foundWithOwner(orderView, order);
    return found && order && { ...found, withdrawalTerms: order.withdrawalTerms, note: order.note };
  },

  async findLinked(id) {
    const order = orders.get(id);
    const user = order === undefined || order.userId === null ? undefined : users.get(order.userId);
    return order && LinkedOrder.of(order, user?.email ?? null);
  },

  findBySecret: async (hash) => orders.find(({ guest }) => guest?.secretHash === hash)?.id,

  findOfCheckout: async (id) => orders.find(({ guest, checkoutId }) => guest !== null && checkoutId === id)?.id,

  async hasOrdered(customerKey, except) {
    const customer = customerOf(users, customerKey);
    const ofCustomer = orders.filter(({ userId, email }) =>
      isOfCustomer({ userId, emailKey: email === null ? null : emailKey(email) }, customer),
    );
    return ofCustomer.some(({ id, state }) => id !== except && state.status !== 'cancelled');
  },

  nextExpiry: async (after) => earliestAfter(after, orders.values(), ({ expiresAt }) => expiresAt),

  async list({ ownerId, filter: { q, ...filter }, ...query }) {
    const isFound = q === undefined ? () => true : isFoundBy(users, q);
    const found = orders.filter((order) => isOwnedBy(ownerId)(order) && isFound(order));
    return listPage(orderList, found.map(orderView), { filter, ...query });
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
