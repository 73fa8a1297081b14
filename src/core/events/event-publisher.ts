import type { FeedEvent } from './event-feed.ts';

/**
 * Passes events on: to webhooks, to a broker. Every publisher is given every event at least once, in order; a batch of
 * which it is not known whether all of it arrived is given again, so what it passes on names the event by its id.
 */
export interface EventPublisher {
  /** Names its progress for good; no two have the same. */
  readonly name: string;
  /** Settles once all were taken, or within ten seconds. @throws Error if any may not have been. */
  publish(events: readonly FeedEvent[]): Promise<void>;
  /** Ends its connections. */
  close?(): Promise<void>;
}
