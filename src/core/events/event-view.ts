import type { DomainEvent, EventActor } from '#core/shared/domain-event.ts';
import type { Id } from '#core/shared/id.ts';
import { createdFilters, describeList, type FilterOf, idsFilter, newestFirst } from '#core/shared/list.ts';
import { EventPattern } from './event-types.ts';

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

export const eventList = describeList<EventView>()({
  filters: {
    type: {
      kind: 'any_of',
      field: 'type',
      format: {
        type: 'choice',
        values: EventPattern.all(),
        message: 'must be a type of event such as order.paid, or payment.*, or *',
      },
      maxItems: 50,
      documentsSingle: true,
      expand: EventPattern.types,
      description:
        'Events of this type: `order.paid`, or `payment.*` for all of payments. Repeat it for several types.',
      example: 'payment.*',
    },
    resource_id: {
      kind: 'equals',
      field: 'resource_id',
      format: { type: 'text', maxLength: 60 },
      description: 'Events of the resource with this id.',
    },
    ...idsFilter('Events', 'evt'),
    ...createdFilters('Events'),
  },
  ...newestFirst,
});

export type EventFilter = FilterOf<typeof eventList>;
