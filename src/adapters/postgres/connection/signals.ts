import type { Signals, Topic } from '#core/shared/signals.ts';
import type { PostgresNotifications } from './notifications.ts';

const TOPICS: readonly Topic[] = ['events', 'deliveries'];

/** Signals of all processes on a database, by LISTEN; the statements that make work notify its topic. */
export class PostgresSignals implements Signals {
  readonly #listeners: [Topic, () => void][] = [];

  constructor(notifications: PostgresNotifications) {
    for (const topic of TOPICS) notifications.on(topic, () => this.#tell(topic));
    notifications.watch((isHearing) => {
      // what was told meanwhile was not heard
      if (isHearing) for (const topic of TOPICS) this.#tell(topic);
    });
  }

  subscribe(topic: Topic, listener: () => void): void {
    this.#listeners.push([topic, listener]);
  }

  #tell(topic: Topic): void {
    for (const [wanted, listener] of this.#listeners) if (wanted === topic) listener();
  }
}
