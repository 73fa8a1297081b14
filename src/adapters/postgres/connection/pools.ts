// Why: docs/decisions/0021-connections-of-a-process.md

import { Pool, type PoolConfig } from 'pg';
import { makeSetPrimarySession } from './session-settings.ts';

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
const PUBLIC_READ_TIMEOUT_MS = 3_000;

/** A pool for each use. */
export type Pools = Readonly<Record<keyof typeof CONNECTIONS, Pool>>;

/** Opens the other pools beside the pool of transactions: on the same database, with the same settings. */
export const openPoolsBeside = (pool: Pool): Omit<Pools, 'transactions'> => {
  const open = (max: number, settings: PoolConfig = {}): Pool => {
    // the password is not enumerable
    const { password } = pool.options;
    const other = new Pool({ ...pool.options, ...(password === undefined ? {} : { password }), max, ...settings });
    // the pool drops broken connections itself, and their statements fail
    const ignore = (): void => {};
    other.on('error', ignore).on('connect', (client) => client.on('error', ignore));
    return other;
  };
  const setPublicSession = makeSetPrimarySession({ statement_timeout: PUBLIC_READ_TIMEOUT_MS });
  return {
    statements: open(CONNECTIONS.statements),
    publicReads: open(CONNECTIONS.publicReads, { onConnect: setPublicSession }),
    publicSearches: open(CONNECTIONS.publicSearches, { onConnect: setPublicSession }),
  };
};
