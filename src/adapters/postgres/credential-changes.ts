import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { CredentialChange, CredentialChanges } from '#core/access/credential-queries.ts';
import type { Database, Statement } from './database.ts';

const CHANNEL = 'credential_changes';

/** How often the connection is asked for a sign of life; a silent one would hide revocations. */
const PULSE_MS = 400;

/** How long it may take to give it. */
const ANSWER_MS = 500;

/** Hears of every process's changes by LISTEN on a connection of its own, which it renews for as long as it lives. */
export class PostgresCredentialChanges implements CredentialChanges {
  readonly #database: Database;
  readonly #listeners: ((change: CredentialChange) => void)[] = [];
  readonly #stopping = new AbortController();
  #listening: Promise<void> | undefined;

  constructor(database: Database) {
    this.#database = database;
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

  start(): void {
    this.#tell({ kind: 'blind' });
    this.#listening = this.#listen();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#listening;
  }

  async #listen(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#listenOnce(signal).catch(() => {});
      this.#tell({ kind: 'blind' });
      await sleep(PULSE_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** Listens until the connection breaks. */
  async #listenOnce(signal: AbortSignal): Promise<void> {
    const { host, port, user, database, password, ssl, connectionString } = this.#database.pool.options;
    const address = { host, port, user, database, password, ssl, connectionString };
    const given = Object.fromEntries(Object.entries(address).filter(([, value]) => value !== undefined));
    const client = new Client({ ...given, connectionTimeoutMillis: 2_000, query_timeout: ANSWER_MS });
    client.on('error', () => {});
    client.on('notification', ({ payload = '' }) => this.#tell({ kind: 'changed', id: payload }));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      this.#tell({ kind: 'sighted' });
      while (!signal.aborted) {
        await sleep(PULSE_MS, undefined, { signal, ref: false });
        await client.query('select 1');
      }
    } finally {
      await client.end().catch(() => {});
    }
  }

  #tell(change: CredentialChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}
