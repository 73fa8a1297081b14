import { notFound } from '#core/shared/domain-error.ts';
import type { Id, IdGenerator } from '#core/shared/id.ts';
import { Json } from '#core/shared/page.ts';
import type { DeliveryId } from '#core/webhooks/delivery.ts';
import { type DeliveryView, deliveryView } from '#core/webhooks/delivery.ts';
import type { DeliveryRepository, ReplayRange } from '#core/webhooks/ports.ts';
import type { EndpointId, WebhookEndpoint } from '#core/webhooks/webhook-endpoint.ts';
import type { RecentDeliveries } from '#core/webhooks/webhook-endpoint-view.ts';
import { feedEvents } from '../events/feed-events.ts';
import type { DeliveryRow, EventRow, MemoryStore } from '../store/memory-store.ts';
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
  endpoints: DeliveryTables['endpoints'];
  ids: IdGenerator;
  signals: MemorySignals;
}>;

type Change = (tables: DeliveryTables) => void;

/**
 * Delivery requests of a transaction. The queue works outside of transactions, so a change is checked on a copy and
 * applied at the commit.
 */
export class MemoryDeliveryRepository implements DeliveryRepository {
  readonly #deps: Deps;
  readonly #view: DeliveryTables;
  readonly #changes: Change[] = [];

  constructor(deps: Deps) {
    const { store, endpoints } = deps;
    this.#deps = deps;
    this.#view = { endpoints, queues: store.deliveryQueues.begin(), deliveries: store.deliveries.begin() };
  }

  async retry(endpointId: EndpointId, id: DeliveryId, at: Date): Promise<Json<DeliveryView>> {
    this.#change((tables) => requeueDeliveries(tables, endpointId, { ids: [id], at }));
    const row = this.#view.deliveries.get(id);
    const exists = row?.endpointId === endpointId && this.#view.endpoints.get(endpointId) !== undefined;
    if (!exists) throw notFound('delivery', id);
    return Json.of(deliveryView(row));
  }

  async countRecent(endpointId: EndpointId): Promise<RecentDeliveries> {
    return recentDeliveries(this.#view.deliveries, endpointId);
  }

  async replay(
    endpoint: WebhookEndpoint,
    range: ReplayRange,
    at: Date,
  ): Promise<Readonly<{ count: number; last: Date | null }>> {
    const found = this.#eventsToReplay(endpoint, range);
    const inOrder = [...found].sort((a, b) => a.position - b.position);
    const requested = inOrder.map(({ id: eventId, type: eventType, resourceId }) => ({
      id: this.#deps.ids.next('dlv'),
      endpointId: endpoint.id,
      eventId,
      eventType,
      resourceId,
      ordered: endpoint.ordering === 'resource',
      at,
    }));
    this.#change((tables) => replayDeliveries(tables, endpoint.id, { requested, at }));
    const last = found.length < range.limit ? undefined : found.at(-1);
    return { count: found.length, last: last?.occurredAt ?? null };
  }

  #eventsToReplay({ id }: WebhookEndpoint, { types, from, to, status, limit }: ReplayRange) {
    const deliveries = new Map<string, DeliveryRow>();
    for (const row of this.#view.deliveries.values()) if (row.endpointId === id) deliveries.set(row.eventId, row);
    return feedEvents(this.#deps.store)
      .filter(({ type, occurredAt }) => types.includes(type) && occurredAt >= from && occurredAt <= to)
      .filter((event) => status === undefined || deliveries.get(event.id)?.status === status)
      .sort(oldestFirst)
      .slice(0, limit);
  }

  async wake(endpointId: EndpointId, at: Date): Promise<void> {
    this.#change((tables) => wake(tables, endpointId, at));
  }

  async erase(resourceIds: readonly Id[]): Promise<void> {
    this.#change(({ deliveries }) => {
      for (const row of [...deliveries.values()]) {
        if (!resourceIds.includes(row.resourceId) || row.attempts.length === 0) continue;
        const attempts = row.attempts.map((attempt) => ({ ...attempt, body: null }));
        deliveries.set(row.id, changedRow(row, { attempts }));
      }
    });
  }

  commit(): void {
    const { store, signals } = this.#deps;
    const { webhookEndpoints: endpoints, deliveryQueues: queues, deliveries } = store;
    for (const change of this.#changes) change({ endpoints, queues, deliveries });
    if (this.#changes.length > 0) signals.announce('deliveries');
  }

  #change(change: Change): void {
    change(this.#view);
    this.#changes.push(change);
  }
}

const oldestFirst = (a: EventRow, b: EventRow): number =>
  a.occurredAt.getTime() - b.occurredAt.getTime() || (a.id < b.id ? -1 : 1);
