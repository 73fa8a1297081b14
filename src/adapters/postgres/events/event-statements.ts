import { type RawBuilder, sql } from 'kysely';
import type { EventView } from '#core/events/event-view.ts';
import type { Id } from '#core/shared/id.ts';
import { columnsOf, jsonView, literal, utcText } from '../statements/json-view.ts';
import { prepare } from '../statements/prepare.ts';
import { db, opaque } from '../statements/sql-builder.ts';

const t = columnsOf<{ t: 'events' }>();

/** An event `t` as the API shows it. */
export const EVENT_VIEW = jsonView<EventView>()({
  id: t('t.id'),
  object: literal('event'),
  type: t('t.type'),
  created_at: utcText(t('t.created_at')),
  resource_id: t('t.resource_id'),
  sequence: t('t.sequence'),
  data: t('t.data'),
  previous: t('t.previous'),
});

export const ASSIGN_POSITIONS = prepare()(() => db.selectNoFrom(sql<number>`assign_event_positions()`.as('assigned')));

export const END = prepare()(() => db.selectFrom('event_feed').select('last_position as position'));

const FEED_COLUMNS = ['t.position', 't.id', 't.type', 't.resource_id', 't.created_at'] as const;

/** Bound as text, as the driver reads it: a position is an integer of 64 bits. */
type After = Readonly<{ position: string; limit: number }>;

export const AFTER = prepare<After>()(($) =>
  db
    .selectFrom('events as t')
    .crossJoinLateral(EVENT_VIEW.row)
    .select(FEED_COLUMNS)
    .select(EVENT_VIEW.text.as('view'))
    .where('t.position', '>', $('position'))
    .orderBy('t.position')
    .limit($('limit')),
);

/**
 * The first events of each type by the index of types, merged by position. The type is compared as a range and is part
 * of the order: for an equal type the planner would take the index of all positions and read past all other events.
 */
export const AFTER_OF_TYPES = prepare<After & Readonly<{ types: readonly string[] }>>()(($) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom(
          sql<{ type: string }>`unnest(${opaque(sql`${$('types')}::text[]`)})`.as<'wanted'>(sql`wanted (type)`),
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
            .as('found'),
        )
        .selectAll('found')
        .orderBy('found.position')
        .limit($('limit'))
        .as('t'),
    )
    .crossJoinLateral(EVENT_VIEW.row)
    .select(FEED_COLUMNS)
    .select(EVENT_VIEW.text.as('view'))
    .orderBy('t.position'),
);

const eachOf = (ids: readonly Id<'evt'>[]): RawBuilder<Id<'evt'>> =>
  sql`(select unnest(${opaque(sql`${ids}::text[]`)}))`;

export const VIEWS = prepare<{ ids: readonly Id<'evt'>[] }>()(($) =>
  db
    .selectFrom('events as t')
    .crossJoinLateral(EVENT_VIEW.row)
    .select(['t.id', EVENT_VIEW.text.as('view')])
    .where('t.id', 'in', eachOf($('ids'))),
);

export const POSITION_OF = prepare<{ id: Id<'evt'> }>()(($) =>
  db.selectFrom('events').select('position').where('id', '=', $('id')),
);

export const FIND = prepare<{ id: Id<'evt'> }>()(($) =>
  db
    .selectFrom('events as t')
    .crossJoinLateral(EVENT_VIEW.row)
    .select(EVENT_VIEW.text.as('view'))
    .where('t.id', '=', $('id')),
);

const MAX_REMOVED_ROWS = 5_000;

const MAX_POSITION = sql<string>`9223372036854775807`;

/**
 * Each position is read once: the last events of their resources stay, and are removed with the next old event of their
 * resource. An old event behind a younger one waits for that one.
 */
export const REMOVE_BEFORE = prepare<{ time: Date }>()(($) =>
  db
    .with(
      (cte) => cte('next').materialized(),
      (query) =>
        query
          .selectFrom('events')
          .select(['id', 'resource_id', 'sequence', 'position', 'created_at'])
          .where('position', '>', (eb) => eb.selectFrom('event_feed').select('cleaned_position'))
          .orderBy('position')
          .limit(MAX_REMOVED_ROWS),
    )
    .with('old', (query) =>
      query
        .selectFrom('next')
        .selectAll()
        .where('position', '<', ({ fn, selectFrom }) =>
          fn.coalesce(
            selectFrom('next')
              .select(({ fn: of }) => of.min('position').as('position'))
              .where('created_at', '>=', $('time')),
            MAX_POSITION,
          ),
        ),
    )
    .with('cleaned', (query) =>
      query
        .updateTable('event_feed')
        .set(({ selectFrom }) => ({
          cleaned_position: selectFrom('old')
            .select(({ fn }) => fn.max('position').as('position'))
            .$asScalar()
            .$notNull(),
        }))
        .where(({ exists, selectFrom }) => exists(selectFrom('old').select('id'))),
    )
    .with('removed', (query) =>
      query
        .deleteFrom('events')
        .where('id', 'in', (eb) =>
          eb
            .selectFrom(
              eb
                .selectFrom('old')
                .select(({ fn }) => ['resource_id', fn.max('sequence').as('sequence')])
                .groupBy('resource_id')
                .as('latest'),
            )
            .crossJoinLateral((eb) =>
              eb
                .selectFrom('events')
                .select('id')
                .whereRef('events.resource_id', '=', 'latest.resource_id')
                .whereRef('events.sequence', '<=', 'latest.sequence')
                .where('created_at', '<', $('time'))
                .where('events.sequence', '<', ({ selectFrom }) =>
                  selectFrom('events as all')
                    .select(({ fn }) => fn.max('all.sequence').as('sequence'))
                    .whereRef('all.resource_id', '=', 'latest.resource_id'),
                )
                .offset(0)
                .as('earlier'),
            )
            .select('earlier.id'),
        )
        .returning('id'),
    )
    .selectFrom('removed')
    .select(sql<number>`count(*)::integer`.as('count')),
);
