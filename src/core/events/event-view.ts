import type { DomainEvent, EventActor } from '#core/shared/domain-event.ts';
import type { Id } from '#core/shared/id.ts';

/** An event in the API, in webhooks and in messages to brokers. */
export type EventView = Readonly<{
  id: Id<'evt'>;
  object: 'event';
  type: string;
  /** When it happened, as Standard Webhooks names it; equal to `created_at`. */
  timestamp: string;
  created_at: string;
  /** Null for events from before actors were recorded. */
  actor: EventActor | null;
  resource_id: string;
  /** Numbers the events of the resource: 1, 2, 3, … */
  sequence: number;
  /** The view of the resource. */
  data: object;
  /** The previous values of the changed fields. */
  previous: object;
}>;

type Numbered = Pick<DomainEvent, 'type' | 'resourceId' | 'data' | 'previous' | 'occurredAt'> &
  Readonly<{ id: Id<'evt'>; sequence: number; actor: EventActor | null }>;

export const eventView = (event: Numbered): EventView => ({
  id: event.id,
  object: 'event',
  type: event.type,
  timestamp: event.occurredAt.toISOString(),
  created_at: event.occurredAt.toISOString(),
  actor: event.actor,
  resource_id: event.resourceId,
  sequence: event.sequence,
  data: event.data,
  previous: event.previous,
});
