import type { EventFeed, FeedEvent, SentEvent } from '#core/events/event-feed.ts';
import { type EventView, eventList } from '#core/events/event-view.ts';
import type { EventQueries } from '#core/events/ports.ts';
import type { Id } from '#core/shared/id.ts';
import type { ListQuery } from '#core/shared/list.ts';
import type { Json, Page } from '#core/shared/page.ts';
import type { Database } from '../connection/database.ts';
import { listPageQuery } from '../lists/list-page.ts';
import { listTable } from '../lists/list-table.ts';
import { type PageQuery, readPage } from '../lists/page-query.ts';
import type { EventRow } from '../tables/events.ts';
import {
  ASSIGN_POSITIONS,
  EVENT_VIEW,
  FIND_AFTER,
  FIND_AFTER_OF_TYPES,
  FIND_LAST_POSITION,
  FIND_POSITION,
  FIND_VIEW,
  FIND_VIEWS,
  REMOVE_BEFORE,
} from './event-statements.ts';

/** The feed over the table that transactions write events to; `assign_event_positions` orders committed events. */
export class PostgresEventFeed implements EventFeed {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async assignPositions(): Promise<number> {
    const [row] = await this.#database.queryInBackground(ASSIGN_POSITIONS({}));
    return row?.assigned ?? 0;
  }

  async end(): Promise<number> {
    const [row] = await this.#database.query(FIND_LAST_POSITION({}));
    return Number(row?.position ?? 0);
  }

  async after(
    position: number,
    { limit, types }: { limit: number; types?: readonly string[] | undefined },
  ): Promise<readonly FeedEvent[]> {
    const after = { position: String(position), limit };
    const statement = types === undefined ? FIND_AFTER(after) : FIND_AFTER_OF_TYPES({ ...after, types });
    return (await this.#database.query(statement)).map(toFeedEvent);
  }

  async views(ids: readonly Id<'evt'>[]): Promise<ReadonlyMap<Id<'evt'>, SentEvent>> {
    const rows = await this.#database.query(FIND_VIEWS({ ids }));
    return new Map(rows.map(({ id, view, trace_parent: traceParent }) => [id, { view, traceParent }]));
  }

  async positionOf(id: Id<'evt'>): Promise<number | 'waiting' | undefined> {
    const [row] = await this.#database.query(FIND_POSITION({ id }));
    if (row === undefined) return undefined;
    return row.position === null ? 'waiting' : Number(row.position);
  }

  async removeBefore(time: Date): Promise<number> {
    const [row] = await this.#database.queryInBackground(REMOVE_BEFORE({ time }));
    return row?.count ?? 0;
  }
}

type FeedRow = Pick<EventRow, 'position' | 'id' | 'type' | 'resource_id' | 'created_at' | 'trace_parent'> &
  Readonly<{ view: Json<EventView> }>;

const toFeedEvent = (row: FeedRow): FeedEvent => ({
  position: Number(row.position),
  id: row.id,
  type: row.type,
  resourceId: row.resource_id,
  occurredAt: row.created_at,
  view: row.view,
  traceParent: row.trace_parent,
});

export class PostgresEventQueries implements EventQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(id: Id<'evt'>): Promise<Json<EventView> | undefined> {
    const [row] = await this.#database.query(FIND_VIEW({ id }));
    return row?.view;
  }

  list(query: ListQuery<typeof eventList>): Promise<Page<EventView>> {
    return readPage(this.#database, eventPage(query));
  }
}

const eventTable = listTable('events')(eventList);

/** The statement of `list`, for tests of its plan. */
export const eventPage = ({ filter: { type, ...filter }, ...query }: ListQuery<typeof eventList>): PageQuery => {
  const isOfResource = filter.resource_id !== undefined;
  if (isOfResource || filter.ids !== undefined) {
    const page = listPageQuery(eventTable, EVENT_VIEW, { ...query, filter: { type, ...filter } });
    // the index on the resource has its events in their order
    return isOfResource ? { ...page, sort: { by: 'sequence', descending: true } } : page;
  }
  return {
    ...listPageQuery(eventTable, EVENT_VIEW, { ...query, filter }),
    anyOf: type && { column: 'type', values: type },
  };
};
