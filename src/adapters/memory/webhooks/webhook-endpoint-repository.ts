import type { WebhookEndpointRepository } from '#core/webhooks/ports.ts';
import type { WebhookEndpoint } from '#core/webhooks/webhook-endpoint.ts';
import type { StoreChanges } from '../store/memory-store.ts';
import { byId } from '../store/order.ts';
import { resourceRepository } from '../store/resources.ts';

const NEW_QUEUE = { lastSequence: 0, wakeUps: 0, nextDue: null, lease: null, failingSince: null, lastFailedAt: null };

/** The queue of a removed endpoint goes with its last deliveries. */
export const makeWebhookEndpointRepository = ({
  webhookEndpoints: endpoints,
  deliveryQueues,
}: StoreChanges): WebhookEndpointRepository => ({
  ...resourceRepository(endpoints, 'webhook'),

  async add(endpoint) {
    endpoints.set(endpoint.id, endpoint);
    deliveryQueues.set(endpoint.id, { endpointId: endpoint.id, ...NEW_QUEUE });
  },

  listOf: async (ownerId) => endpoints.filter((endpoint) => endpoint.ownerId === ownerId).sort(byId),
  async listSetUpBy({ sessions, keys, ownerId }) {
    const isMeant = (endpoint: WebhookEndpoint): boolean =>
      (endpoint.setUpBySession !== null && sessions.includes(endpoint.setUpBySession)) ||
      (endpoint.setUpByKey !== null && keys.includes(endpoint.setUpByKey)) ||
      (ownerId !== null && endpoint.ownerId === ownerId);
    return endpoints.filter(isMeant).sort(byId);
  },
  count: async () => endpoints.values().length,
});
