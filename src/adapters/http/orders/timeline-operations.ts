import { accessLevelOf } from '#core/access/ownership.ts';
import type { OrderQueries, TimelineVisibility } from '#core/orders/ports.ts';
import { timelineEntryView } from '#core/orders/timeline-entry.ts';
import type { AddNote } from '#core/orders/use-cases/add-note.ts';
import type { Actor } from '#core/shared/actor.ts';
import { newestFirstList } from '#core/shared/list.ts';
import type { Cursors } from '../lists/cursor.ts';
import { listOperation } from '../lists/list-operation.ts';
import { respond } from '../responses/responses.ts';
import { writeOperation } from '../routing/operation.ts';
import { findOrder } from './find-order.ts';
import { noteInput, timelineEntrySchema, timelinePage } from './timeline-schemas.ts';

export type TimelineOperationsDeps = Readonly<{ queries: OrderQueries; addNote: AddNote; cursors: Cursors }>;

export const addOrderNote = ({ addNote }: TimelineOperationsDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/orders/{id}/notes',
    id: 'ord',
    operationId: 'addOrderNote',
    summary: 'Create a note on an order',
    description:
      'Adds an entry to the timeline for the staff. Buyers do not see it, also in the export of their own data.',
    access: { kind: 'scope', scope: 'orders:write' },
    body: noteInput,
    responses: { 201: { description: 'The timeline entry.', schema: timelineEntrySchema } },
    write: ({ actor, id, body }) =>
      respond(addNote(actor, { id, text: body.text }), (entry) => ({
        status: 201,
        body: timelineEntryView(entry),
        location: `/api/orders/${id}/timeline`,
      })),
  });

export const getOrderTimeline = ({ queries, cursors }: TimelineOperationsDeps) =>
  listOperation({
    path: '/api/orders/{id}/timeline',
    id: 'ord',
    operationId: 'getOrderTimeline',
    summary: 'List an order’s timeline',
    description: 'The newest entry first. Customers see the timelines of their own orders, without notes.',
    access: { kind: 'scope', scope: 'orders:read', own: true },
    list: newestFirstList,
    pageSchema: timelinePage,
    cursors,
    requireParent: ({ actor, id }) => findOrder(queries, actor, id),
    cursorAudience: ({ actor }) => visibilityOf(actor),
    read: ({ page }, { actor, id }) => queries.timeline(id, page, visibilityOf(actor)),
  });

const visibilityOf = (actor: Actor): TimelineVisibility =>
  accessLevelOf(actor, 'orders:read') === 'all' ? 'full' : 'buyer';
