// Why: docs/decisions/0021-connections-of-a-process.md

import { type ClientBase, Pool, type PoolConfig } from 'pg';
import { asking, type MakeSetConnection, refusingStandbys, SERVER, TIMEOUTS } from './session-settings.ts';

/** How many connections each use of the database has, so that none takes those of another. */
export const CONNECTIONS = {
  /** Transactions and background statements. */
  transactions: 10,
  /** Statements outside transactions. */
  statements: 6,
  /** Reads of what anybody may read. */
  publicReads: 4,
  /** Searches and counts among them, behind which the others would wait. */
  publicSearches: 2,
};

/** A page that anybody may read takes some milliseconds; a statement of this duration is an attack or an outage. */
const PUBLIC_TIMEOUTS = { statement_timeout: 3_000 };

/** A pool for each use. */
export type Pools = Readonly<Record<keyof typeof CONNECTIONS, Pool>>;

/** Opens the other pools beside the pool of transactions: on the same database, with the same settings. */
export const openPoolsBeside = (pool: Pool, makeSet: MakeSetConnection): Omit<Pools, 'transactions'> => {
  const onConnect = refusingStandbys(makeSet)(PUBLIC_TIMEOUTS);
  return {
    statements: openBeside(pool, { max: CONNECTIONS.statements }),
    publicReads: openBeside(pool, { max: CONNECTIONS.publicReads, onConnect }),
    publicSearches: openBeside(pool, { max: CONNECTIONS.publicSearches, onConnect }),
  };
};

/** How many connections to a standby each use of it has. */
const STANDBY_CONNECTIONS = { checks: 1, reports: 3, publicReads: 4, publicSearches: 2 };

/** A pool for each use of a standby. */
export type StandbyPools = Readonly<Record<keyof typeof STANDBY_CONNECTIONS, Pool>>;

/** After PostgreSQL's own time limit: a server that is silent for longer has stopped. */
const beyond = (statementTimeoutMs: number): PoolConfig => ({ query_timeout: statementTimeoutMs + 1_000 });

type StandbyOptions = Readonly<{
  url: string;
  makeSet: MakeSetConnection;
  /** The server that was checked last. */
  checked: () => string | undefined;
}>;

/** Opens the pools of a standby of the pool's database, with the same settings. */
export const openStandbyPools = (pool: Pool, { url, makeSet, checked }: StandbyOptions): StandbyPools => {
  const open = (use: keyof typeof STANDBY_CONNECTIONS, settings: PoolConfig): Pool =>
    openBeside(pool, { connectionString: url, max: STANDBY_CONNECTIONS[use], ...settings });
  const servers = new WeakMap<ClientBase, string | undefined>();
  const makeSetReads = asking<string>(makeSet, SERVER, (server, client) => servers.set(client, server));
  // an address may lead to several servers: what is read from another one fails, and the pool drops its connection
  const openReads = (use: keyof typeof STANDBY_CONNECTIONS, settings: PoolConfig): Pool =>
    open(use, settings).on('acquire', (client) => {
      if (servers.get(client) !== checked()) client.end().catch(() => {});
    });
  const ofPublic = { onConnect: makeSetReads(PUBLIC_TIMEOUTS), ...beyond(PUBLIC_TIMEOUTS.statement_timeout) };
  return {
    checks: open('checks', { onConnect: makeSet(), ...beyond(0) }),
    reports: openReads('reports', { onConnect: makeSetReads(), ...beyond(TIMEOUTS.statement_timeout) }),
    publicReads: openReads('publicReads', ofPublic),
    publicSearches: openReads('publicSearches', ofPublic),
  };
};

const openBeside = (pool: Pool, settings: PoolConfig): Pool => {
  // the password is not enumerable
  const { password } = pool.options;
  const other = new Pool({ ...pool.options, ...(password === undefined ? {} : { password }), ...settings });
  // the pool drops broken connections itself, and their statements fail
  const ignore = (): void => {};
  other.on('error', ignore).on('connect', (client) => client.on('error', ignore));
  return other;
};
