import type { ClientBase } from 'pg';
import { readOnlyError } from './errors.ts';

/** How long a new connection may take, and then its settings. */
export const CONNECTION_TIMEOUT_MS = 5_000;

/**
 * After this time without a response the driver closes the connection: the server cannot end a statement when it hangs
 * or is out of reach. Longer than the timeout of a statement, since some wait behind others in a pipeline.
 */
export const RESPONSE_TIMEOUT_MS = 15_000;

/** Then TCP asks an idle connection's server once a second, ten times at most, whether it is there. */
export const KEEP_ALIVE_DELAY_MS = 5_000;

/** Timeouts of every connection, so that no statement waits or holds a lock for long. */
const TIMEOUTS = {
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

const IS_STANDBY = {
  text: 'select pg_is_in_recovery() as "isStandby"',
  query_timeout: CONNECTION_TIMEOUT_MS,
};

/** Like `makeSetSession`, for connections that write: those to a standby, such as a former primary, are refused. */
export const makeSetPrimarySession = (...own: Parameters<typeof makeSetSession>) => {
  const setSession = makeSetSession(...own);
  return async (client: ClientBase): Promise<void> => {
    const [{ rows }] = await Promise.all([client.query<{ isStandby: boolean }>(IS_STANDBY), setSession(client)]);
    if (rows[0]?.isStandby) throw readOnlyError('the server is a standby');
  };
};
