import type { Json, Page, PageRequest } from '#core/shared/page.ts';
import type { DeliveryId, DeliveryStatus } from './delivery.ts';
import type { DeliveryView } from './delivery-view.ts';
import type { EndpointId, WebhookEndpoint } from './webhook-endpoint.ts';
import type { WebhookEndpointView } from './webhook-endpoint-view.ts';

export type DeliveryFilter = Readonly<{
  status?: DeliveryStatus | undefined;
  eventId?: string | undefined;
}>;

export interface WebhookQueries {
  find(id: EndpointId): Promise<Readonly<{ view: Json<WebhookEndpointView>; version: number }> | undefined>;
  /** The newest first. */
  list(page: PageRequest): Promise<Page<WebhookEndpointView>>;
  /** An endpoint with everything needed for sending. */
  findEndpoint(id: EndpointId): Promise<WebhookEndpoint | undefined>;
  /** The enabled endpoints. */
  listEnabled(): Promise<readonly WebhookEndpoint[]>;
  /** The deliveries of an endpoint, the highest number first. */
  listDeliveries(endpointId: EndpointId, filter: DeliveryFilter, page: PageRequest): Promise<Page<DeliveryView>>;
  findDelivery(endpointId: EndpointId, id: DeliveryId): Promise<Json<DeliveryView> | undefined>;
}
