import type { ClientBase } from 'pg';

/** How long a new connection may take, and then its settings. */
export const CONNECTION_TIMEOUT_MS = 5_000;

/** Timeouts of every connection, so that no statement waits or holds a lock for long. */
export const TIMEOUTS = {
  statement_timeout: 10_000,
  lock_timeout: 3_000,
  idle_in_transaction_session_timeout: 30_000,
};

/**
 * PostgreSQL may keep the generic plan of a prepared statement until the table is analyzed. Without `enable_seqscan=off`,
 * a statement prepared while its table was small would scan the whole table until then. A remaining sequential scan, for
 * lack of a suitable index, gets a very high cost, which would trigger JIT compilation: hence `jit=off`.
 */
const PLANNING = { enable_seqscan: 'off', jit: 'off' };

/** Sets the settings of a new connection, with a timeout of statements of its own. */
export const makeSetSession = (own: Partial<Pick<typeof TIMEOUTS, 'statement_timeout'>> = {}) => {
  // not as parameters of the start: poolers such as PgBouncer refuse those that they do not know
  const text = Object.entries({ ...TIMEOUTS, ...PLANNING, ...own })
    .map(([name, value]) => `set ${name} = ${value}`)
    .join('; ');
  // the pool limits only the time until then
  const statement = { text, query_timeout: CONNECTION_TIMEOUT_MS };
  return async (client: ClientBase): Promise<void> => {
    await client.query(statement);
  };
};
