import type { EventRow, MemoryStore } from '../store/memory-store.ts';

/** The events with positions. */
export const feedEvents = ({ events, eventPositions }: MemoryStore): (EventRow & Readonly<{ position: number }>)[] =>
  events
    .values()
    .flat()
    .flatMap((event) => {
      const position = eventPositions.byId.get(event.id);
      return position === undefined ? [] : [{ ...event, position }];
    });
