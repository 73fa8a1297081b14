import type { DomainEvent } from '#core/shared/domain-event.ts';
import type { Id } from '#core/shared/id.ts';

/** An event in the API, in webhooks and in messages to brokers. */
export type EventView = Readonly<{
  id: Id<'evt'>;
  object: 'event';
  type: string;
  created_at: string;
  resource_id: string;
  /** Numbers the events of the resource: 1, 2, 3, … */
  sequence: number;
  /** The view of the resource. */
  data: object;
  /** The previous values of the changed fields. */
  previous: object;
}>;

type Numbered = Pick<DomainEvent, 'type' | 'resourceId' | 'data' | 'previous' | 'occurredAt'> &
  Readonly<{ id: Id<'evt'>; sequence: number }>;

export const eventView = (event: Numbered): EventView => ({
  id: event.id,
  object: 'event',
  type: event.type,
  created_at: event.occurredAt.toISOString(),
  resource_id: event.resourceId,
  sequence: event.sequence,
  data: event.data,
  previous: event.previous,
});
