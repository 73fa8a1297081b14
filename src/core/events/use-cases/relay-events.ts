import type { Clock } from '#core/shared/clock.ts';
import type { Log } from '#core/shared/log.ts';
import type { EventFeed } from '../event-feed.ts';
import type { EventPublisher } from '../event-publisher.ts';
import type { Lease, PublisherOffsets } from '../publisher-offsets.ts';

/** Publishes new events to one publisher while this process holds its lease. */
export type RelayEvents = Readonly<{
  /** Publishes up to the end of the feed; does nothing without the lease, or during the backoff after a failure. */
  run(): Promise<void>;
  /** Ends a run after the current batch. */
  finish(): void;
  /** Releases the lease. */
  stop(): Promise<void>;
}>;

type Deps = Readonly<{
  feed: EventFeed;
  publisherOffsets: PublisherOffsets;
  publisher: EventPublisher;
  clock: Clock;
  log: Log;
  /** Identifies this process. */
  owner: string;
}>;

const AT_ONCE = 200;

/** How long a dead process keeps its lease. Publishing a batch takes less. */
const LEASE_DURATION_MS = 10_000;

/** A lease with less time left is renewed. */
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

  /** The offset, if this process has the lease. The lease outlasts a run, since a claim costs as much as a batch. */
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
        log.warn({ err: error, publisher: name, failures }, 'event publishing failed; retrying');
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
