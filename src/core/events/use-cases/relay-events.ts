import type { Clock } from '#core/shared/clock.ts';
import type { Log } from '#core/shared/log.ts';
import type { EventFeed } from '../event-feed.ts';
import type { EventPublisher } from '../event-publisher.ts';
import type { Lease, PublisherOffsets } from '../publisher-offsets.ts';

/** Gives one publisher all events that it was not given yet, as long as this process has its turn. */
export type RelayEvents = Readonly<{
  /** Goes on to the end of the feed; does nothing while another process has the turn, or for a while after a failure. */
  run(): Promise<void>;
  /** Has a run end with the batch that it is at. */
  finish(): void;
  /** Lets another process have the turn. */
  stop(): Promise<void>;
}>;

type Deps = Readonly<{
  feed: EventFeed;
  publisherOffsets: PublisherOffsets;
  publisher: EventPublisher;
  clock: Clock;
  log: Log;
  /** Tells this process from others. */
  owner: string;
}>;

const AT_ONCE = 200;

/** A process that ended without a word is waited for so long. A publisher takes no longer than this for what it is given. */
const LEASE_DURATION_MS = 10_000;

/** With less than this left of it, the turn is taken anew. */
const RENEW_BEFORE_MS = 5_000;

const INITIAL_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 15_000;

export const makeRelayEvents = ({ feed, publisherOffsets, publisher, clock, log, owner }: Deps): RelayEvents => {
  const { name } = publisher;
  let held: { position: number; until: Date } | undefined;
  let isStopping = false;
  let failures = 0;
  let pausedUntil = new Date(0);

  const turn = (): Lease => {
    const at = clock.now();
    return { owner, at, until: new Date(at.getTime() + LEASE_DURATION_MS) };
  };

  /** Where to go on, if it is this process's turn. The turn is kept beyond a run: to take it costs as much as the rest. */
  const take = async (): Promise<number | undefined> => {
    const next = turn();
    if (held !== undefined && held.until.getTime() - next.at.getTime() > RENEW_BEFORE_MS) return held.position;
    const position = await publisherOffsets.claim(name, next);
    held = position === undefined ? undefined : { position, until: next.until };
    return position;
  };

  const relay = async (): Promise<void> => {
    while (!isStopping) {
      const position = await take();
      if (position === undefined) return;
      const events = await feed.after(position, { limit: AT_ONCE });
      const last = events.at(-1);
      if (last === undefined) return;
      await publisher.publish(events);
      const next = turn();
      const isStillOurs = await publisherOffsets.advance(name, last.position, next);
      held = isStillOurs ? { position: last.position, until: next.until } : undefined;
      if (events.length < AT_ONCE) return;
    }
  };

  return {
    async run() {
      if (clock.now() < pausedUntil) return;
      try {
        await relay();
        failures = 0;
      } catch (error) {
        held = undefined;
        const pause = Math.min(INITIAL_BACKOFF_MS * 2 ** failures, MAX_BACKOFF_MS);
        failures += 1;
        pausedUntil = new Date(clock.now().getTime() + pause);
        log.warn({ err: error, publisher: name, failures }, 'events could not be published and will be tried again');
      }
    },

    finish() {
      isStopping = true;
    },

    async stop() {
      held = undefined;
      await publisherOffsets.release(name, owner);
    },
  };
};
