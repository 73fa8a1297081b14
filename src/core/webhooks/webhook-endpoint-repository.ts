import type { EndpointId, WebhookEndpoint } from './webhook-endpoint.ts';

export interface WebhookEndpointRepository {
  /** @throws DomainError `not_found` */
  get(id: EndpointId): Promise<WebhookEndpoint>;
  add(endpoint: WebhookEndpoint): Promise<void>;
  /** Stores what was read in this transaction and changed since. @throws DomainError `conflict` if others did too. */
  save(endpoint: WebhookEndpoint): Promise<void>;
  /** Removes it; what was to be sent to it is forgotten, its deliveries soon after. @throws DomainError `not_found` */
  remove(id: EndpointId): Promise<void>;
  /** How many there are. */
  count(): Promise<number>;
}
