/**
 * What there may be more of: events that this process has committed and that have no position yet, events with a
 * position, due deliveries.
 */
export type Topic = 'appended_events' | 'events' | 'deliveries';

/**
 * Wakes those who wait for work, whichever process has written it. A signal may be lost and may come without new work,
 * so a subscriber also polls.
 */
export interface Signals {
  subscribe(topic: Topic, listener: () => void): void;
}
