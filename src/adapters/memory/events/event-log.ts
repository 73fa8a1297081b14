import type { Actor } from '#core/shared/actor.ts';
import { type DomainEvent, type ErasedFields, type EventLog, eventActorOf } from '#core/shared/domain-event.ts';
import type { Id, IdGenerator } from '#core/shared/id.ts';
import type { EventPositions, EventRow } from '../store/memory-store.ts';
import type { TableChanges } from '../store/memory-table.ts';

export class MemoryEventLog implements EventLog {
  readonly appendedTypes: string[] = [];
  readonly #appendedRows: EventRow[] = [];
  readonly #events: TableChanges<Id, readonly EventRow[]>;
  readonly #ids: IdGenerator;

  constructor(events: TableChanges<Id, readonly EventRow[]>, ids: IdGenerator) {
    this.#events = events;
    this.#ids = ids;
  }

  async append(by: Actor, ...events: readonly DomainEvent[]): Promise<void> {
    const actor = eventActorOf(by);
    for (const event of events) {
      const before = this.#events.get(event.resourceId) ?? [];
      const row = { ...event, actor, id: this.#ids.next('evt'), sequence: (before.at(-1)?.sequence ?? 0) + 1 };
      this.#events.set(event.resourceId, [...before, row]);
      this.#appendedRows.push(row);
      this.appendedTypes.push(event.type);
    }
  }

  /** Assigns positions to appended events at their commit. */
  assignPositions({ inOrder, byId }: EventPositions): void {
    for (const { id, resourceId } of this.#appendedRows) byId.set(id, inOrder.push({ id, resourceId }));
  }

  async changedFields(resourceId: Id, sinceVersion: number): Promise<readonly string[]> {
    const later = (this.#events.get(resourceId) ?? []).filter(({ resourceVersion }) => resourceVersion > sinceVersion);
    return [...new Set(later.flatMap(({ previous }) => Object.keys(previous)))].sort();
  }

  async eraseActor(userId: Id<'usr'>): Promise<void> {
    for (const [resourceId, events] of [...this.#events.entries()]) {
      if (events.every(({ actor }) => actor.id !== userId)) continue;
      const erased = events.map((event) =>
        event.actor.id === userId ? { ...event, actor: { type: 'user', id: null } } : event,
      );
      this.#events.set(resourceId, erased as readonly EventRow[]);
    }
  }

  async erase(resourceIds: readonly Id[], blank: ErasedFields): Promise<void> {
    const withErased = (values: object): object =>
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, name in blank ? blank[name] : value]));
    for (const resourceId of resourceIds) {
      const events = this.#events.get(resourceId) ?? [];
      this.#events.set(
        resourceId,
        events.map((event) => ({
          ...event,
          erased: true,
          data: withErased(event.data),
          previous: withErased(event.previous),
        })),
      );
    }
  }
}
