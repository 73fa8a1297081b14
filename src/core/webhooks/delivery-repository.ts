import type { Id } from '#core/shared/id.ts';
import type { Json } from '#core/shared/page.ts';
import type { DeliveryId, DeliveryStatus } from './delivery.ts';
import type { DeliveryView } from './delivery-view.ts';
import type { EndpointId, WebhookEndpoint } from './webhook-endpoint.ts';

/** Which events of the past are sent to an endpoint again. */
export type ReplayRange = Readonly<{
  from: Date;
  /** Included. */
  to: Date;
  /** Event types; those that the endpoint asks for if left out. */
  types: readonly string[];
  /** Those alone whose delivery stands like this; all, and those that were never delivered, if left out. */
  status?: DeliveryStatus | undefined;
  /** At most so many, the oldest first. */
  limit: number;
}>;

/** Deliveries as whoever asks for them again writes them. */
export interface DeliveryRepository {
  /**
   * Has a delivery tried again from a time on, with the whole of the schedule before it.
   * @returns it as it stands then. @throws DomainError `not_found`
   */
  retry(endpointId: EndpointId, id: DeliveryId, at: Date): Promise<Json<DeliveryView>>;
  /**
   * Has events delivered again, or for the first time, in the order that they happened, under new numbers.
   * @returns how many, and when the last of them happened if there may be more.
   */
  replay(
    endpoint: WebhookEndpoint,
    range: ReplayRange,
    at: Date,
  ): Promise<Readonly<{ count: number; last: Date | null }>>;
  /** Has whoever serves an endpoint look at it from a time on, if anything is on its way there. */
  wake(endpointId: EndpointId, at: Date): Promise<void>;
  /** Empties what receivers answered to events of these resources, for good. */
  erase(resourceIds: readonly Id[]): Promise<void>;
}
