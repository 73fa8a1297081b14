import { type Expression, sql } from 'kysely';
import type { Id } from '#core/shared/id.ts';
import type { DeliveryId, DeliveryStatus } from '#core/webhooks/delivery.ts';
import type { EndpointId } from '#core/webhooks/webhook-endpoint.ts';
import { type Placeholders, prepare } from '../statements/prepare.ts';
import { db, hideFromPlanner } from '../statements/sql-builder.ts';

type Range = Readonly<{ types: readonly string[]; from: Date; to: Date; limit: number }>;

type StatusRange = Range & Readonly<{ endpointId: EndpointId; status: DeliveryStatus }>;

const EVENT_COLUMNS = [
  'event.id',
  'event.type as eventType',
  'event.resource_id as resourceId',
  'event.created_at as createdAt',
  'event.position',
] as const;

const wantedTypes = (types: Expression<string[]> | readonly string[]) =>
  sql<{ type: string }>`unnest(${types}::text[])`.as<'wanted'>(sql`wanted (type)`);

/** The oldest events of a type in a period; those without a position are not published yet. */
const eventsOfType = ($: Placeholders<Range>) =>
  db
    .selectFrom('events as event')
    .select(EVENT_COLUMNS)
    .where('event.type', '=', sql.ref<string>('wanted.type'))
    .where('event.created_at', '>=', $('from'))
    .where('event.created_at', '<=', $('to'))
    .where('event.position', 'is not', null)
    .orderBy('event.created_at')
    .orderBy('event.id')
    .limit($('limit'));

/** The oldest events of several types in a period, merged from those of each type. */
const mergedByTime = ($: Placeholders<Range>, events: ReturnType<typeof eventsOfType>) =>
  db
    .selectFrom(wantedTypes($('types')))
    .crossJoinLateral(events.as('found'))
    .selectAll('found')
    .orderBy('found.createdAt')
    .orderBy('found.id')
    .limit($('limit'));

export const EVENTS_IN_RANGE = prepare<Range>()(($) => mergedByTime($, eventsOfType($)));

/** Through the events, each with a lookup of its delivery. */
export const EVENTS_WITH_STATUS = prepare<StatusRange>()(($) =>
  mergedByTime(
    $,
    eventsOfType($).crossJoinLateral(
      db
        .selectFrom('webhook_deliveries')
        .select('webhook_deliveries.id as delivery_id')
        .where('event_id', '=', sql.ref<Id<'evt'>>('event.id'))
        .where('endpoint_id', '=', $('endpointId'))
        .where('status', '=', $('status'))
        .offset(0)
        .as('delivery'),
    ),
  ),
);

/** Above this number, going through the events is faster than through the deliveries. */
const MAX_SMALL_REPLAY = 20_000;

/**
 * Through the few deliveries of a status. `hideFromPlanner` hides the status from the planner, which would otherwise read all
 * ended deliveries.
 */
export const EVENTS_OF_FEW_DELIVERIES = prepare<StatusRange>()(($) =>
  db
    .selectFrom(
      db
        .selectFrom('webhook_deliveries')
        .select('event_id')
        .where('endpoint_id', '=', $('endpointId'))
        .where('status', '=', hideFromPlanner(sql<DeliveryStatus>`${$('status')}::text`))
        .where('event_type', '=', sql<string>`any(${$('types')}::text[])`)
        .orderBy('sequence')
        .limit(MAX_SMALL_REPLAY)
        .as('delivery'),
    )
    .crossJoinLateral((eb) =>
      eb
        .selectFrom('events')
        .select(['id', 'type', 'resource_id', 'created_at', 'position'])
        .whereRef('id', '=', 'delivery.event_id')
        .offset(0)
        .as('event'),
    )
    .select(EVENT_COLUMNS)
    .where('event.created_at', '>=', $('from'))
    .where('event.created_at', '<=', $('to'))
    .where('event.position', 'is not', null)
    .orderBy('event.created_at')
    .orderBy('event.id')
    .limit($('limit')),
);

export const HAS_MANY_DELIVERIES = prepare<Pick<StatusRange, 'endpointId' | 'status'>>()(($) =>
  db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('endpoint_id', '=', $('endpointId'))
    .where('status', '=', $('status'))
    .orderBy('sequence')
    .offset(MAX_SMALL_REPLAY)
    .limit(1),
);

type ReplayParameters = Readonly<{
  endpointId: EndpointId;
  ids: readonly DeliveryId[];
  events: readonly Id<'evt'>[];
  types: readonly string[];
  resources: readonly Id[];
  at: Date;
}>;

export const REPLAY = prepare<ReplayParameters>()(($) =>
  db.selectNoFrom(
    sql`replay_deliveries(${$('endpointId')}, ${$('ids')}, ${$('events')}, ${$('types')}, ${$('resources')},
      ${$('at')})`.as('replayed'),
  ),
);

type RequeueParameters = Readonly<{ endpointId: EndpointId; ids: readonly DeliveryId[]; at: Date }>;

export const REQUEUE = prepare<RequeueParameters>()(($) =>
  db.selectNoFrom(sql<number>`requeue_deliveries(${$('endpointId')}, ${$('ids')}, ${$('at')})`.as('count')),
);

export const WAKE = prepare<Readonly<{ endpointId: EndpointId; at: Date }>>()(($) =>
  db
    .with('woken', (query) =>
      query
        .updateTable('webhook_queues')
        .set(({ eb }) => ({
          wake_ups: sql<string>`${eb.ref('wake_ups')} + 1`,
          next_due: sql<Date>`least(${eb.ref('next_due')}, ${$('at')})`,
        }))
        .where('endpoint_id', '=', $('endpointId'))
        .where('next_due', 'is not', null)
        .returning('endpoint_id'),
    )
    .selectFrom('woken')
    .select(sql`pg_notify('deliveries', '')`.as('notified')),
);

export const ERASE = prepare<{ resources: readonly Id[] }>()(($) =>
  db.selectNoFrom(sql`erase_responses(${$('resources')})`.as('erased')),
);
