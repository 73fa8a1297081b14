import type { EventFeed, FeedEvent } from '#core/events/event-feed.ts';
import { eventList, eventView } from '#core/events/event-view.ts';
import type { EventQueries } from '#core/events/ports.ts';
import type { Id } from '#core/shared/id.ts';
import { Json } from '#core/shared/page.ts';
import { listPage } from '../lists/page.ts';
import type { EventPositions, EventRow, MemoryStore } from '../store/memory-store.ts';

type Store = Pick<MemoryStore, 'events' | 'eventPositions'>;

/** The row of an event with a position, unless it was removed. */
const rowAt = ({ events, eventPositions }: Store, position: number): EventRow | undefined => {
  const entry = eventPositions.inOrder[position - 1];
  return entry && events.get(entry.resourceId)?.find(({ id }) => id === entry.id);
};

const rowOf = (store: Store, id: Id<'evt'>): EventRow | undefined =>
  rowAt(store, store.eventPositions.byId.get(id) ?? 0);

/** The feed of one process: positions are assigned at the commit. */
export const makeEventFeed = (store: Store): EventFeed => {
  const { events, eventPositions } = store;
  /** How far old events have been removed. */
  let cleanedPosition = 0;
  /** The events after the cleaned position, up to the first that is not old. */
  const oldEvents = (time: Date): EventPositions['inOrder'] => {
    let end = cleanedPosition;
    const isOld = (row: EventRow | undefined): boolean => row === undefined || row.occurredAt < time;
    while (end < eventPositions.inOrder.length && isOld(rowAt(store, end + 1))) end += 1;
    return eventPositions.inOrder.slice(cleanedPosition, end);
  };
  return {
    assignPositions: async () => 0,

    end: async () => eventPositions.inOrder.length,

    async after(start, { limit, types }) {
      const found: FeedEvent[] = [];
      for (let position = start + 1; position <= eventPositions.inOrder.length && found.length < limit; position += 1) {
        const row = rowAt(store, position);
        if (row === undefined || types?.includes(row.type) === false) continue;
        const { id, type, resourceId, occurredAt, traceParent } = row;
        found.push({
          position,
          id,
          type,
          resourceId,
          occurredAt,
          view: Json.of(eventView(row)),
          traceParent: traceParent ?? null,
        });
      }
      return found;
    },

    async views(ids) {
      const rows = ids.flatMap((id) => rowOf(store, id) ?? []);
      return new Map(
        rows.map((row) => [row.id, { view: Json.of(eventView(row)), traceParent: row.traceParent ?? null }]),
      );
    },

    positionOf: async (id) => rowOf(store, id) && eventPositions.byId.get(id),

    async removeBefore(time) {
      const old = oldEvents(time);
      cleanedPosition += old.length;
      for (const resourceId of new Set(old.map((event) => event.resourceId))) {
        const rows = events.get(resourceId) ?? [];
        const retained = rows.filter((row, index) => row.occurredAt >= time || index === rows.length - 1);
        events.set(resourceId, retained);
      }
      return old.length;
    },
  };
};

export const makeEventQueries = (store: Store): EventQueries => ({
  async find(id) {
    const row = rowOf(store, id);
    return row && Json.of(eventView(row));
  },

  list: async (query) => listPage(eventList, store.events.values().flat().map(eventView), query),
});
