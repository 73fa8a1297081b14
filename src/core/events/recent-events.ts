import { BatchSize, MAX_BATCH_CHARACTERS } from '#core/shared/batch-size.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import type { InTurn } from '#core/shared/in-turn.ts';
import type { Signals } from '#core/shared/signals.ts';
import { type EventFeed, type FeedBatch, type FeedEvent, readFeed } from './event-feed.ts';

/** Reads the feed for one subscriber, of some types or all. */
export type ReadAfter = (
  position: number,
  types: ReadonlySet<string> | undefined,
  inTurn: InTurn,
) => Promise<FeedBatch>;

/** Reads the feed for many live subscribers. */
export interface RecentEvents {
  subscriber(): ReadAfter;
}

const MAX_EVENTS = 1_000;
const MAX_CHARACTERS = 4_000_000;
const BATCH_SIZE = 100;

/** How stale the cache may be where no signal comes. */
const MAX_AGE_MS = 500;

/** After a pause this long without a reader, more events may have come than are worth caching. */
const IDLE_MS = 10_000;

type Deps = Readonly<{ feed: EventFeed; systemClock: SystemClock; onSignal: (listener: () => void) => void }>;

/**
 * Caches the last events for all subscribers, so that a new event is read once. A subscriber that is further behind reads
 * from the feed, in the turn of its client.
 */
export const makeRecentEvents = ({ feed, systemClock, onSignal }: Deps): RecentEvents => {
  const cache = new EventCache();
  let readAt = Number.NEGATIVE_INFINITY;
  let isSignalled = false;
  let reading: Promise<void> | undefined;
  onSignal(() => {
    isSignalled = true;
  });

  const read = async (now: number): Promise<void> => {
    const idleMs = now - readAt;
    // set before the read, so that a signal during the read counts
    [readAt, isSignalled] = [now, false];
    if (idleMs > IDLE_MS) cache.skipTo(await feed.end());
    for (;;) {
      const events = await feed.after(cache.end, { limit: BATCH_SIZE });
      cache.add(events);
      if (events.length < BATCH_SIZE) return;
    }
  };

  const refresh = async (): Promise<void> => {
    const now = systemClock.now().getTime();
    if (reading === undefined && !isSignalled && now - readAt < MAX_AGE_MS) return;
    reading ??= read(now).finally(() => {
      reading = undefined;
    });
    await reading;
  };

  return {
    subscriber() {
      const size = new BatchSize();
      const readBehindCache = async (after: number, types: ReadonlySet<string> | undefined): Promise<FeedBatch> => {
        const { limit } = size;
        const batch = await readFeed(feed, { after, upTo: await feed.end(), limit, types: types && [...types] });
        size.adapt(batch.events.map(({ view }) => view));
        return batch;
      };
      return async (position, types, inTurn) => {
        await refresh();
        if (position < cache.start) return inTurn(() => readBehindCache(position, types));
        const next = cache.after(position);
        const events = types === undefined ? next : next.filter(({ type }) => types.has(type));
        return { events, position: next.at(-1)?.position ?? position };
      };
    },
  };
};

/** All events after `start` and up to `end`. */
class EventCache {
  start = 0;
  end = 0;
  #events: FeedEvent[] = [];
  #characters = 0;

  /** If the position is too far ahead to read up to, drops the cache and continues there. */
  skipTo(position: number): void {
    if (position - this.end <= MAX_EVENTS) return;
    this.end = position;
    this.#clear();
  }

  add(events: readonly FeedEvent[]): void {
    for (const event of events) {
      // the user was erased: drop cached event bodies
      if (event.type === 'user.deleted') this.#clear();
      this.#events.push(event);
      this.#characters += event.view.length;
      this.end = event.position;
    }
    while (this.#events.length > MAX_EVENTS || this.#characters > MAX_CHARACTERS) this.#dropFirst();
  }

  /** The next events, of about so many characters that each of many subscribers may hold them. */
  after(position: number): readonly FeedEvent[] {
    const from = this.#events.findIndex((event) => event.position > position);
    if (from === -1) return [];
    let characters = 0;
    const next = this.#events.slice(from, from + BATCH_SIZE);
    const end = next.findIndex(({ view }) => {
      characters += view.length;
      return characters >= MAX_BATCH_CHARACTERS;
    });
    return end === -1 ? next : next.slice(0, end + 1);
  }

  #clear(): void {
    this.start = this.end;
    this.#events = [];
    this.#characters = 0;
  }

  #dropFirst(): void {
    const first = this.#events.shift();
    this.start = first?.position ?? this.end;
    this.#characters -= first?.view.length ?? 0;
  }
}

/** Subscribes to "there may be new events". The returned function unsubscribes. */
export type OnNews = (listener: () => void) => () => void;

/** One subscription to the storage's signals for any number of listeners that come and go. */
export const makeOnNews = ({ signals }: Readonly<{ signals: Signals }>): OnNews => {
  const listeners = new Set<() => void>();
  signals.subscribe('events', () => {
    for (const listener of listeners) listener();
  });
  return (listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
};
