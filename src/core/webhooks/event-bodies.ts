import type { EventFeed, FeedEvent, SentEvent } from '#core/events/event-feed.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import type { Id } from '#core/shared/id.ts';

/** The bodies of events that are being sent to several endpoints. */
export interface EventBodies {
  /** Adds the bodies of new events, which will be sent soon. */
  put(events: readonly FeedEvent[]): void;
  get(ids: readonly Id<'evt'>[]): Promise<ReadonlyMap<Id<'evt'>, SentEvent>>;
}

const MAX_CACHED_EVENTS = 2_000;

/** Short, so that erased data is hardly ever sent from the cache; a message in flight cannot be recalled either. */
const MAX_AGE_MS = 1_000;

export const makeEventBodies = ({
  feed,
  systemClock,
}: Readonly<{ feed: EventFeed; systemClock: SystemClock }>): EventBodies => {
  const cache = new Map<Id<'evt'>, Readonly<{ event: SentEvent; until: number }>>();

  const store = (events: Iterable<readonly [Id<'evt'>, SentEvent]>): void => {
    const now = systemClock.now().getTime();
    for (const [id, event] of events) cache.set(id, { event, until: now + MAX_AGE_MS });
    for (const [id, { until }] of cache) {
      if (cache.size <= MAX_CACHED_EVENTS && until > now) break;
      cache.delete(id);
    }
  };

  return {
    put(events) {
      // the user was erased: drop the cached bodies
      if (events.some(({ type }) => type === 'user.deleted')) cache.clear();
      store(events.map((event) => [event.id, event] as const));
    },

    async get(ids) {
      const now = systemClock.now().getTime();
      const found = new Map<Id<'evt'>, SentEvent>();
      for (const id of ids) {
        const cached = cache.get(id);
        if (cached !== undefined && cached.until > now) found.set(id, cached.event);
      }
      const missing = ids.filter((id) => !found.has(id));
      if (missing.length === 0) return found;
      const read = await feed.views(missing);
      store(read);
      return new Map([...found, ...read]);
    },
  };
};
