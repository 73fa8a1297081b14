import { type ListQuery, newestFirstList } from '#core/shared/list.ts';
import { Found, Json, type Page, type PageRequest } from '#core/shared/page.ts';
import type { DeliveryId } from '#core/webhooks/delivery.ts';
import { deliveryList } from '#core/webhooks/delivery-list.ts';
import type { DeliveryView } from '#core/webhooks/delivery-view.ts';
import type { EndpointId, WebhookEndpoint } from '#core/webhooks/webhook-endpoint.ts';
import { type WebhookEndpointView, webhookEndpointView } from '#core/webhooks/webhook-endpoint-view.ts';
import type { WebhookQueries } from '#core/webhooks/webhook-queries.ts';
import { listPage } from '../lists/page.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import { deliveryView } from './delivery-rows.ts';

export class MemoryWebhookQueries implements WebhookQueries {
  readonly #store: MemoryStore;

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  async find(id: EndpointId) {
    return Found.of(webhookEndpointView, this.#store.webhookEndpoints.get(id));
  }

  async list(page: PageRequest): Promise<Page<WebhookEndpointView>> {
    const views = [...this.#store.webhookEndpoints.values()].map(webhookEndpointView);
    return listPage(newestFirstList, views, { filter: {}, page });
  }

  async findEndpoint(id: EndpointId): Promise<WebhookEndpoint | undefined> {
    return this.#store.webhookEndpoints.get(id);
  }

  async listEnabled(): Promise<readonly WebhookEndpoint[]> {
    return [...this.#store.webhookEndpoints.values()]
      .filter(({ enabled }) => enabled)
      .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1));
  }

  async listDeliveries(endpointId: EndpointId, query: ListQuery<typeof deliveryList>): Promise<Page<DeliveryView>> {
    const deliveries = [...this.#store.deliveries.values()].filter((row) => row.endpointId === endpointId);
    return listPage(deliveryList, deliveries.map(deliveryView), query);
  }

  async findDelivery(endpointId: EndpointId, id: DeliveryId): Promise<Json<DeliveryView> | undefined> {
    const row = this.#store.deliveries.get(id);
    return row?.endpointId === endpointId ? Json.of(deliveryView(row)) : undefined;
  }
}
