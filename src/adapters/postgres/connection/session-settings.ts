import type { ClientBase, QueryConfig } from 'pg';
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

type OwnTimeouts = Partial<Pick<typeof TIMEOUTS, 'statement_timeout'>>;

/** Prepares a new connection. */
type SetConnection = (client: ClientBase) => Promise<void>;

/** @param own A timeout of statements of its own. */
export type MakeSetConnection = (own?: OwnTimeouts) => SetConnection;

const settingsWith = (own: OwnTimeouts | undefined, set: 'set' | 'set local'): string =>
  Object.entries({ ...TIMEOUTS, ...PLANNING, ...own })
    .map(([name, value]) => `${set} ${name} = ${value}`)
    .join('; ');

/** Sets the settings of a new connection. */
export const makeSetSession: MakeSetConnection = (own) => {
  // not as parameters of the start: poolers such as PgBouncer refuse those that they do not know
  // the pool limits only the time until then
  const statement = { text: settingsWith(own, 'set'), query_timeout: CONNECTION_TIMEOUT_MS };
  return async (client) => {
    await client.query(statement);
  };
};

/**
 * Lets each transaction of a new connection begin with the settings, which end with it, and sends statements without their
 * names: the next transaction may have another server connection, which has neither.
 */
export const makeSetTransactions: MakeSetConnection = (own) => {
  // a pooler may let it wait for a server connection
  const begin = { text: `begin; ${settingsWith(own, 'set local')}`, query_timeout: CONNECTION_TIMEOUT_MS };
  const adapted = (query: string | QueryConfig): string | QueryConfig => {
    // the driver writes into what it is given
    if ((typeof query === 'string' ? query : query.text) === 'begin') return { ...begin };
    if (typeof query === 'string') return query;
    return query.name === undefined ? query : { ...query, name: undefined };
  };
  return async (client) => {
    const send = client.query.bind(client) as (...given: unknown[]) => unknown;
    const query = (first: string | QueryConfig, ...others: unknown[]): unknown => send(adapted(first), ...others);
    Object.assign(client, { query });
  };
};

/** Also asks each new connection for a value; it is closed again if `use` throws. */
export const asking =
  <T>(
    makeSet: MakeSetConnection,
    value: string,
    use: (value: T | undefined, client: ClientBase) => void,
  ): MakeSetConnection =>
  (own) => {
    const set = makeSet(own);
    const statement = { text: `select ${value} as value`, query_timeout: CONNECTION_TIMEOUT_MS };
    return async (client) => {
      const [{ rows }] = await Promise.all([client.query<{ value: T }>(statement), set(client)]);
      use(rows[0]?.value, client);
    };
  };

/** For connections to the primary: those to a standby, such as a former primary, are refused. */
export const refusingStandbys = (makeSet: MakeSetConnection): MakeSetConnection =>
  asking<boolean>(makeSet, 'pg_is_in_recovery()', (isStandby) => {
    if (isStandby) throw readOnlyError('the server is a standby');
  });

/** Tells a server from others, and from itself before a restart. */
export const SERVER = 'pg_postmaster_start_time()::text';
