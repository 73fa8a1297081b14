import type { Clock } from '#core/shared/clock.ts';
import type { EventFeed, FeedEvent } from './event-feed.ts';

/** Events of the requested types after a position, and the position up to which the feed was read. */
type ReadOn = Readonly<{ events: readonly FeedEvent[]; position: number }>;

/** Reads new events for many subscribers. */
export interface RecentEvents {
  readOn(position: number, types?: ReadonlySet<string>): Promise<ReadOn>;
}

const MAX_EVENTS = 1_000;
const MAX_CHARACTERS = 4_000_000;
const AT_ONCE = 100;

/** The maximum staleness without a signal. */
const FRESH_MS = 500;

/** After an idle time this long the cache restarts at the end of the feed. */
const IDLE_MS = 10_000;

type Deps = Readonly<{ feed: EventFeed; clock: Clock; onSignal: (listener: () => void) => void }>;

/**
 * Caches the latest events for all subscribers, so that each event is read once. Subscribers further behind read from
 * the feed.
 */
export const makeRecentEvents = ({ feed, clock, onSignal }: Deps): RecentEvents => {
  const held = new HeldEvents();
  let readAt = Number.NEGATIVE_INFINITY;
  let isSignalled = false;
  let reading: Promise<void> | undefined;
  onSignal(() => {
    isSignalled = true;
  });

  const read = async (now: number): Promise<void> => {
    const idleMs = now - readAt;
    // reset before the read, so that a signal during the read counts
    [readAt, isSignalled] = [now, false];
    if (idleMs > IDLE_MS) held.skipTo(await feed.end());
    for (;;) {
      const events = await feed.after(held.end, { limit: AT_ONCE });
      held.add(events);
      if (events.length < AT_ONCE) return;
    }
  };

  const refresh = async (): Promise<void> => {
    const now = clock.now().getTime();
    if (reading === undefined && !isSignalled && now - readAt < FRESH_MS) return;
    reading ??= read(now).finally(() => {
      reading = undefined;
    });
    await reading;
  };

  const readFeed = async (position: number, types: ReadonlySet<string> | undefined): Promise<ReadOn> => {
    const newest = await feed.end();
    const events = await feed.after(position, { limit: AT_ONCE, types: types && [...types] });
    const last = events.at(-1)?.position ?? position;
    return { events, position: events.length < AT_ONCE ? Math.max(last, newest) : last };
  };

  return {
    async readOn(position, types) {
      await refresh();
      if (position < held.start) return readFeed(position, types);
      const next = held.after(position, AT_ONCE);
      const events = types === undefined ? next : next.filter(({ type }) => types.has(type));
      return { events, position: next.at(-1)?.position ?? position };
    },
  };
};

/** All events between two positions. */
class HeldEvents {
  start = 0;
  end = 0;
  #events: FeedEvent[] = [];
  #characters = 0;

  /** Restarts at a position that is too far ahead to read up to. */
  skipTo(position: number): void {
    if (position - this.end <= MAX_EVENTS) return;
    this.end = position;
    this.#clear();
  }

  add(events: readonly FeedEvent[]): void {
    for (const event of events) {
      // the user was erased: drop cached events
      if (event.type === 'user.deleted') this.#clear();
      this.#events.push(event);
      this.#characters += event.view.length;
      this.end = event.position;
    }
    while (this.#events.length > MAX_EVENTS || this.#characters > MAX_CHARACTERS) this.#dropFirst();
  }

  after(position: number, limit: number): readonly FeedEvent[] {
    const from = this.#events.findIndex((event) => event.position > position);
    return from === -1 ? [] : this.#events.slice(from, from + limit);
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
