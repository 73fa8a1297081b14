import { sql } from 'kysely';
import type { CredentialChange, CredentialChanges } from '#core/access/credential-queries.ts';
import type { PostgresNotifications } from '../connection/notifications.ts';
import type { Statement } from '../connection/statements.ts';
import { prepare } from '../statements/prepare.ts';
import { db } from '../statements/sql-builder.ts';

const CHANNEL = 'credential_changes';

const NOTIFY = prepare<{ id: string }>()(($) => db.selectNoFrom(sql`pg_notify(${CHANNEL}, ${$('id')})`.as('notified')));

/** Receives the changes of every process by LISTEN. */
export class PostgresCredentialChanges implements CredentialChanges {
  readonly #listeners: ((change: CredentialChange) => void)[] = [];

  constructor(notifications: PostgresNotifications) {
    notifications.on(CHANNEL, (id) => this.#notify({ kind: 'changed', id }));
    notifications.watch((isListening) => this.#notify({ kind: isListening ? 'connected' : 'disconnected' }));
  }

  subscribe(listener: (change: CredentialChange) => void): void {
    this.#listeners.push(listener);
  }

  /** The statement that notifies the other processes when the transaction commits. */
  notification(id: string): Statement {
    return NOTIFY({ id });
  }

  /** Notifies this process of changes that it has committed. */
  announce(ids: readonly string[]): void {
    for (const id of ids) this.#notify({ kind: 'changed', id });
  }

  #notify(change: CredentialChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}
