import type { SystemClock } from '#core/shared/clock.ts';
import { Lease } from '#core/shared/lease.ts';
import type { Log } from '#core/shared/log.ts';
import { type EventFeed, readFeed } from '../event-feed.ts';
import type { EventPublisher, PublisherOffsets } from '../ports.ts';

/** Publishes new events to one publisher while this process holds its lease. */
export type RelayEvents = Readonly<{
  /** Publishes up to the end of the feed; does nothing without the lease, or during the backoff after a failure. */
  run(): Promise<void>;
  /** Ends a run after the current batch. */
  finish(): void;
  /** Releases the lease. */
  stop(): Promise<void>;
}>;

/** What the relay calls of a publisher. */
export type RelayedPublisher = Pick<EventPublisher, 'name' | 'types' | 'publish'>;

type Deps = Readonly<{
  feed: EventFeed;
  publisherOffsets: PublisherOffsets;
  publisher: RelayedPublisher;
  systemClock: SystemClock;
  log: Log;
  /** Identifies this process. */
  owner: string;
}>;

/** Publishing so many takes less than a lease lasts. */
const BATCH_SIZE = 200;

const INITIAL_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 15_000;

export const makeRelayEvents = ({ feed, publisherOffsets, publisher, systemClock, log, owner }: Deps): RelayEvents => {
  const { name } = publisher;
  let leased: { position: number; until: Date } | undefined;
  let isStopping = false;
  let failures = 0;
  let pausedUntil = new Date(0);

  /** The offset, if this process has the lease. The lease outlasts a run, since a claim costs as much as a batch. */
  const claim = async (): Promise<number | undefined> => {
    const at = systemClock.now();
    if (leased !== undefined && !Lease.needsRenewal(leased, at)) return leased.position;
    const lease = Lease.request(owner, at);
    const position = await publisherOffsets.claim(name, lease);
    leased = position === undefined ? undefined : { position, until: lease.until };
    return position;
  };

  const relay = async (): Promise<void> => {
    while (!isStopping) {
      const position = await claim();
      if (position === undefined) return;
      const end = await feed.end();
      if (end <= position) return;
      // read after the end, so that the events since a change of the types are left to the next batch
      const types = await publisher.types?.();
      const batch = await readFeed(feed, { after: position, upTo: end, limit: BATCH_SIZE, types });
      if (batch.events.length > 0) await publisher.publish(batch.events);
      const lease = Lease.request(owner, systemClock.now());
      const isAdvanced = await publisherOffsets.advance(name, batch.position, lease);
      leased = isAdvanced ? { position: batch.position, until: lease.until } : undefined;
      if (batch.position === end) return;
    }
  };

  return {
    async run() {
      if (systemClock.now() < pausedUntil) return;
      try {
        await relay();
        failures = 0;
      } catch (error) {
        leased = undefined;
        const pause = Math.min(INITIAL_BACKOFF_MS * 2 ** failures, MAX_BACKOFF_MS);
        failures += 1;
        pausedUntil = new Date(systemClock.now().getTime() + pause);
        log.warn({ err: error, publisher: name, failures }, 'event publishing failed; retrying');
      }
    },

    finish() {
      isStopping = true;
    },

    async stop() {
      leased = undefined;
      await publisherOffsets.release(name, owner);
    },
  };
};
