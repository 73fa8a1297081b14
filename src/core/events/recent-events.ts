import type { Clock } from '#core/shared/clock.ts';
import type { EventFeed, FeedEvent } from './event-feed.ts';

/** What comes after a place: the events of the asked types, and up to where the feed was looked through. */
type ReadOn = Readonly<{ events: readonly FeedEvent[]; position: number }>;

/** Reads the feed on for many who follow it, of some types or all. */
export interface RecentEvents {
  readOn(position: number, types?: ReadonlySet<string>): Promise<ReadOn>;
}

const MAX_EVENTS = 1_000;
const MAX_CHARACTERS = 4_000_000;
const AT_ONCE = 100;

/** What is held may be behind the feed by so long where no signal came. */
const FRESH_MS = 500;

/** Where nobody followed for so long, there may be more in the feed than is worth holding. */
const IDLE_MS = 10_000;

type Deps = Readonly<{ feed: EventFeed; clock: Clock; onSignal: (listener: () => void) => void }>;

/**
 * Holds the last events once for all followers, so that a new one is read once, however many follow. Whoever is further
 * behind reads from the feed.
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
    // before the reading, so that a signal that comes meanwhile counts
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

/** All events after one place and up to another. */
class HeldEvents {
  start = 0;
  end = 0;
  #events: FeedEvent[] = [];
  #characters = 0;

  /** Holds nothing but what comes after a place, if that is too far ahead to read up to. */
  skipTo(position: number): void {
    if (position - this.end <= MAX_EVENTS) return;
    this.end = position;
    this.#clear();
  }

  add(events: readonly FeedEvent[]): void {
    for (const event of events) {
      // what tells of the person is to be read as it was left
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
