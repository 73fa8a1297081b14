/** What there may be more of: events that have their place, deliveries that are due. */
export type Topic = 'events' | 'deliveries';

/**
 * Tells those who wait that there may be something for them, by whichever process it was written. A signal may be lost
 * and may come for nothing: whoever waits looks from time to time all the same.
 */
export interface Signals {
  subscribe(topic: Topic, listener: () => void): void;
}
