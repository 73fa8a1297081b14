import type { FeedEvent } from './event-feed.ts';

/**
 * Publishes events to webhooks or to a broker. Every publisher receives every event of its types at least once, in order.
 * A batch whose outcome is unknown is repeated, so messages carry the id of the event.
 */
export interface EventPublisher {
  /** The unique and permanent key of its offset. */
  readonly name: string;
  /** The types of the events to publish, called before each batch. Undefined, or no such method: all types. */
  types?(): Promise<readonly string[] | undefined>;
  /** Settles once all are accepted, or within ten seconds. @throws Error if any may not have been accepted. */
  publish(events: readonly FeedEvent[]): Promise<void>;
  /** Closes its connections. */
  close?(): Promise<void>;
}
