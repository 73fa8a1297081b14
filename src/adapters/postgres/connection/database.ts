import { MikroORM } from '@mikro-orm/postgresql';
import pLimit from 'p-limit';
import { type ClientConfig, type Pool, type QueryResultRow, TypeOverrides } from 'pg';
import { TABLES } from '../schema.ts';
import { translateError } from './errors.ts';
import type { PipelinedStatements } from './pipelined-statements.ts';
import { type PoolerMode, SENDING } from './pooler.ts';
import { CONNECTIONS, openPoolsBeside, type Pools } from './pools.ts';
import { CONNECTION_TIMEOUT_MS } from './session-settings.ts';
import { type Statement, withStatementName } from './statements.ts';

/** The address of a PostgreSQL: a connection URL, or a socket directory. */
export type DatabaseAddress =
  | Readonly<{ url: string }>
  | Readonly<{ host: string; port: number; user: string; database: string }>;

/**
 * Runs a statement outside any transaction, prepared once per connection.
 * @param isShort Whether it reads some rows by their keys, so that it need not wait behind others.
 */
type Query = <R extends QueryResultRow>(statement: Statement<R>, isShort?: boolean) => Promise<R[]>;

/** A database: MikroORM, and the pools below it for hot statements. */
export type Database = Readonly<{
  orm: MikroORM;
  /** The pool of transactions, which MikroORM uses too. */
  pool: Pool;
  pools: Pools;
  query: Query;
  /** Reads of what anybody may read: on connections of their own, with a short timeout. */
  publicReads: Readonly<{ query: Query }>;
  /** Searches of what anybody may read, and counts of it. */
  publicSearches: Readonly<{ query: Query }>;
  /** Runs a background statement: only a few at once, and nothing waits behind it. */
  queryInBackground: Query;
  /** Where notifications arrive. Undefined: nowhere. */
  listenAddress: ClientConfig | undefined;
  close(): Promise<void>;
}>;

/** With the default of ten seconds, calls after every pause would wait for connections and plans. */
const IDLE_TIMEOUT_MS = 600_000;

export type PoolerOptions = Readonly<{
  /** `session` if omitted. */
  pooler?: PoolerMode | undefined;
  /** The same database on a connection that keeps its server connection, for notifications. */
  listenUrl?: string | undefined;
}>;

/** Opens a connection pool; the first connection is opened on demand. */
export const openDatabase = async (
  address: DatabaseAddress,
  { pooler = 'session', listenUrl }: PoolerOptions = {},
): Promise<Database> => {
  const { makeSetConnection, statementsOn, singleStatementsOn } = SENDING[pooler];
  const orm = await MikroORM.init({
    entities: [...TABLES],
    ...('url' in address
      ? { clientUrl: address.url }
      : { host: address.host, port: address.port, user: address.user, dbName: address.database }),
    pool: { min: 0, max: CONNECTIONS.transactions, idleTimeoutMillis: IDLE_TIMEOUT_MS },
    driverOptions: {
      // pg sends a statement without waiting for the results of earlier ones
      pipeline: true,
      keepAlive: true,
      // MikroORM uses the host of a URL and drops parameters such as sslmode
      ...('url' in address ? { connectionString: address.url } : {}),
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      // the driver's own types: MikroORM would give timestamps as text to statements and as dates to entities
      types: new TypeOverrides(),
      onConnect: makeSetConnection(),
    },
    // the identity map belongs to one transaction and is dropped with it
    allowGlobalContext: false,
    ensureDatabase: false,
    logger: () => {},
  });
  const pool = (await orm.em.getConnection().getNativeClient()) as unknown as Pool;
  const pools = { transactions: pool, ...openPoolsBeside(pool, makeSetConnection) };
  // a pooler in transaction mode would keep the channels on a connection that others get
  const ownAddress = pooler === 'session' ? addressOf(pool) : undefined;
  return {
    orm,
    pool,
    pools,
    query: queryOn(statementsOn(pools.statements)),
    publicReads: { query: queryOn(statementsOn(pools.publicReads)) },
    publicSearches: { query: queryOn(statementsOn(pools.publicSearches)) },
    queryInBackground: queryOn(inBackground(singleStatementsOn(pool))),
    listenAddress: listenUrl === undefined ? ownAddress : { connectionString: listenUrl },
    async close() {
      await orm.close(true);
      // MikroORM closes its pool only if it has used it itself
      await Promise.all(Object.values(pools).map((each) => each.ending || each.end()));
    },
  };
};

/** Where a pool connects to. */
const addressOf = ({ options }: Pool): ClientConfig => {
  const { host, port, user, database, password, ssl, connectionString } = options;
  const address = { host, port, user, database, password, ssl, connectionString };
  return Object.fromEntries(Object.entries(address).filter(([, value]) => value !== undefined));
};

const queryOn =
  (run: PipelinedStatements): Query =>
  async <R extends QueryResultRow>(statement: Statement<R>, isShort = false): Promise<R[]> => {
    try {
      return (await run(withStatementName(statement), isShort)) as R[];
    } catch (error) {
      throw translateError(error);
    }
  };

/** Few, so that requests always find a connection. */
const MAX_CONCURRENT_STATEMENTS = 3;

/**
 * Runs each background statement alone on a pooled connection, not pipelined, so that no statement waits behind a slow
 * one. More than the maximum are queued.
 */
const inBackground = (run: PipelinedStatements): PipelinedStatements => {
  const limit = pLimit(MAX_CONCURRENT_STATEMENTS);
  return (query, isShort) => limit(() => run(query, isShort));
};
