import type { EventRow, MemoryStore } from './store.ts';

/** The events that have their place among all, with it. */
export const placedEvents = ({ events, eventPlaces }: MemoryStore): (EventRow & Readonly<{ position: number }>)[] =>
  [...events.values()].flat().flatMap((event) => {
    const position = eventPlaces.byId.get(event.id);
    return position === undefined ? [] : [{ ...event, position }];
  });
