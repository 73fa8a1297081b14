import type { Id } from '#core/shared/id.ts';
import type { ListQuery } from '#core/shared/list.ts';
import type { Found, Page } from '#core/shared/page.ts';
import type { DeliveryId } from './delivery.ts';
import type { deliveryList } from './delivery-list.ts';
import type { DeliveryView } from './delivery-view.ts';
import type { OwnedEndpoint } from './endpoint-access.ts';
import type { EndpointId } from './webhook-endpoint.ts';
import type { endpointList } from './webhook-endpoint-list.ts';
import type { ShownEndpointView } from './webhook-endpoint-view.ts';

export interface WebhookQueries {
  /** With an owner, only an endpoint of this user. */
  find(id: EndpointId, ownerId?: Id<'usr'> | undefined): Promise<Found<ShownEndpointView> | undefined>;
  /** The newest first; with an owner, only the endpoints of this user. */
  list(query: ListQuery<typeof endpointList>, ownerId?: Id<'usr'> | undefined): Promise<Page<ShownEndpointView>>;
  /** An endpoint with its secrets. */
  findEndpoint(id: EndpointId): Promise<OwnedEndpoint | undefined>;
  /** All enabled endpoints. */
  listEnabled(): Promise<readonly OwnedEndpoint[]>;
  /** The deliveries to an endpoint. */
  listDeliveries(endpointId: EndpointId, query: ListQuery<typeof deliveryList>): Promise<Page<DeliveryView>>;
  findDelivery(endpointId: EndpointId, id: DeliveryId): Promise<Found<DeliveryView> | undefined>;
}
