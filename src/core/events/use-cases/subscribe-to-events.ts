import { unavailable } from '#core/shared/domain-error.ts';
import { Id } from '#core/shared/id.ts';
import type { InTurn } from '#core/shared/in-turn.ts';
import type { EventFeed, FeedEvent } from '../event-feed.ts';
import type { RecentEvents } from '../recent-events.ts';

/** A live subscription to events. */
export type EventSubscription = Readonly<{
  /** The id of the event that the subscription starts after; `BEGINNING` before the first event. */
  startedAfter: Id<'evt'>;
  /** The next events since the last call, in order. Those that are no longer recent are read in turn. */
  next(inTurn: InTurn): Promise<readonly FeedEvent[]>;
}>;

/** Subscribes to the events after one, or from now on; undefined if that event is not stored. */
export type SubscribeToEvents = (
  query: Readonly<{ after: string | undefined; types: readonly string[] | undefined }>,
) => Promise<EventSubscription | undefined>;

/** Precedes every event: a subscription that starts after it receives all stored events. */
export const BEGINNING: Id<'evt'> = 'evt_00000000000000000000000000';

/** For an event that was committed just now: each attempt assigns positions to a batch of hundreds. */
const MAX_ATTEMPTS = 100;

export const makeSubscribeToEvents = ({
  feed,
  tail,
}: Readonly<{ feed: EventFeed; tail: RecentEvents }>): SubscribeToEvents => {
  const newest = async (): Promise<{ position: number; id: Id<'evt'> }> => {
    // events committed before the subscription are not part of it
    await feed.assignPositions();
    const position = await feed.end();
    const [last] = await feed.after(position - 1, { limit: 1 });
    return last === undefined ? { position, id: BEGINNING } : { position: last.position, id: last.id };
  };

  const positionOf = async (id: Id<'evt'>): Promise<number | undefined> => {
    if (id === BEGINNING) return 0;
    for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
      const position = await feed.positionOf(id);
      if (position !== 'waiting') return position;
      await feed.assignPositions();
    }
    throw unavailable('The event has no position yet; try again.');
  };

  const locate = async (id: string): Promise<{ position: number; id: Id<'evt'> } | undefined> => {
    const position = Id.is('evt', id) ? await positionOf(id) : undefined;
    return position === undefined ? undefined : { position, id: id as Id<'evt'> };
  };

  return async ({ after, types }) => {
    const typeFilter = types && new Set(types);
    const start = after === undefined ? await newest() : await locate(after);
    if (start === undefined) return undefined;
    const readAfter = tail.subscriber();
    let { position } = start;
    return {
      startedAfter: start.id,
      async next(inTurn) {
        const read = await readAfter(position, typeFilter, inTurn);
        position = read.position;
        return read.events;
      },
    };
  };
};
