import { notFound } from '#core/shared/domain-error.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { Json } from '#core/shared/page.ts';
import { deliveryView } from '#core/webhooks/delivery.ts';
import type { DeliveryRepository, ReplayRange } from '#core/webhooks/ports.ts';
import type { WebhookEndpoint } from '#core/webhooks/webhook-endpoint.ts';
import { feedEvents } from '../events/feed-events.ts';
import type { EventRow, MemoryStore } from '../store/memory-store.ts';
import { byId } from '../store/order.ts';
import type { MemorySignals } from '../store/signals.ts';
import {
  changedRow,
  type DeliveryTables,
  recentDeliveries,
  replayDeliveries,
  requeueDeliveries,
  wake,
} from './delivery-rows.ts';

type Deps = Readonly<{
  store: MemoryStore;
  webhookEndpoints: DeliveryTables['webhookEndpoints'];
  ids: IdGenerator;
  signals: MemorySignals;
}>;

/**
 * Delivery requests of a transaction. The queue works outside of transactions, so a change is checked on a copy and
 * applied at the commit.
 */
export const makeDeliveryRepository = ({ store, webhookEndpoints, ids, signals }: Deps) => {
  const view = {
    webhookEndpoints,
    deliveryQueues: store.deliveryQueues.begin(),
    deliveries: store.deliveries.begin(),
  };
  const changes: ((tables: DeliveryTables) => void)[] = [];
  const change = (apply: (tables: DeliveryTables) => void): void => {
    apply(view);
    changes.push(apply);
  };
  const eventsToReplay = ({ id }: WebhookEndpoint, { types, from, to, status, limit }: ReplayRange) => {
    const own = view.deliveries.filter(({ endpointId }) => endpointId === id);
    const deliveries = new Map<string, (typeof own)[number]>(own.map((row) => [row.eventId, row]));
    return feedEvents(store)
      .filter(({ type, occurredAt }) => types.includes(type) && occurredAt >= from && occurredAt <= to)
      .filter((event) => status === undefined || deliveries.get(event.id)?.status === status)
      .sort(oldestFirst)
      .slice(0, limit);
  };
  const repository: DeliveryRepository = {
    async retry(endpointId, id, at) {
      change((tables) => requeueDeliveries(tables, endpointId, { ids: [id], at }));
      const row = view.deliveries.get(id);
      const exists = row?.endpointId === endpointId && webhookEndpoints.get(endpointId) !== undefined;
      if (!exists) throw notFound('delivery', id);
      return Json.of(deliveryView(row));
    },

    countRecent: async (endpointId) => recentDeliveries(view.deliveries, endpointId),

    async replay(endpoint, range, at) {
      const { id: endpointId, ordering } = endpoint;
      const found = eventsToReplay(endpoint, range);
      const inOrder = found.toSorted((a, b) => a.position - b.position);
      const requested = inOrder.map(({ id: eventId, type: eventType, resourceId }) => {
        const id = ids.next('dlv');
        return { id, endpointId, eventId, eventType, resourceId, ordered: ordering === 'resource', at };
      });
      change((tables) => replayDeliveries(tables, endpointId, { requested, at }));
      const last = found.length < range.limit ? undefined : found.at(-1);
      return { count: found.length, last: last?.occurredAt ?? null };
    },

    wake: async (endpointId, at) => change((tables) => wake(tables, endpointId, at)),

    async erase(resourceIds) {
      change(({ deliveries }) => {
        for (const row of deliveries.filter(({ resourceId }) => resourceIds.includes(resourceId))) {
          if (row.attempts.length === 0) continue;
          const attempts = row.attempts.map((attempt) => ({ ...attempt, body: null }));
          deliveries.set(row.id, changedRow(row, { attempts }));
        }
      });
    },
  };
  const commit = (): void => {
    for (const apply of changes) apply(store);
    if (changes.length > 0) signals.announce('deliveries');
  };
  return { ...repository, commit };
};

const oldestFirst = (a: EventRow, b: EventRow): number => a.occurredAt.getTime() - b.occurredAt.getTime() || byId(a, b);
