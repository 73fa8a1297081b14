import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import type { Database } from './database.ts';

/** The interval of pings: a silent connection would hide notifications. */
const PING_INTERVAL_MS = 400;

/** The timeout of a ping. */
const RESPONSE_TIMEOUT_MS = 500;

/** How often a notification proves that notifications arrive: a transaction pooler would answer pings and lose them. */
const HEARTBEAT_INTERVAL_MS = 5_000;
const HEARTBEAT_TIMEOUT_MS = 5_000;
const HEARTBEAT_CHANNEL = 'heartbeats';

/** Receives NOTIFY messages on a connection of its own, which it reopens as needed. */
export class PostgresNotifications {
  readonly #database: Database;
  readonly #listeners = new Map<string, ((payload: string) => void)[]>();
  readonly #watchers: ((isHearing: boolean) => void)[] = [];
  readonly #stopping = new AbortController();
  #listening: Promise<void> | undefined;
  /** Called with the payload of each heartbeat. */
  #onHeartbeat: (payload: string) => void = () => {};

  constructor(database: Database) {
    this.#database = database;
    this.on(HEARTBEAT_CHANNEL, (payload) => this.#onHeartbeat(payload));
  }

  /** Subscribes to a channel; call it before `start`. */
  on(channel: string, listener: (payload: string) => void): void {
    this.#listeners.set(channel, [...(this.#listeners.get(channel) ?? []), listener]);
  }

  /** Reports when notifications may be lost, and when they arrive again. */
  watch(watcher: (isHearing: boolean) => void): void {
    this.#watchers.push(watcher);
  }

  start(): void {
    this.#tellWatchers(false);
    const address = this.#database.listenAddress;
    if (address !== undefined) this.#listening = this.#listen(address);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#listening;
  }

  async #listen(address: ClientConfig): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#listenOnce(address, signal).catch(() => {});
      this.#tellWatchers(false);
      await sleep(PING_INTERVAL_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** Listens until the connection breaks. */
  async #listenOnce(address: ClientConfig, signal: AbortSignal): Promise<void> {
    const client = new Client({ ...address, connectionTimeoutMillis: 2_000, query_timeout: RESPONSE_TIMEOUT_MS });
    client.on('error', () => {});
    client.on('notification', ({ channel, payload = '' }) => {
      for (const listener of this.#listeners.get(channel) ?? []) listener(payload);
    });
    try {
      await client.connect();
      await client.query([...this.#listeners.keys()].map((channel) => `listen ${channel}`).join('; '));
      await this.#proveHearing(signal);
      this.#tellWatchers(true);
      while (!signal.aborted) {
        const proof = this.#proveHearing(signal);
        // awaited after the pings
        proof.catch(() => {});
        for (let pings = 0; pings < HEARTBEAT_INTERVAL_MS / PING_INTERVAL_MS; pings += 1) {
          await sleep(PING_INTERVAL_MS, undefined, { signal, ref: false });
          await client.query('select 1');
        }
        await proof;
      }
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** Sends a notification on another connection and waits for it. @throws Error if it does not arrive. */
  async #proveHearing(signal: AbortSignal): Promise<void> {
    const nonce = randomUUID();
    const arrival = Promise.withResolvers<void>();
    this.#onHeartbeat = (payload) => {
      if (payload === nonce) arrival.resolve();
    };
    const timeout = sleep(HEARTBEAT_TIMEOUT_MS, undefined, { signal, ref: false }).then(() => {
      throw new Error('A notification did not arrive.');
    });
    const sent = this.#database.queryInBackground({
      text: 'select pg_notify($1, $2)',
      values: [HEARTBEAT_CHANNEL, nonce],
    });
    await Promise.race([Promise.all([sent, arrival.promise]), timeout]);
  }

  #tellWatchers(isHearing: boolean): void {
    for (const watcher of this.#watchers) watcher(isHearing);
  }
}
