import type { Id } from '#core/shared/id.ts';
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

/** A delivery that is due. */
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
