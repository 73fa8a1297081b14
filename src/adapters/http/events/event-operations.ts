import { EVENT_RETENTION_DAYS } from '#core/events/event-feed.ts';
import { eventList } from '#core/events/event-list.ts';
import type { EventQueries } from '#core/events/event-queries.ts';
import { BEGINNING, type SubscribeToEvents } from '#core/events/use-cases/subscribe-to-events.ts';
import type { Cursors } from '../lists/cursor.ts';
import { listOperation } from '../lists/list-operation.ts';
import { selectionOf } from '../lists/list-selection.ts';
import { eventStreamOperation, readOperation } from '../pipeline/operation.ts';
import { HttpError } from '../pipeline/problem.ts';
import { requireFound } from '../pipeline/responses.ts';
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
    tag: 'Events',
    summary: 'List events',
    description:
      `The newest first. Events are stored for ${EVENT_RETENTION_DAYS} days, the last event of each resource without ` +
      'limit.',
    access: ACCESS,
    list: eventList,
    pageSchema: eventPage,
    cursors,
    read: (query) => queries.list(query),
  });

export const followEvents = ({ subscribeToEvents }: EventOperationsDeps) =>
  eventStreamOperation({
    path: '/api/events/stream',
    operationId: 'followEvents',
    tag: 'Events',
    summary: 'Stream events',
    description:
      'Server-sent events with the event as `data` and its id as `id`, in the same order for every client. The stream ' +
      'starts with new events, or with `Last-Event-ID` after that event, without gaps and duplicates; ' +
      `\`${BEGINNING}\` starts with the oldest stored event. A comment is sent after 15 seconds without events. The ` +
      'connection is closed when the client reads nothing for 30 seconds or loses access.',
    access: ACCESS,
    query: eventStreamQuery,
    responses: { 200: { description: 'Events until the connection is closed.' } },
    problems: ['invalid_cursor'],
    subscribe: async ({ query }, lastEventId) => {
      const { type: types } = selectionOf(eventList, query).filter;
      const subscription = await subscribeToEvents({ after: lastEventId, types });
      if (subscription === undefined) throw unknownEvent();
      return subscription;
    },
  });

export const getEvent = ({ queries }: EventOperationsDeps) =>
  readOperation({
    path: '/api/events/{id}',
    id: 'evt',
    operationId: 'getEvent',
    tag: 'Events',
    summary: 'Get an event',
    description: 'Events never change, except that erasing a user erases their personal data.',
    access: ACCESS,
    responses: { 200: { description: 'The event.', schema: eventSchema } },
    read: async ({ id }) => ({ status: 200, body: requireFound(await queries.find(id), 'event', id) }),
  });

const unknownEvent = (): HttpError => {
  const message =
    `must be the id of a stored event (events are stored for ${EVENT_RETENTION_DAYS} days); omit it, and list events to ` +
    'read those in between';
  const errors = [{ header: 'Last-Event-ID', code: 'header.unknown', message }];
  return new HttpError(400, 'invalid_cursor', `Last-Event-ID ${message}`, { errors });
};
