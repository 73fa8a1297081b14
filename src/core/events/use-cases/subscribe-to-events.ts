import { unavailable } from '#core/shared/domain-error.ts';
import { Id } from '#core/shared/id.ts';
import type { EventFeed, FeedEvent } from '../event-feed.ts';
import type { RecentEvents } from '../recent-events.ts';

/** A subscriber's stream of new events. */
export type EventSubscription = Readonly<{
  /** The id after which it starts; `BEGINNING` before the first event. */
  startedAfter: Id<'evt'>;
  /** The events since the last call, in order; possibly none. */
  next(): Promise<readonly FeedEvent[]>;
}>;

/** Subscribes after an event or from now on; undefined for an unknown event. */
export type SubscribeToEvents = (
  query: Readonly<{ after: string | undefined; types: readonly string[] | undefined }>,
) => Promise<EventSubscription | undefined>;

/** The position before the first event: such a subscriber receives all stored events. */
export const BEGINNING: Id<'evt'> = 'evt_00000000000000000000000000';

/** Waits for a new event's position; positions are assigned in batches of hundreds. */
const MAX_ATTEMPTS = 100;

export const makeSubscribeToEvents = ({
  feed,
  tail,
}: Readonly<{ feed: EventFeed; tail: RecentEvents }>): SubscribeToEvents => {
  const newest = async (): Promise<{ position: number; id: Id<'evt'> }> => {
    // earlier commits are not sent
    await feed.place();
    const position = await feed.end();
    const [last] = await feed.after(position - 1, { limit: 1 });
    return last === undefined ? { position, id: BEGINNING } : { position: last.position, id: last.id };
  };

  const placeOf = async (id: Id<'evt'>): Promise<number | undefined> => {
    if (id === BEGINNING) return 0;
    for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
      const place = await feed.placeOf(id);
      if (place !== 'waiting') return place;
      await feed.place();
    }
    throw unavailable('The event has no position yet. Try again.');
  };

  const placed = async (id: string): Promise<{ position: number; id: Id<'evt'> } | undefined> => {
    const position = Id.is('evt', id) ? await placeOf(id) : undefined;
    return position === undefined ? undefined : { position, id: id as Id<'evt'> };
  };

  return async ({ after, types }) => {
    const wanted = types && new Set(types);
    const start = after === undefined ? await newest() : await placed(after);
    if (start === undefined) return undefined;
    let { position } = start;
    return {
      startedAfter: start.id,
      async next() {
        const read = await tail.readOn(position, wanted);
        position = read.position;
        return read.events;
      },
    };
  };
};
