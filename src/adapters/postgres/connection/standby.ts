// Why: docs/decisions/0079-reads-from-a-standby.md

import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Log } from '#core/shared/log.ts';
import { prepare } from '../statements/prepare.ts';
import { db } from '../statements/sql-builder.ts';
import { SERVER } from './session-settings.ts';
import type { Query } from './statements.ts';

/** How long reads wait until the standby has replayed what was committed before them. */
const MAX_WAIT_MS = 200;

/** How long reads wait for a server that does not respond. */
const RESPONSE_TIMEOUT_MS = 500;

const POLL_INTERVAL_MS = 2;

/** Reads that arrive meanwhile share a check: under load, it costs each of them little. */
const CHECK_INTERVAL_MS = 1;

/** The pause between checks of a standby that is not used. */
const RETRY_INTERVAL_MS = 2_000;

/** The server, its history, the database and the schema, which are the same for a primary and its standby. */
const identity = (timeline: string) =>
  sql<string>`concat_ws(' ', system_identifier, ${sql.raw(timeline)}, current_database(), current_schema())`;

/**
 * What the tables that a standby serves have committed is before the position: a commit is flushed first, unless the role's
 * commits are asynchronous.
 */
const FIND_POSITION = prepare()<{ position: string; identity: string }>(() => ({
  compile: () =>
    sql<{ position: string; identity: string }>`
      select written.position::text as position,
        ${identity(`('x' || left(pg_walfile_name(written.position), 8))::bit(32)::integer`)} as identity
      from pg_control_system(), (select case current_setting('synchronous_commit')
        when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end as position) as written`.compile(
      db,
    ),
}));

type State = Readonly<{ is_standby: boolean; identity: string; server: string; has_replayed: boolean }>;

/** Also reads `products`, so that a standby whose role may not read it is never used. */
const FIND_STATE = prepare<{ position: string }>()<State>(($) => ({
  compile: () =>
    sql<State>`
      select pg_is_in_recovery() as is_standby, ${identity('min_recovery_end_timeline')} as identity,
        ${sql.raw(SERVER)} as server,
        coalesce(pg_last_wal_replay_lsn() >= ${$('position')}::pg_lsn, false) as has_replayed
      from pg_control_system(), pg_control_recovery() left join (select from products limit 1) as found on true`.compile(
      db,
    ),
}));

type Deps = Readonly<{
  primary: Query;
  /** On a connection of its own, so that a check never waits behind reads. */
  standby: Query;
  log: Log | undefined;
}>;

/** Decides for each read whether it can use a standby. */
export class Standby {
  readonly #deps: Deps;
  /** The check that has not begun yet, which reads can still join. */
  #next: Promise<boolean> | undefined;
  #last: Promise<unknown> = Promise.resolve();
  /** Why it is not used; undefined while it is. */
  #problem: string | undefined = 'it was not checked yet';
  #unusedSince = performance.now();
  #lastCheckAt = Number.NEGATIVE_INFINITY;
  /** The server that was checked last. */
  server: string | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Checks it, and returns for how many seconds it has not been used; 0 while it is. */
  async unusedSeconds(): Promise<number> {
    await this.#check();
    return this.#problem === undefined ? 0 : (performance.now() - this.#unusedSince) / 1000;
  }

  /** Whether it has everything that was committed before the call. No read waits for a standby that is not used. */
  async isUpToDate(): Promise<boolean> {
    if (this.#problem === undefined) return this.#check();
    if (performance.now() - this.#lastCheckAt > RETRY_INTERVAL_MS) void this.#check();
    return false;
  }

  /** Checks the standby by a check that begins after the call. */
  #check(): Promise<boolean> {
    this.#next ??= this.#checkNext();
    return this.#next;
  }

  async #checkNext(): Promise<boolean> {
    await this.#last;
    const pause = this.#lastCheckAt + CHECK_INTERVAL_MS - performance.now();
    if (pause > 0) await sleep(pause);
    this.#next = undefined;
    this.#lastCheckAt = performance.now();
    const checked = inTime(this.#findProblem(this.#lastCheckAt + MAX_WAIT_MS));
    this.#last = checked;
    this.#note(await checked);
    return this.#problem === undefined;
  }

  async #findProblem(deadline: number): Promise<string | undefined> {
    const [primary] = await this.#deps.primary(FIND_POSITION({}), true).catch((error: unknown) => {
      throw new Error(`the primary does not answer: ${messageOf(error)}`);
    });
    if (primary === undefined) return 'the position of the primary is not known';
    const { position, identity } = primary;
    do {
      const [state] = await this.#deps.standby(FIND_STATE({ position }));
      if (state?.is_standby !== true) return 'it is not a standby';
      if (state.identity !== identity) return `it is ${state.identity}, the primary is ${identity}`;
      this.server = state.server;
      if (state.has_replayed) return undefined;
      await sleep(POLL_INTERVAL_MS);
    } while (performance.now() < deadline);
    return `it is more than ${MAX_WAIT_MS} ms behind`;
  }

  #note(problem: string | undefined): void {
    if (problem === this.#problem) return;
    if (problem === undefined) this.#deps.log?.info({}, 'reads use the standby');
    else this.#deps.log?.warn({ reason: problem }, 'reads do not use the standby');
    if (this.#problem === undefined) this.#unusedSince = performance.now();
    this.#problem = problem;
  }
}

/**
 * Reads by `here`, and by `otherwise` what fails there, except what takes too long and would do so again. Statements with
 * one `state` are read by `otherwise` once one of them has failed.
 */
export const orElse =
  (here: Query, otherwise: Query, state: { hasFailed: boolean } = { hasFailed: false }): Query =>
  (statement, isShort) => {
    if (state.hasFailed) return otherwise(statement, isShort);
    return here(statement, isShort).catch((error) => {
      if (isCancelled(error)) throw error;
      state.hasFailed = true;
      return otherwise(statement, isShort);
    });
  };

/** The problem, or why it is not known. */
const inTime = async (problem: Promise<string | undefined>): Promise<string | undefined> => {
  const late = Promise.withResolvers<string>();
  const timer = setTimeout(() => late.resolve('it does not respond'), RESPONSE_TIMEOUT_MS);
  try {
    return await Promise.race([problem, late.promise]);
  } catch (error) {
    return messageOf(error);
  } finally {
    clearTimeout(timer);
  }
};

const messageOf = (error: unknown): string => {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message : message;
};

/** The error of a statement that PostgreSQL has ended for its time. */
const isCancelled = (error: unknown): boolean => (error as { cause?: { code?: string } }).cause?.code === '57014';
