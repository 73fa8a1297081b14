import { EVENT_RETENTION_DAYS } from '#core/events/event-feed.ts';
import { eventList } from '#core/events/event-list.ts';
import type { EventQueries } from '#core/events/event-queries.ts';
import type { SubscribeToEvents } from '#core/events/use-cases/subscribe-to-events.ts';
import { notFound } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import type { Cursors } from '../lists/cursor.ts';
import { selectionOf } from '../lists/list-selection.ts';
import { paginate } from '../lists/paginate.ts';
import type { FilterParameters, ListParameters } from '../lists/query-schema.ts';
import { HttpRefusal } from '../pipeline/problem.ts';
import type { ApiRequest, Route } from '../pipeline/route.ts';
import { event, eventListQuery, eventPage, eventStreamQuery } from './schemas.ts';

export const eventsRoutes = ({
  queries,
  subscribeToEvents,
  cursors,
}: Readonly<{ queries: EventQueries; subscribeToEvents: SubscribeToEvents; cursors: Cursors }>): Route[] => [
  {
    method: 'get',
    path: '/api/events',
    operationId: 'listEvents',
    tag: 'Events',
    summary: 'List events',
    description: `The newest first. Events are kept for ${EVENT_RETENTION_DAYS} days, and the last of each resource for good.`,
    access: { kind: 'scope', scope: 'events:read' },
    query: eventListQuery,
    responses: { 200: { description: 'A page of events.', schema: eventPage } },
    problems: ['invalid_cursor'],
    read: ({ query }: ApiRequest<ListParameters>) =>
      paginate(cursors, { path: '/api/events', query }, (page) =>
        queries.list({ ...selectionOf(eventList, query), page }),
      ),
  },
  {
    method: 'get',
    path: '/api/events/stream',
    operationId: 'followEvents',
    tag: 'Events',
    summary: 'Follow events live',
    description:
      'Server-sent events, each with the event as `data` and its id as `id`, in an order that is the same for everybody. ' +
      'They begin with what happens from now on, or with `Last-Event-ID` after that event, without a gap and without a ' +
      `double; after \`evt_${'0'.repeat(26)}\` with the oldest that is kept. A comment comes every 15 seconds. Who reads ` +
      'nothing for 30 seconds, or may not any more, is cut off.',
    access: { kind: 'scope', scope: 'events:read' },
    query: eventStreamQuery,
    responses: { 200: { description: 'Events, until either side ends.' } },
    problems: ['invalid_cursor'],
    follow: async ({ query }: ApiRequest<FilterParameters>, lastEventId: string | undefined) => {
      const follower = await subscribeToEvents({
        after: lastEventId,
        types: selectionOf(eventList, query).filter.type,
      });
      if (follower !== undefined) return follower;
      const message = `names no event that is kept (they are for ${EVENT_RETENTION_DAYS} days): leave it out, and list events for what you miss`;
      const errors = [{ header: 'Last-Event-ID', code: 'header.unknown', message }];
      throw new HttpRefusal(400, 'invalid_cursor', `Last-Event-ID ${message}`, { errors });
    },
  },
  {
    method: 'get',
    path: '/api/events/{id}',
    id: 'evt',
    operationId: 'getEvent',
    tag: 'Events',
    summary: 'Get an event',
    description: 'An event never changes, but for what an erased person left in it.',
    access: { kind: 'scope', scope: 'events:read' },
    responses: { 200: { description: 'The event.', schema: event } },
    read: async ({ id }) => {
      const found = await queries.find(id as Id<'evt'>);
      if (found === undefined) throw notFound('event', id);
      return { status: 200, body: found };
    },
  },
];
