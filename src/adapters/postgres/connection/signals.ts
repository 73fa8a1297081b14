import type { Signals, Topic } from '#core/shared/signals.ts';
import type { PostgresNotifications } from './notifications.ts';

/** The topics that processes notify each other of; `appended_events` concerns the process that appended them. */
const SHARED_TOPICS: readonly Topic[] = ['events', 'deliveries'];

/** Signals of all processes on a database, by LISTEN. The statements that create work notify its topic. */
export class PostgresSignals implements Signals {
  readonly #listeners: [Topic, () => void][] = [];

  constructor(notifications: PostgresNotifications) {
    for (const topic of SHARED_TOPICS) notifications.on(topic, () => this.announce(topic));
    notifications.watch((isHearing) => {
      // notifications were lost while the connection was down
      if (isHearing) for (const topic of SHARED_TOPICS) this.announce(topic);
    });
  }

  subscribe(topic: Topic, listener: () => void): void {
    this.#listeners.push([topic, listener]);
  }

  /** Calls the listeners of this process. */
  announce(topic: Topic): void {
    for (const [wanted, listener] of this.#listeners) if (wanted === topic) listener();
  }
}
