import type { FeedEvent } from './event-feed.ts';

/**
 * Publishes events to webhooks or to a broker. Every publisher receives every event at least once, in order. A batch whose
 * outcome is unknown is repeated, so messages carry the id of the event.
 */
export interface EventPublisher {
  /** The unique and permanent key of its offset. */
  readonly name: string;
  /** Settles once all are accepted, or within ten seconds. @throws Error if any may not have been accepted. */
  publish(events: readonly FeedEvent[]): Promise<void>;
  /** Closes its connections. */
  close?(): Promise<void>;
}
