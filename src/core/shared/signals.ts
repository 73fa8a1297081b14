/** A reason to invalidate cached data. */
export type Change =
  /** The resource with this id changed. */
  | Readonly<{ kind: 'changed'; id: string }>
  /** Changes may be missed from now on. */
  | Readonly<{ kind: 'disconnected' }>
  /** Changes are reported again. */
  | Readonly<{ kind: 'connected' }>;

/** Reports changes of this process before the commit returns, and changes of other processes within a second. */
export interface Changes {
  subscribe(listener: (change: Change) => void): void;
}

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
