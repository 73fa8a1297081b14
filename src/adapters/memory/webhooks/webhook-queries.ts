import { Role } from '#core/access/role.ts';
import type { Id } from '#core/shared/id.ts';
import type { ListQuery } from '#core/shared/list.ts';
import { Found, type Page } from '#core/shared/page.ts';
import type { DeliveryId } from '#core/webhooks/delivery.ts';
import { type DeliveryView, deliveryList, deliveryView } from '#core/webhooks/delivery.ts';
import type { OwnedEndpoint } from '#core/webhooks/endpoint-access.ts';
import { type EndpointFailures, needsAttention } from '#core/webhooks/endpoint-failures.ts';
import type { WebhookQueries } from '#core/webhooks/ports.ts';
import type { EndpointId, WebhookEndpoint } from '#core/webhooks/webhook-endpoint.ts';
import {
  endpointList,
  type ShownEndpointView,
  shownEndpointView,
  webhookEndpointView,
} from '#core/webhooks/webhook-endpoint-view.ts';
import { listPage, mappedPage } from '../lists/page.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import { recentDeliveries } from './delivery-rows.ts';

export class MemoryWebhookQueries implements WebhookQueries {
  readonly #store: MemoryStore;

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  async find(id: EndpointId, ownerId?: Id<'usr'>) {
    const endpoint = this.#store.webhookEndpoints.get(id);
    const isVisible = ownerId === undefined || endpoint?.ownerId === ownerId;
    return Found.of((shown) => this.#show(shown), isVisible ? endpoint : undefined);
  }

  async list(query: ListQuery<typeof endpointList>, ownerId?: Id<'usr'>): Promise<Page<ShownEndpointView>> {
    const endpoints = [...this.#store.webhookEndpoints.values()];
    const visible = endpoints.filter((endpoint) => ownerId === undefined || endpoint.ownerId === ownerId);
    const listed = visible.map((endpoint) => ({
      ...webhookEndpointView(endpoint),
      needs_attention: needsAttention(endpoint, this.#failuresOf(endpoint.id)),
      endpoint,
    }));
    return mappedPage(endpointList, listed, query, ({ endpoint }) => this.#show(endpoint));
  }

  async findEndpoint(id: EndpointId): Promise<OwnedEndpoint | undefined> {
    const endpoint = this.#store.webhookEndpoints.get(id);
    return endpoint && this.#withOwner(endpoint);
  }

  async listEnabled(): Promise<readonly OwnedEndpoint[]> {
    return [...this.#store.webhookEndpoints.values()]
      .filter(({ enabled }) => enabled)
      .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1))
      .map((endpoint) => this.#withOwner(endpoint));
  }

  async listDeliveries(endpointId: EndpointId, query: ListQuery<typeof deliveryList>): Promise<Page<DeliveryView>> {
    const deliveries = [...this.#store.deliveries.values()].filter((row) => row.endpointId === endpointId);
    return listPage(deliveryList, deliveries.map(deliveryView), query);
  }

  async findDelivery(endpointId: EndpointId, id: DeliveryId): Promise<Found<DeliveryView> | undefined> {
    const row = this.#store.deliveries.get(id);
    return Found.of(deliveryView, row?.endpointId === endpointId ? row : undefined);
  }

  #show(endpoint: WebhookEndpoint): ShownEndpointView {
    return shownEndpointView(endpoint, recentDeliveries(this.#store.deliveries, endpoint.id));
  }

  #failuresOf(id: EndpointId): EndpointFailures {
    return this.#store.deliveryQueues.get(id) ?? { failingSince: null, lastFailedAt: null };
  }

  #withOwner(endpoint: WebhookEndpoint): OwnedEndpoint {
    const owner = endpoint.ownerId === null ? undefined : this.#store.users.get(endpoint.ownerId);
    return { ...endpoint, ownerScopes: owner?.status === 'active' ? Role.granted(owner) : new Set() };
  }
}
