import type { Id } from '#core/shared/id.ts';
import type { EndpointId, WebhookEndpoint } from './webhook-endpoint.ts';

export interface WebhookEndpointRepository {
  /** @throws DomainError `not_found` */
  get(id: EndpointId): Promise<WebhookEndpoint>;
  /** Locks the endpoints of a user, in the order of their ids. */
  listOf(ownerId: Id<'usr'>): Promise<readonly WebhookEndpoint[]>;
  add(endpoint: WebhookEndpoint): Promise<void>;
  /** Stores a changed endpoint. @throws DomainError `conflict` if its version changed since it was read. */
  save(endpoint: WebhookEndpoint): Promise<void>;
  /**
   * Removes an endpoint; its deliveries are no longer sent and are removed soon after. @throws DomainError `not_found`
   */
  remove(id: EndpointId): Promise<void>;
  /** The number of endpoints. */
  count(): Promise<number>;
}
