import { type EventLog, eventActorOf } from '#core/shared/domain-event.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Tracing } from '#core/shared/tracing.ts';
import type { EventPositions, EventRow, StoreChanges } from '../store/memory-store.ts';

/** `assignPositions` assigns positions to appended events at their commit. */
type MemoryEventLog = EventLog & Readonly<{ assignPositions(positions: EventPositions): void }>;

type Deps = Readonly<{ ids: IdGenerator; tracing?: Tracing | undefined }>;

export const makeEventLog = ({ events: rows }: StoreChanges, { ids, tracing }: Deps): MemoryEventLog => {
  const appendedTypes: string[] = [];
  const appendedRows: EventRow[] = [];
  return {
    appendedTypes,

    async append(by, ...events) {
      const caused = { actor: eventActorOf(by), traceParent: tracing?.traceParent() ?? null };
      for (const event of events) {
        const before = rows.get(event.resourceId) ?? [];
        const sequence = (before.at(-1)?.sequence ?? 0) + 1;
        const row = { ...event, ...caused, id: ids.next('evt'), sequence };
        rows.set(event.resourceId, [...before, row]);
        appendedRows.push(row);
        appendedTypes.push(event.type);
      }
    },

    assignPositions({ inOrder, byId }) {
      for (const { id, resourceId } of appendedRows) byId.set(id, inOrder.push({ id, resourceId }));
    },

    async changedFields(resourceId, sinceVersion) {
      const later = (rows.get(resourceId) ?? []).filter(({ resourceVersion }) => resourceVersion > sinceVersion);
      return [...new Set(later.flatMap(({ previous }) => Object.keys(previous)))].sort();
    },

    async eraseActor(userId) {
      const withErased = (event: EventRow): EventRow =>
        event.actor.id === userId ? { ...event, actor: { type: 'user', id: null } } : event;
      for (const [resourceId, events] of rows.entries()) {
        if (events.some(({ actor }) => actor.id === userId)) rows.set(resourceId, events.map(withErased));
      }
    },

    async erase(resourceIds, blank) {
      const withErased = (values: object): object =>
        Object.fromEntries(Object.entries(values).map(([name, value]) => [name, name in blank ? blank[name] : value]));
      for (const id of resourceIds) {
        const erased = (rows.get(id) ?? []).map((event) => ({
          ...event,
          erased: true,
          data: withErased(event.data),
          previous: withErased(event.previous),
        }));
        rows.set(id, erased);
      }
    },
  };
};
