import { sql } from 'kysely';
import type { Change, Changes } from '#core/shared/signals.ts';
import { prepare } from '../statements/prepare.ts';
import { db } from '../statements/sql-builder.ts';
import type { PostgresNotifications } from './notifications.ts';
import type { Statement } from './statements.ts';

const NOTIFY = prepare<{ channel: string; id: string }>()(($) =>
  db.selectNoFrom(sql`pg_notify(${$('channel')}, ${$('id')})`.as('notified')),
);

/** Receives the changes of every process by LISTEN on a channel. */
export class PostgresChanges implements Changes {
  readonly #channel: string;
  readonly #listeners: ((change: Change) => void)[] = [];

  constructor(notifications: PostgresNotifications, channel: string) {
    this.#channel = channel;
    notifications.on(channel, (id) => this.#notify({ kind: 'changed', id }));
    notifications.watch((isListening) => this.#notify({ kind: isListening ? 'connected' : 'disconnected' }));
  }

  subscribe(listener: (change: Change) => void): void {
    this.#listeners.push(listener);
  }

  /** The statement that notifies the other processes when the transaction commits. */
  notification(id: string): Statement {
    return NOTIFY({ channel: this.#channel, id });
  }

  /** Notifies this process of changes that it has committed. */
  announce(ids: readonly string[]): void {
    for (const id of ids) this.#notify({ kind: 'changed', id });
  }

  #notify(change: Change): void {
    for (const listener of this.#listeners) listener(change);
  }
}
