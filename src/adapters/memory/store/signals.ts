import type { Signals, Topic } from '#core/shared/signals.ts';

/** Signals within one process. */
export class MemorySignals implements Signals {
  readonly #listeners = new Map<Topic, (() => void)[]>();

  subscribe(topic: Topic, listener: () => void): void {
    this.#listeners.set(topic, [...(this.#listeners.get(topic) ?? []), listener]);
  }

  /** Tells those who wait, once the current work is done. */
  tell(topic: Topic): void {
    for (const listener of this.#listeners.get(topic) ?? []) queueMicrotask(listener);
  }
}
