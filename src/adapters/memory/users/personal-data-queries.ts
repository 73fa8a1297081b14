import { apiKeyView } from '#core/access/api-key-view.ts';
import { auditEntryView } from '#core/audit/audit-entry-view.ts';
import { eventView } from '#core/events/event-view.ts';
import type { Order } from '#core/orders/order.ts';
import { orderView } from '#core/orders/order-view.ts';
import { timelineEntryView } from '#core/orders/timeline-entry.ts';
import { paymentView, refundView } from '#core/payments/payment-view.ts';
import { Json } from '#core/shared/page.ts';
import {
  MAX_EXPORTED_EVENT_CHARACTERS,
  MAX_EXPORTED_ROWS,
  type PersonalData,
  type PersonalDataQueries,
} from '#core/users/personal-data-queries.ts';
import { emailKey, type User, type UserId } from '#core/users/user.ts';
import { userView } from '#core/users/user-view.ts';
import type { EventRow, MemoryStore } from '../store/memory-store.ts';

export class MemoryPersonalDataQueries implements PersonalDataQueries {
  readonly #store: MemoryStore;

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  async collect(id: UserId): Promise<Json<PersonalData> | undefined> {
    const { users, sessions, apiKeys, orders, timelines, events, auditEntries } = this.#store;
    const { payments, operations } = this.#store;
    const user = users.get(id);
    if (user === undefined) return undefined;
    const isTheirs = ({ userId }: { userId: UserId }): boolean => userId === id;
    const keys = [...apiKeys.values()].filter(isTheirs);
    const theirs = newestMade([...orders.values()].filter((order) => isOrderOf(order, user)));
    const orderIds = new Set(theirs.map((order) => order.id));
    const paid = newestMade([...payments.values()].filter(({ orderId }) => orderIds.has(orderId)));
    const paymentIds = new Set(paid.map((payment) => payment.id));
    const refunds = [...operations.values()].filter(
      ({ kind, paymentId }) => kind === 'refund' && paymentIds.has(paymentId),
    );
    return Json.of({
      user: userView(user),
      sessions: [...sessions.values()].filter(isTheirs).map(({ id: session, createdAt, expiresAt }) => ({
        id: session,
        object: 'session',
        created_at: createdAt.toISOString(),
        expires_at: expiresAt.toISOString(),
      })),
      api_keys: keys.map(apiKeyView),
      orders: theirs.map(orderView),
      order_timeline: theirs
        .flatMap((order) => timelines.get(order.id) ?? [])
        .sort((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1))
        .slice(0, MAX_EXPORTED_ROWS)
        .map((entry) => timelineEntryView(entry, { withActor: false })),
      payments: paid.map(paymentView),
      refunds: newestMade(refunds).map(refundView),
      events: newestOf(
        [id, ...[...keys, ...theirs, ...paid].map((owned) => owned.id).sort()].flatMap((of) => events.get(of) ?? []),
      ).map(eventView),
      audit_log: [...auditEntries.values()]
        .filter(({ actor, resource }) => actor.userId === id || resource?.id === id)
        .sort((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1))
        .slice(0, MAX_EXPORTED_ROWS)
        .map(auditEntryView),
    });
  }
}

const isOrderOf = ({ userId, email }: Order, user: User): boolean => {
  const isOfGuest = userId === null && email !== null && emailKey(email) === emailKey(user.email);
  return userId === user.id || (isOfGuest && user.emailVerifiedAt !== null);
};

const newestMade = <R extends { id: string; createdAt: Date }>(resources: readonly R[]): R[] =>
  [...resources]
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
    .slice(0, MAX_EXPORTED_ROWS);

/** The newest events up to a total size, in order. */
const newestOf = (events: readonly EventRow[]): EventRow[] => {
  const kept = new Set<string>();
  let characters = 0;
  for (const { id, data, previous } of [...events].sort(({ id: a }, { id: b }) => (a < b ? 1 : -1))) {
    if (characters >= MAX_EXPORTED_EVENT_CHARACTERS) break;
    kept.add(id);
    characters += JSON.stringify(data).length + JSON.stringify(previous).length;
  }
  return events.filter(({ id }) => kept.has(id));
};
