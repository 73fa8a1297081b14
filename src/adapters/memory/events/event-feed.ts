import type { EventFeed, FeedEvent } from '#core/events/event-feed.ts';
import { type EventView, eventList, eventView } from '#core/events/event-view.ts';
import type { EventQueries } from '#core/events/ports.ts';
import type { Id } from '#core/shared/id.ts';
import type { ListQuery } from '#core/shared/list.ts';
import { Json, type Page } from '#core/shared/page.ts';
import { listPage } from '../lists/page.ts';
import type { EventPositions, EventRow, MemoryStore } from '../store/memory-store.ts';

type Store = Pick<MemoryStore, 'events' | 'eventPositions'>;

/** The row of an event, unless it was removed. */
const find = ({ events }: Store, { resourceId, id }: EventPositions['inOrder'][number]): EventRow | undefined =>
  events.get(resourceId)?.find((row) => row.id === id);

/** The feed of one process: positions are assigned at the commit. */
export class MemoryEventFeed implements EventFeed {
  readonly #store: Store;
  /** How far old events have been removed. */
  #cleanedPosition = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  async assignPositions(): Promise<number> {
    return 0;
  }

  async end(): Promise<number> {
    return this.#store.eventPositions.inOrder.length;
  }

  async after(
    position: number,
    { limit, types }: { limit: number; types?: readonly string[] | undefined },
  ): Promise<readonly FeedEvent[]> {
    const { inOrder } = this.#store.eventPositions;
    const found: FeedEvent[] = [];
    for (let index = position; index < inOrder.length && found.length < limit; index += 1) {
      const entry = inOrder[index];
      const row = entry && find(this.#store, entry);
      if (row === undefined || types?.includes(row.type) === false) continue;
      const { id, type, resourceId, occurredAt } = row;
      found.push({ position: index + 1, id, type, resourceId, occurredAt, view: Json.of(eventView(row)) });
    }
    return found;
  }

  async views(ids: readonly Id<'evt'>[]): Promise<ReadonlyMap<Id<'evt'>, Json<EventView>>> {
    const rows = ids.map((id) => this.#find(id)).filter((row) => row !== undefined);
    return new Map(rows.map((row) => [row.id, Json.of(eventView(row))]));
  }

  async positionOf(id: Id<'evt'>): Promise<number | 'waiting' | undefined> {
    return this.#find(id) && this.#store.eventPositions.byId.get(id);
  }

  async removeBefore(time: Date): Promise<number> {
    const oldEvents = this.#oldEvents(time);
    this.#cleanedPosition += oldEvents.length;
    for (const resourceId of new Set(oldEvents.map((event) => event.resourceId))) {
      const rows = this.#store.events.get(resourceId) ?? [];
      const retained = rows.filter((row, index) => row.occurredAt >= time || index === rows.length - 1);
      this.#store.events.set(resourceId, retained);
    }
    return oldEvents.length;
  }

  /** The events after the cleaned position, up to the first that is not old. */
  #oldEvents(time: Date): EventPositions['inOrder'] {
    const events = this.#store.eventPositions.inOrder.slice(this.#cleanedPosition);
    const end = events.findIndex((event) => {
      const row = find(this.#store, event);
      return row !== undefined && row.occurredAt >= time;
    });
    return end < 0 ? events : events.slice(0, end);
  }

  #find(id: Id<'evt'>): EventRow | undefined {
    const { inOrder, byId } = this.#store.eventPositions;
    const entry = inOrder[(byId.get(id) ?? 0) - 1];
    return entry && find(this.#store, entry);
  }
}

export class MemoryEventQueries implements EventQueries {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  async find(id: Id<'evt'>): Promise<Json<EventView> | undefined> {
    return (await new MemoryEventFeed(this.#store).views([id])).get(id);
  }

  async list(query: ListQuery<typeof eventList>): Promise<Page<EventView>> {
    return listPage(eventList, [...this.#store.events.values()].flat().map(eventView), query);
  }
}
