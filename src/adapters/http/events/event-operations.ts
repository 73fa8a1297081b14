import { EVENT_RETENTION_DAYS } from '#core/events/event-feed.ts';
import { EVENT_TYPES, EventAccess } from '#core/events/event-types.ts';
import { type EventView, eventList } from '#core/events/event-view.ts';
import type { EventQueries } from '#core/events/ports.ts';
import { BEGINNING, type SubscribeToEvents } from '#core/events/use-cases/subscribe-to-events.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Cursors } from '../lists/cursor.ts';
import { listOperation } from '../lists/list-operation.ts';
import { selectionOf } from '../lists/list-selection.ts';
import { HttpError } from '../responses/problem.ts';
import { requireFound } from '../responses/responses.ts';
import { eventStreamOperation, readOperation } from '../routing/operation.ts';
import { eventPage, eventSchema, eventStreamQuery } from './schemas.ts';

export type EventOperationsDeps = Readonly<{
  queries: EventQueries;
  subscribeToEvents: SubscribeToEvents;
  cursors: Cursors;
}>;

const ACCESS = { kind: 'scope', scope: 'events:read' } as const;

export const listEvents = ({ queries, cursors }: EventOperationsDeps) =>
  listOperation({
    path: '/api/events',
    operationId: 'listEvents',
    summary: 'List events',
    description:
      `The newest first. Events are stored for ${EVENT_RETENTION_DAYS} days, the last event of each resource without ` +
      'limit. Each type requires the scope that reads its resource, such as `orders:read` for `order.paid`: other events ' +
      'are omitted, and a filter that leaves none is refused.',
    access: ACCESS,
    list: eventList,
    pageSchema: eventPage,
    cursors,
    read: async ({ filter, ...query }, { actor }) => {
      const type = EventAccess.readable(actor, filter.type);
      if (type?.length === 0) return { items: [], next: null, ...(query.page.includeTotal === true && { total: 0 }) };
      return queries.list({ ...query, filter: { ...filter, type } });
    },
  });

export const followEvents = ({ subscribeToEvents }: EventOperationsDeps) =>
  eventStreamOperation({
    path: '/api/events/stream',
    operationId: 'followEvents',
    summary: 'Stream events',
    description:
      'Server-sent events with the event as `data` and its id as `id`, in the same order for every client. The stream ' +
      'starts with new events, or with `Last-Event-ID` after that event, without gaps and duplicates; ' +
      `\`${BEGINNING}\` starts with the oldest stored event. A comment is sent after 15 seconds without events. The ` +
      'connection is closed when the client reads nothing for 30 seconds or loses access. Scopes select events as in the ' +
      'list.',
    access: ACCESS,
    query: eventStreamQuery,
    responses: { 200: { description: 'Events until the connection is closed.' } },
    messages: eventSchema,
    isResumable: true,
    problems: ['invalid_cursor'],
    subscribe: async ({ actor, query }, lastEventId) => {
      const { type } = selectionOf(eventList, query).filter;
      const types = EventAccess.readable(actor, type);
      const subscription = await subscribeToEvents({ after: lastEventId, types });
      if (subscription === undefined) throw unknownEvent();
      return { subscription, isStillAllowed: (caller) => mayReadAll(caller, types ?? EVENT_TYPES) };
    },
  });

export const getEvent = ({ queries }: EventOperationsDeps) =>
  readOperation({
    path: '/api/events/{id}',
    id: 'evt',
    operationId: 'getEvent',
    summary: 'Get an event',
    description:
      'Events never change, except that erasing a user erases their personal data. Requires the scope that reads the ' +
      'resource too.',
    access: ACCESS,
    responses: { 200: { description: 'The event.', schema: eventSchema } },
    read: async ({ actor, id }) => {
      const body = requireFound(await queries.find(id), 'event', id);
      EventAccess.requireAll(actor, [(JSON.parse(body) as EventView).type], 'Reading this event');
      return { status: 200, body };
    },
  });

const mayReadAll = ({ scopes }: Actor, types: readonly string[]): boolean =>
  types.every((type) => EventAccess.mayRead(scopes, type));

const unknownEvent = (): HttpError => {
  const message =
    `must be the id of a stored event (events are stored for ${EVENT_RETENTION_DAYS} days); omit it, and list events to ` +
    'read those in between';
  const errors = [{ header: 'Last-Event-ID', code: 'header.unknown', message }];
  return new HttpError(400, 'invalid_cursor', `Last-Event-ID ${message}`, { errors });
};
