import { type RawBuilder, sql } from 'kysely';
import type { EventView } from '#core/events/event-view.ts';
import type { EventActor } from '#core/shared/domain-event.ts';
import type { Id } from '#core/shared/id.ts';
import { columnsOf, jsonView, literal, utcText } from '../statements/json-view.ts';
import { type Placeholders, prepare } from '../statements/prepare.ts';
import { db, hideFromPlanner } from '../statements/sql-builder.ts';

const t = columnsOf<{ t: 'events' }>();

/** An event `t` as the API shows it. */
export const EVENT_VIEW = jsonView<EventView>()({
  id: t('t.id'),
  object: literal('event'),
  type: t('t.type'),
  timestamp: utcText(t('t.created_at')),
  created_at: utcText(t('t.created_at')),
  actor: sql<EventActor | null>`case when t.actor_type is not null
    then json_build_object('type', t.actor_type, 'id', t.actor_id) end`,
  resource_id: t('t.resource_id'),
  sequence: t('t.sequence'),
  data: t('t.data'),
  previous: t('t.previous'),
});

export const ASSIGN_POSITIONS = prepare()(() => db.selectNoFrom(sql<number>`assign_event_positions()`.as('assigned')));

export const FIND_LAST_POSITION = prepare()(() => db.selectFrom('event_feed').select('last_position as position'));

const FEED_COLUMNS = ['t.position', 't.id', 't.type', 't.resource_id', 't.created_at', 't.trace_parent'] as const;

export type After = Readonly<{
  /** Bound as text, as the driver reads it: an integer of 64 bits. */
  position: string;
  limit: number;
}>;

export const FIND_AFTER = prepare<After>()(($) =>
  db
    .selectFrom('events as t')
    .crossJoinLateral(EVENT_VIEW.lateralRow)
    .select(FEED_COLUMNS)
    .select(EVENT_VIEW.jsonText.as('view'))
    .where('t.position', '>', $('position'))
    .orderBy('t.position')
    .limit($('limit')),
);

/**
 * The first events of some types after a position. Finds those of each type by the index on type and position, and merges
 * them by position. The type is compared as a range and is part of the order, so that the planner uses this index. With an
 * equality it would use the index on position and skip all events of other types.
 */
export const eventsOfTypes = ($: Placeholders<After & Readonly<{ types: readonly string[] }>>) =>
  db
    .selectFrom(
      sql<{ type: string }>`unnest(${hideFromPlanner(sql`${$('types')}::text[]`)})`.as<'wanted'>(sql`wanted (type)`),
    )
    .crossJoinLateral((eb) =>
      eb
        .selectFrom('events as e')
        .selectAll('e')
        .whereRef('e.type', '>=', 'wanted.type')
        .whereRef('e.type', '<=', 'wanted.type')
        .where('e.position', '>', $('position'))
        .orderBy('e.type')
        .orderBy('e.position')
        .limit($('limit'))
        .as('event'),
    )
    .selectAll('event')
    .orderBy('event.position')
    .limit($('limit'));

export const FIND_AFTER_OF_TYPES = prepare<After & Readonly<{ types: readonly string[] }>>()(($) =>
  db
    .selectFrom(eventsOfTypes($).as('t'))
    .crossJoinLateral(EVENT_VIEW.lateralRow)
    .select(FEED_COLUMNS)
    .select(EVENT_VIEW.jsonText.as('view'))
    .orderBy('t.position'),
);

/** For a condition `in`. `ids` is a placeholder, such as `$('ids')`. */
const eachOf = (ids: readonly Id<'evt'>[]): RawBuilder<Id<'evt'>> =>
  sql`(select unnest(${hideFromPlanner(sql`${ids}::text[]`)}))`;

export const FIND_VIEWS = prepare<{ ids: readonly Id<'evt'>[] }>()(($) =>
  db
    .selectFrom('events as t')
    .crossJoinLateral(EVENT_VIEW.lateralRow)
    .select(['t.id', 't.trace_parent', EVENT_VIEW.jsonText.as('view')])
    .where('t.id', 'in', eachOf($('ids'))),
);

export const FIND_POSITION = prepare<{ id: Id<'evt'> }>()(($) =>
  db.selectFrom('events').select('position').where('id', '=', $('id')),
);

export const FIND_VIEW = prepare<{ id: Id<'evt'> }>()(($) =>
  db
    .selectFrom('events as t')
    .crossJoinLateral(EVENT_VIEW.lateralRow)
    .select(EVENT_VIEW.jsonText.as('view'))
    .where('t.id', '=', $('id')),
);

/** The maximum number of positions that one call examines. */
const BATCH_SIZE = 5_000;

const MAX_POSITION = sql<string>`9223372036854775807`;

/**
 * Removes old events in the order of their positions, a batch per call, up to the first event that is not old. The column
 * `cleaned_position` records how far this has come, so that no position is read twice. The last event of a resource stays,
 * since the next one continues its sequence; it is removed with the next old event of the resource. The count includes
 * the old events that stay: a batch that removes none is not the end.
 */
export const REMOVE_BEFORE = prepare<{ time: Date }>()(($) =>
  db
    .with(
      (cte) => cte('batch').materialized(),
      (query) =>
        query
          .selectFrom('events')
          .select(['id', 'resource_id', 'sequence', 'position', 'created_at'])
          .where('position', '>', (eb) => eb.selectFrom('event_feed').select('cleaned_position'))
          .orderBy('position')
          .limit(BATCH_SIZE),
    )
    .with('old_events', (query) =>
      query
        .selectFrom('batch')
        .selectAll()
        .where('position', '<', ({ fn, selectFrom }) =>
          fn.coalesce(
            selectFrom('batch')
              .select(({ fn }) => fn.min('position').as('position'))
              .where('created_at', '>=', $('time')),
            MAX_POSITION,
          ),
        ),
    )
    .with('moved_position', (query) =>
      query
        .updateTable('event_feed')
        .set(({ selectFrom }) => ({
          cleaned_position: selectFrom('old_events')
            .select(({ fn }) => fn.max('position').as('position'))
            .$asScalar()
            .$notNull(),
        }))
        .where(({ exists, selectFrom }) => exists(selectFrom('old_events').select('id'))),
    )
    .with('removed', (query) =>
      query.deleteFrom('events').where('id', 'in', (eb) =>
        eb
          .selectFrom(
            eb
              .selectFrom('old_events')
              .select(({ fn }) => ['resource_id', fn.max('sequence').as('sequence')])
              .groupBy('resource_id')
              .as('last_old'),
          )
          .crossJoinLateral((eb) =>
            eb
              .selectFrom('events')
              .select('id')
              .whereRef('events.resource_id', '=', 'last_old.resource_id')
              .whereRef('events.sequence', '<=', 'last_old.sequence')
              .where('created_at', '<', $('time'))
              .where('events.sequence', '<', ({ selectFrom }) =>
                selectFrom('events as other')
                  .select(({ fn }) => fn.max('other.sequence').as('sequence'))
                  .whereRef('other.resource_id', '=', 'last_old.resource_id'),
              )
              // an optimization fence: the planner keeps this subquery, which reads the index once per resource
              .offset(0)
              .as('removable'),
          )
          .select('removable.id'),
      ),
    )
    .selectFrom('old_events')
    .select(sql<number>`count(*)::integer`.as('count')),
);
