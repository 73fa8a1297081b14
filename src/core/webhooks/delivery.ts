import type { Id } from '#core/shared/id.ts';
import { describeList, type FilterOf, idFilter, idsFilter } from '#core/shared/list.ts';
import { versionView } from '#core/shared/resource.ts';
import type { EndpointId } from './webhook-endpoint.ts';

export type DeliveryId = Id<'dlv'>;

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed'] as const;

/** `pending`: not sent yet, or to be tried again; `failed`: given up. */
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/**
 * Why an attempt got no response; `event_removed`: the event is past its retention period; `not_permitted`: the owner of
 * the endpoint may not read the event any more.
 */
export const ATTEMPT_ERRORS = [
  'timeout',
  'connection_failed',
  'certificate_invalid',
  'address_forbidden',
  'name_not_resolved',
  'answer_malformed',
  'event_removed',
  'not_permitted',
] as const;

export type AttemptError = (typeof ATTEMPT_ERRORS)[number];

/** An attempt with its response. */
export type Attempt = Readonly<{
  at: Date;
  /** In whole milliseconds. */
  durationMs: number;
  /** The response's status; null without a response. */
  status: number | null;
  /** Null with a response. */
  error: AttemptError | null;
  /** The first 1 KiB of the response; null without one, or once it was erased. */
  body: string | null;
}>;

/** A new delivery of an event to an endpoint. */
export type NewDelivery = Readonly<{
  id: DeliveryId;
  endpointId: EndpointId;
  eventId: Id<'evt'>;
  eventType: string;
  resourceId: Id;
  /** Whether it waits for earlier deliveries of its resource to the endpoint. */
  ordered: boolean;
  at: Date;
}>;

export type DueDelivery = Readonly<{
  id: DeliveryId;
  eventId: Id<'evt'>;
  eventType: string;
  /** The endpoint's sequence number: 1, 2, 3, … */
  sequence: number;
  /** Attempts since it was added or last requested again. */
  attemptCount: number;
  /** The endpoint's version when the delivery was read. */
  endpointVersion: number;
}>;

/** The status of a delivery after an attempt. */
export type DeliveryOutcome =
  | Readonly<{ kind: 'succeeded' }>
  | Readonly<{ kind: 'retry'; at: Date }>
  | Readonly<{ kind: 'failed' }>;

export type DeliveryResult = Readonly<{ id: DeliveryId; attempt: Attempt; outcome: DeliveryOutcome }>;

/** The number of stored attempts per delivery, the latest. */
export const MAX_STORED_ATTEMPTS = 50;

/** The retention period of ended deliveries, counted from their creation. */
export const DELIVERY_RETENTION_DAYS = 30;

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
