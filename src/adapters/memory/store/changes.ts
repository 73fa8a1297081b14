import type { Change, Changes } from '#core/shared/signals.ts';

/** A single process is always connected. */
export class MemoryChanges implements Changes {
  readonly #listeners: ((change: Change) => void)[] = [];

  subscribe(listener: (change: Change) => void): void {
    this.#listeners.push(listener);
  }

  announce(ids: readonly string[]): void {
    for (const id of ids) for (const listener of this.#listeners) listener({ kind: 'changed', id });
  }
}
