import type { ListQuery } from '#core/shared/list.ts';
import type { Found, Json, Page, PageRequest } from '#core/shared/page.ts';
import type { DeliveryId } from './delivery.ts';
import type { deliveryList } from './delivery-list.ts';
import type { DeliveryView } from './delivery-view.ts';
import type { EndpointId, WebhookEndpoint } from './webhook-endpoint.ts';
import type { WebhookEndpointView } from './webhook-endpoint-view.ts';

export interface WebhookQueries {
  find(id: EndpointId): Promise<Found<WebhookEndpointView> | undefined>;
  /** The newest first. */
  list(page: PageRequest): Promise<Page<WebhookEndpointView>>;
  /** An endpoint with its secrets. */
  findEndpoint(id: EndpointId): Promise<WebhookEndpoint | undefined>;
  /** All enabled endpoints. */
  listEnabled(): Promise<readonly WebhookEndpoint[]>;
  /** The deliveries to an endpoint. */
  listDeliveries(endpointId: EndpointId, query: ListQuery<typeof deliveryList>): Promise<Page<DeliveryView>>;
  findDelivery(endpointId: EndpointId, id: DeliveryId): Promise<Json<DeliveryView> | undefined>;
}
