import type { Id } from '#core/shared/id.ts';
import type { Json } from '#core/shared/page.ts';
import type { DeliveryId, DeliveryStatus } from './delivery.ts';
import type { DeliveryView } from './delivery-view.ts';
import type { EndpointId, WebhookEndpoint } from './webhook-endpoint.ts';
import type { RecentDeliveries } from './webhook-endpoint-view.ts';

/** The past events to deliver again. */
export type ReplayRange = Readonly<{
  from: Date;
  /** Inclusive. */
  to: Date;
  /** Event types; the endpoint's own if omitted. */
  types: readonly string[];
  /** Only deliveries with this status; all, and events without a delivery, if omitted. */
  status?: DeliveryStatus | undefined;
  /** The maximum number, the oldest first. */
  limit: number;
}>;

/** Retries, replays and erasure of deliveries. */
export interface DeliveryRepository {
  /**
   * Schedules a delivery again with the full retry schedule.
   * @returns the delivery after the change. @throws DomainError `not_found`
   */
  retry(endpointId: EndpointId, id: DeliveryId, at: Date): Promise<Json<DeliveryView>>;
  /**
   * Delivers events again, or for the first time, in their order under new sequence numbers.
   * @returns the number, and the time of the last event if there may be more.
   */
  replay(
    endpoint: WebhookEndpoint,
    range: ReplayRange,
    at: Date,
  ): Promise<Readonly<{ count: number; last: Date | null }>>;
  /** Makes an endpoint with pending deliveries due at a time, and notifies its owner. */
  wake(endpointId: EndpointId, at: Date): Promise<void>;
  /** What has become of the latest deliveries to an endpoint. */
  countRecent(endpointId: EndpointId): Promise<RecentDeliveries>;
  /** Empties the stored responses to events of resources, permanently. */
  erase(resourceIds: readonly Id[]): Promise<void>;
}
