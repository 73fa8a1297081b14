import type { Signals, Topic } from '#core/shared/signals.ts';

/** Signals within one process. */
export class MemorySignals implements Signals {
  readonly #listeners = new Map<Topic, (() => void)[]>();

  subscribe(topic: Topic, listener: () => void): void {
    this.#listeners.set(topic, [...(this.#listeners.get(topic) ?? []), listener]);
  }

  /** Notifies subscribers after the current tick. */
  announce(topic: Topic): void {
    for (const listener of this.#listeners.get(topic) ?? []) queueMicrotask(listener);
  }
}
