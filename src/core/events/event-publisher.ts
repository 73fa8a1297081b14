import type { FeedEvent } from './event-feed.ts';

/**
 * Publishes events to webhooks or a broker. Every publisher receives every event at least once, in order; a batch with
 * an unknown outcome is repeated, so published events carry their id.
 */
export interface EventPublisher {
  /** The permanent, unique name of its offset. */
  readonly name: string;
  /** Resolves once all events are accepted, within ten seconds. @throws Error if any may be missing. */
  publish(events: readonly FeedEvent[]): Promise<void>;
  /** Closes its connections. */
  close?(): Promise<void>;
}
