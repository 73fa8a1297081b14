import type { CredentialChange, CredentialChanges } from '#core/access/credential-queries.ts';

/** A single process is always connected. */
export class MemoryCredentialChanges implements CredentialChanges {
  readonly #listeners: ((change: CredentialChange) => void)[] = [];

  subscribe(listener: (change: CredentialChange) => void): void {
    this.#listeners.push(listener);
  }

  announce(ids: readonly string[]): void {
    for (const id of ids) for (const listener of this.#listeners) listener({ kind: 'changed', id });
  }
}
