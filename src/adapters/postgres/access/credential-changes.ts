import type { CredentialChange, CredentialChanges } from '#core/access/credential-queries.ts';
import type { Statement } from '../connection/database.ts';
import type { PostgresNotifications } from '../connection/notifications.ts';

const CHANNEL = 'credential_changes';

/** Hears of every process's changes by LISTEN. */
export class PostgresCredentialChanges implements CredentialChanges {
  readonly #listeners: ((change: CredentialChange) => void)[] = [];

  constructor(notifications: PostgresNotifications) {
    notifications.on(CHANNEL, (id) => this.#tell({ kind: 'changed', id }));
    notifications.watch((isHearing) => this.#tell({ kind: isHearing ? 'connected' : 'disconnected' }));
  }

  subscribe(listener: (change: CredentialChange) => void): void {
    this.#listeners.push(listener);
  }

  /** The statement that tells the other processes, with the transaction's commit. */
  notification(id: string): Statement {
    return { text: `select pg_notify('${CHANNEL}', $1)`, values: [id] };
  }

  /** Tells this process of what it has just committed. */
  announce(ids: readonly string[]): void {
    for (const id of ids) this.#tell({ kind: 'changed', id });
  }

  #tell(change: CredentialChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}
