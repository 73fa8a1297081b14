import { conflict, notFound } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import type { WebhookEndpointRepository } from '#core/webhooks/ports.ts';
import type { EndpointId, WebhookEndpoint } from '#core/webhooks/webhook-endpoint.ts';
import type { DeliveryQueueRow } from '../store/memory-store.ts';
import type { TableChanges } from '../store/memory-table.ts';

export class MemoryWebhookEndpointRepository implements WebhookEndpointRepository {
  readonly #endpoints: TableChanges<EndpointId, WebhookEndpoint>;
  readonly #queues: TableChanges<EndpointId, DeliveryQueueRow>;

  constructor(
    endpoints: TableChanges<EndpointId, WebhookEndpoint>,
    queues: TableChanges<EndpointId, DeliveryQueueRow>,
  ) {
    this.#endpoints = endpoints;
    this.#queues = queues;
  }

  async get(id: EndpointId): Promise<WebhookEndpoint> {
    const endpoint = this.#endpoints.get(id);
    if (endpoint === undefined) throw notFound('webhook', id);
    return endpoint;
  }

  async listOf(ownerId: Id<'usr'>): Promise<readonly WebhookEndpoint[]> {
    return [...this.#endpoints.values()]
      .filter((endpoint) => endpoint.ownerId === ownerId)
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  async add(endpoint: WebhookEndpoint): Promise<void> {
    const { id } = endpoint;
    this.#endpoints.set(id, endpoint);
    this.#queues.set(id, {
      endpointId: id,
      lastSequence: 0,
      wakeUps: 0,
      nextDue: null,
      lease: null,
      failingSince: null,
      lastFailedAt: null,
    });
  }

  async save(endpoint: WebhookEndpoint): Promise<void> {
    if (this.#endpoints.get(endpoint.id)?.version !== endpoint.version - 1) {
      throw conflict(`Webhook ${endpoint.id} was changed concurrently.`);
    }
    this.#endpoints.set(endpoint.id, endpoint);
  }

  // its queue goes with its last deliveries
  async remove(id: EndpointId): Promise<void> {
    if (!this.#endpoints.delete(id)) throw notFound('webhook', id);
  }

  async count(): Promise<number> {
    return [...this.#endpoints.values()].length;
  }
}
