/**
 * What there may be more of: events that this process has committed and that have no position yet, events with a
 * position, due deliveries.
 */
export type Topic = 'appended_events' | 'events' | 'deliveries';

/**
 * Wakes tasks of all processes when there is new work. The storage sends a signal when it commits the work. A signal may be
 * lost or come without work, so a subscriber also polls.
 */
export interface Signals {
  subscribe(topic: Topic, listener: () => void): void;
}
