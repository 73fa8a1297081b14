import { Role } from '#core/access/role.ts';
import { Found } from '#core/shared/page.ts';
import { deliveryList, deliveryView } from '#core/webhooks/delivery.ts';
import type { OwnedEndpoint } from '#core/webhooks/endpoint-access.ts';
import { needsAttention } from '#core/webhooks/endpoint-failures.ts';
import type { WebhookQueries } from '#core/webhooks/ports.ts';
import type { WebhookEndpoint } from '#core/webhooks/webhook-endpoint.ts';
import {
  endpointList,
  type ShownEndpointView,
  shownEndpointView,
  webhookEndpointView,
} from '#core/webhooks/webhook-endpoint-view.ts';
import { listPage, mappedPage } from '../lists/page.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import { oldestFirst } from '../store/order.ts';
import { recentDeliveries } from './delivery-rows.ts';

export const makeWebhookQueries = ({
  webhookEndpoints: endpoints,
  deliveries,
  deliveryQueues,
  users,
}: MemoryStore): WebhookQueries => {
  const show = (endpoint: WebhookEndpoint): ShownEndpointView =>
    shownEndpointView(endpoint, recentDeliveries(deliveries, endpoint.id));
  const withOwner = (endpoint: WebhookEndpoint): OwnedEndpoint => {
    const owner = endpoint.ownerId === null ? undefined : users.get(endpoint.ownerId);
    return { ...endpoint, ownerScopes: owner?.status === 'active' ? Role.granted(owner) : new Set() };
  };
  return {
    async find(id, ownerId) {
      const endpoint = endpoints.get(id);
      const isVisible = ownerId === undefined || endpoint?.ownerId === ownerId;
      return Found.of(show, isVisible ? endpoint : undefined);
    },

    async list(query, ownerId) {
      const visible = endpoints.filter((endpoint) => ownerId === undefined || endpoint.ownerId === ownerId);
      const listed = visible.map((endpoint) => {
        const failures = deliveryQueues.get(endpoint.id) ?? { failingSince: null, lastFailedAt: null };
        return { ...webhookEndpointView(endpoint), needs_attention: needsAttention(endpoint, failures), endpoint };
      });
      return mappedPage(endpointList, listed, query, ({ endpoint }) => show(endpoint));
    },

    async findEndpoint(id) {
      const endpoint = endpoints.get(id);
      return endpoint && withOwner(endpoint);
    },

    listEnabled: async () =>
      endpoints
        .filter(({ enabled }) => enabled)
        .sort(oldestFirst)
        .map(withOwner),

    async listDeliveries(endpointId, query) {
      return listPage(deliveryList, deliveries.filter((row) => row.endpointId === endpointId).map(deliveryView), query);
    },

    async findDelivery(endpointId, id) {
      const row = deliveries.get(id);
      return Found.of(deliveryView, row?.endpointId === endpointId ? row : undefined);
    },
  };
};
