import { sql } from 'kysely';
import type { EventFeed, FeedEvent } from '#core/events/event-feed.ts';
import { eventList } from '#core/events/event-list.ts';
import type { EventQueries } from '#core/events/event-queries.ts';
import type { EventView } from '#core/events/event-view.ts';
import type { Id } from '#core/shared/id.ts';
import type { ListQuery } from '#core/shared/list.ts';
import type { Json, Page } from '#core/shared/page.ts';
import { type Database, opaque } from '../connection/database.ts';
import { joinJson, timestamp } from '../connection/json-columns.ts';
import { filterConditions } from '../lists/filter-conditions.ts';
import { listTable } from '../lists/list-table.ts';
import { type PageQuery, readPage } from '../lists/page-query.ts';

/** The row `json` of an event `t` as the API shows it. */
export const JOIN_EVENT = joinJson({
  id: 't.id',
  object: `'event'`,
  type: 't.type',
  created_at: timestamp('t.created_at'),
  resource_id: 't.resource_id',
  sequence: 't.sequence',
  data: 't.data',
  previous: 't.previous',
});

const PLACE = 'select place_events() as placed';

const END = 'select last_position as position from event_feed';

const PLACED = `t.position, t.id, t.type, t.resource_id, t.created_at, row_to_json(json)::text as view`;

const AFTER = `select ${PLACED} from events t ${JOIN_EVENT} where t.position > $1 order by t.position limit $2`;

// of each type its first ones, by the index of types: a range and that order, since for an equal type the planner takes
// the index of all places, and looks at all others to find the first of a rare type
const AFTER_OF_TYPES = `
  select ${PLACED} from (
    select found.* from unnest(${opaque('$3::text[]')}) as one (type) cross join lateral (
      select * from events e where e.type >= one.type and e.type <= one.type and e.position > $1
      order by e.type, e.position limit $2
    ) found order by found.position limit $2
  ) t ${JOIN_EVENT} order by t.position`;

const VIEWS = `
  select t.id, row_to_json(json)::text as view from events t ${JOIN_EVENT} where t.id in (select unnest(${opaque('$1::text[]')}))`;

const PLACE_OF = 'select position from events where id = $1';

const FIND = `select row_to_json(json)::text as view from events t ${JOIN_EVENT} where t.id = $1`;

const MAX_REMOVED_ROWS = 5_000;

// each place is looked at once, so that the last events of their resources, which stay, are not gone through again; they
// are removed with the next old ones of theirs. What is old behind one that is not waits for that one
const REMOVE_BEFORE = `
  with next as materialized (
    select id, resource_id, sequence, position, created_at from events
    where position > (select cleaned_position from event_feed) order by position limit ${MAX_REMOVED_ROWS}
  ), old as (
    select * from next
    where position < coalesce((select min(position) from next where created_at >= $1), 9223372036854775807)
  ), cleaned as (
    update event_feed set cleaned_position = (select max(position) from old) where exists (select from old)
  ), removed as (
    delete from events where id in (
      select earlier.id from (
        select resource_id, max(sequence) as sequence from old group by resource_id
      ) latest, lateral (
        select id from events
        where resource_id = latest.resource_id and sequence <= latest.sequence and created_at < $1 and sequence < (
          select max(sequence) from events where resource_id = latest.resource_id
        )
        offset 0
      ) earlier
    ) returning 1
  )
  select count(*)::integer as count from removed`;

/** For whoever wants to see their plans. */
export const STATEMENTS = { PLACE, END, AFTER, AFTER_OF_TYPES, VIEWS, PLACE_OF, FIND, REMOVE_BEFORE } as const;

type Row = { position: string; id: Id<'evt'>; type: string; resource_id: Id; created_at: string; view: string };

/** The feed in the table that works write their events to; `place_events` gives places to what was committed. */
export class PostgresEventFeed implements EventFeed {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async assignPositions(): Promise<number> {
    const [row] = await this.#database.work<{ placed: number }>({ text: PLACE });
    return row?.placed ?? 0;
  }

  async end(): Promise<number> {
    const [row] = await this.#database.query<{ position: string }>({ text: END });
    return Number(row?.position ?? 0);
  }

  async after(
    position: number,
    { limit, types }: { limit: number; types?: readonly string[] | undefined },
  ): Promise<readonly FeedEvent[]> {
    const statement =
      types === undefined
        ? { text: AFTER, values: [position, limit] }
        : { text: AFTER_OF_TYPES, values: [position, limit, types] };
    const rows = await this.#database.query<Row>(statement);
    return rows.map(toPlaced);
  }

  async views(ids: readonly Id<'evt'>[]): Promise<ReadonlyMap<Id<'evt'>, Json<EventView>>> {
    const rows = await this.#database.query<Pick<Row, 'id' | 'view'>>({ text: VIEWS, values: [ids] });
    return new Map(rows.map(({ id, view }) => [id, view]));
  }

  async positionOf(id: Id<'evt'>): Promise<number | 'waiting' | undefined> {
    const [row] = await this.#database.query<{ position: string | null }>({ text: PLACE_OF, values: [id] });
    if (row === undefined) return undefined;
    return row.position === null ? 'waiting' : Number(row.position);
  }

  async removeBefore(time: Date): Promise<number> {
    const [row] = await this.#database.work<{ count: number }>({ text: REMOVE_BEFORE, values: [time] });
    return row?.count ?? 0;
  }
}

const toPlaced = (row: Row): FeedEvent => ({
  position: Number(row.position),
  id: row.id,
  type: row.type,
  resourceId: row.resource_id,
  occurredAt: new Date(row.created_at),
  view: row.view,
});

export class PostgresEventQueries implements EventQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(id: Id<'evt'>): Promise<Json<EventView> | undefined> {
    const [row] = await this.#database.query<{ view: string }>({ text: FIND, values: [id] });
    return row?.view;
  }

  list(query: ListQuery<typeof eventList>): Promise<Page<EventView>> {
    return readPage(this.#database, eventPage(query));
  }
}

const eventTable = listTable('events')(eventList, { columns: {}, conditions: {} });

/** The statement of `list`, for tests of its plan. */
export const eventPage = ({
  filter: { type, ...filter },
  sort = eventList.defaultSort,
  page,
}: ListQuery<typeof eventList>): PageQuery => ({
  name: 'events',
  table: eventTable.table,
  anyOf: type && { column: 'type', values: type },
  conditions: filterConditions(eventTable, filter),
  sort,
  join: EVENT_VIEW,
  item: sql.raw<string>('row_to_json(json)::text'),
  page,
});

const EVENT_VIEW = sql.raw(JOIN_EVENT);
