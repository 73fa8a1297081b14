import { apiKeyView } from '#core/access/api-key-view.ts';
import { auditEntryView } from '#core/audit/audit-entry-view.ts';
import { eventView } from '#core/events/event-view.ts';
import type { Order } from '#core/orders/order.ts';
import { orderView } from '#core/orders/order-view.ts';
import { timelineEntryView } from '#core/orders/timeline-entry.ts';
import { paymentView, refundView } from '#core/payments/payment-view.ts';
import { emailKey } from '#core/shared/email-key.ts';
import { Json } from '#core/shared/page.ts';
import {
  MAX_EXPORTED_EVENT_CHARACTERS,
  MAX_EXPORTED_ROWS,
  type PersonalData,
  type PersonalDataQueries,
} from '#core/users/personal-data-queries.ts';
import type { User, UserId } from '#core/users/user.ts';
import { userView } from '#core/users/user-view.ts';
import type { EventRow, MemoryStore } from '../store/memory-store.ts';

export class MemoryPersonalDataQueries implements PersonalDataQueries {
  readonly #store: MemoryStore;

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  async collect(id: UserId): Promise<Json<PersonalData> | undefined> {
    const { users, sessions, apiKeys, orders, orderTimelines, payments, paymentOperations } = this.#store;
    const { events, auditEntries } = this.#store;
    const user = users.get(id);
    if (user === undefined) return undefined;
    const belongsToUser = ({ userId }: { userId: UserId }): boolean => userId === id;
    const keys = [...apiKeys.values()].filter(belongsToUser);
    const ownOrders = newestFirst([...orders.values()].filter((order) => isOrderOf(order, user)));
    const orderIds = new Set(ownOrders.map((order) => order.id));
    const ownPayments = newestFirst([...payments.values()].filter(({ orderId }) => orderIds.has(orderId)));
    const paymentIds = new Set(ownPayments.map((payment) => payment.id));
    const refunds = [...paymentOperations.values()].filter(
      ({ kind, paymentId }) => kind === 'refund' && paymentIds.has(paymentId),
    );
    // the user's own events first
    const resourceIds = [id, ...[...keys, ...ownOrders, ...ownPayments].map((resource) => resource.id).sort()];
    return Json.of({
      user: userView(user),
      sessions: [...sessions.values()].filter(belongsToUser).map(({ id: session, createdAt, expiresAt }) => ({
        id: session,
        object: 'session',
        created_at: createdAt.toISOString(),
        expires_at: expiresAt.toISOString(),
      })),
      api_keys: keys.map(apiKeyView),
      orders: ownOrders.map(orderView),
      order_timeline: ownOrders
        .flatMap((order) => orderTimelines.get(order.id) ?? [])
        .sort((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1))
        .slice(0, MAX_EXPORTED_ROWS)
        .map((entry) => timelineEntryView(entry, { withActor: false })),
      payments: ownPayments.map(paymentView),
      refunds: newestFirst(refunds).map(refundView),
      events: newestWithinSize(resourceIds.flatMap((resourceId) => events.get(resourceId) ?? [])).map(eventView),
      audit_log: [...auditEntries.values()]
        .filter(({ actor, resource }) => actor.userId === id || resource?.id === id)
        .sort((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1))
        .slice(0, MAX_EXPORTED_ROWS)
        .map(auditEntryView),
    });
  }
}

/** An order of the user, or a guest order with the user's verified e-mail. */
const isOrderOf = ({ userId, email }: Order, user: User): boolean => {
  const isOfGuest = userId === null && email !== null && emailKey(email) === emailKey(user.email);
  return userId === user.id || (isOfGuest && user.emailVerifiedAt !== null);
};

/** The newest resources, up to the limit of an export. */
const newestFirst = <R extends { id: string; createdAt: Date }>(resources: readonly R[]): R[] =>
  [...resources]
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
    .slice(0, MAX_EXPORTED_ROWS);

/** The newest events up to a total size, at least one, in the order given. */
const newestWithinSize = (events: readonly EventRow[]): EventRow[] => {
  const kept = new Set<string>();
  let characters = 0;
  for (const { id, data, previous } of [...events].sort(({ id: a }, { id: b }) => (a < b ? 1 : -1))) {
    if (characters >= MAX_EXPORTED_EVENT_CHARACTERS) break;
    kept.add(id);
    characters += JSON.stringify(data).length + JSON.stringify(previous).length;
  }
  return events.filter(({ id }) => kept.has(id));
};
