import type { Id } from '#core/shared/id.ts';
import type { EndpointId } from './webhook-endpoint.ts';

export type DeliveryId = Id<'dlv'>;

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed'] as const;

/** `pending`: not sent yet, or to be tried again; `failed`: given up. */
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Why an attempt came to no answer; of `event_removed`, there was nothing to send: the event is not kept any more. */
export const ATTEMPT_ERRORS = [
  'timeout',
  'connection_failed',
  'certificate_invalid',
  'address_forbidden',
  'name_not_resolved',
  'answer_malformed',
  'event_removed',
] as const;

export type AttemptError = (typeof ATTEMPT_ERRORS)[number];

/** One try to deliver, and what came back. */
export type Attempt = Readonly<{
  at: Date;
  /** In whole milliseconds. */
  durationMs: number;
  /** The answer's status; null where none came. */
  status: number | null;
  /** Null where an answer came. */
  error: AttemptError | null;
  /** The first 1 KiB of the answer; null where none came, or once it was erased. */
  body: string | null;
}>;

/** An event for an endpoint. */
export type NewDelivery = Readonly<{
  id: DeliveryId;
  endpointId: EndpointId;
  eventId: Id<'evt'>;
  eventType: string;
  resourceId: Id;
  /** Whether it waits for the endpoint's earlier deliveries of the resource. */
  ordered: boolean;
  at: Date;
}>;

/** A delivery that is to be tried now. */
export type DueDelivery = Readonly<{
  id: DeliveryId;
  eventId: Id<'evt'>;
  eventType: string;
  /** Numbers what was sent to the endpoint: 1, 2, 3, … */
  sequence: number;
  /** Tries made since it was added or asked for again. */
  tries: number;
  /** Of the endpoint, as it was when this was read. */
  endpointVersion: number;
}>;

/** What is to become of a delivery after an attempt. */
export type DeliveryOutcome =
  | Readonly<{ kind: 'succeeded' }>
  | Readonly<{ kind: 'retry'; at: Date }>
  | Readonly<{ kind: 'failed' }>;

export type DeliveryResult = Readonly<{ id: DeliveryId; attempt: Attempt; outcome: DeliveryOutcome }>;

/** Of each delivery, so many of the latest attempts are kept. */
export const MAX_STORED_ATTEMPTS = 50;

/** Deliveries that came to an end are kept so long. */
export const DELIVERY_RETENTION_DAYS = 30;
