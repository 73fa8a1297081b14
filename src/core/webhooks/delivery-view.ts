import { describeList, type FilterOf, idFilter, idsFilter } from '#core/shared/list.ts';
import { versionView } from '#core/shared/resource.ts';
import {
  type Attempt,
  type AttemptError,
  DELIVERY_STATUSES,
  type DeliveryId,
  type DeliveryStatus,
  type NewDelivery,
} from './delivery.ts';
import type { EndpointId } from './webhook-endpoint.ts';

/** A delivery as the API shows it. */
export type DeliveryView = Readonly<{
  id: DeliveryId;
  object: 'webhook_delivery';
  webhook_id: EndpointId;
  event_id: string;
  event_type: string;
  resource_id: string;
  /** The value of `webhook-sequence`. */
  sequence: number;
  status: DeliveryStatus;
  /** Null once the delivery has ended, and while it waits for an earlier one of its resource. */
  next_attempt_at: string | null;
  /** The latest attempts, the oldest first. */
  attempts: readonly AttemptView[];
  /** Increases with every change, attempts included. */
  version: number;
  created_at: string;
  updated_at: string;
}>;

export type AttemptView = Readonly<{
  at: string;
  status: 'succeeded' | 'failed';
  duration_ms: number;
  response_code: number | null;
  response_body: string | null;
  error: AttemptError | null;
}>;

/** A delivery with what has become of it. */
export type Delivery = Omit<NewDelivery, 'at' | 'ordered'> &
  Readonly<{
    sequence: number;
    status: DeliveryStatus;
    /** Null while a pending delivery waits for another. */
    nextAttemptAt: Date | null;
    attempts: readonly Attempt[];
    version: number;
    createdAt: Date;
    updatedAt: Date;
  }>;

export const deliveryView = (delivery: Delivery): DeliveryView => ({
  id: delivery.id,
  object: 'webhook_delivery',
  webhook_id: delivery.endpointId,
  event_id: delivery.eventId,
  event_type: delivery.eventType,
  resource_id: delivery.resourceId,
  sequence: delivery.sequence,
  status: delivery.status,
  next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
  attempts: delivery.attempts.map(attemptView),
  ...versionView(delivery),
});

/** Whether the response confirms the delivery. */
export const isReceived = ({ status, error }: Pick<Attempt, 'status' | 'error'>): boolean =>
  error === null && status !== null && status >= 200 && status < 300;

export const attemptView = (attempt: Attempt): AttemptView => ({
  at: attempt.at.toISOString(),
  status: isReceived(attempt) ? 'succeeded' : 'failed',
  duration_ms: attempt.durationMs,
  response_code: attempt.status,
  response_body: attempt.body,
  error: attempt.error,
});

/** The filters of an endpoint's delivery list, which is sorted by sequence, the last one first. */
export const deliveryList = describeList<DeliveryView>()({
  filters: {
    status: {
      kind: 'equals',
      field: 'status',
      format: { type: 'choice', values: DELIVERY_STATUSES },
      description: 'Deliveries with this status.',
      example: 'failed',
    },
    event_id: idFilter('event_id', 'evt', 'The delivery of this event.'),
    ...idsFilter('Deliveries', 'dlv'),
  },
  sorts: [],
  defaultSort: { by: 'sequence', descending: true },
});

export type DeliveryFilter = FilterOf<typeof deliveryList>;
