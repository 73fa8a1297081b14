import { MikroORM } from '@mikro-orm/postgresql';
import pLimit from 'p-limit';
import { type Pool, type QueryConfig, type QueryResultRow, TypeOverrides } from 'pg';
import type { Tracing } from '#core/shared/tracing.ts';
import { TABLES } from '../schema.ts';
import { translateError } from './errors.ts';
import { makePipelinedStatements } from './pipelined-statements.ts';
import { CONNECTIONS, openPoolsBeside, type Pools } from './pools.ts';
import { CONNECTION_TIMEOUT_MS, makeSetSession } from './session-settings.ts';
import { inSpan } from './statement-span.ts';
import { type NamedStatement, type Statement, withStatementName } from './statements.ts';

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
  /** Undefined: nothing is traced. */
  tracing: Tracing | undefined;
  /** Runs a background statement: only a few at once, and nothing waits behind it. */
  queryInBackground: Query;
  close(): Promise<void>;
}>;

/** With the default of ten seconds, calls after every pause would wait for connections and plans. */
const IDLE_TIMEOUT_MS = 600_000;

/** Opens a connection pool; the first connection is opened on demand. */
export const openDatabase = async (address: DatabaseAddress, tracing?: Tracing): Promise<Database> => {
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
      onConnect: makeSetSession(),
    },
    // the identity map belongs to one transaction and is dropped with it
    allowGlobalContext: false,
    ensureDatabase: false,
    logger: () => {},
  });
  const pool = (await orm.em.getConnection().getNativeClient()) as unknown as Pool;
  const pools = { transactions: pool, ...openPoolsBeside(pool) };
  const queryOn = makeQueryOn(tracing);
  return {
    orm,
    pool,
    pools,
    tracing,
    query: queryOn(makePipelinedStatements(pools.statements)),
    publicReads: { query: queryOn(makePipelinedStatements(pools.publicReads)) },
    publicSearches: { query: queryOn(makePipelinedStatements(pools.publicSearches)) },
    queryInBackground: queryOn(makeBackgroundStatements(pool)),
    async close() {
      await orm.close(true);
      // MikroORM closes its pool only if it has used it itself
      await Promise.all(Object.values(pools).map((each) => each.ending || each.end()));
    },
  };
};

const makeQueryOn =
  (tracing: Tracing | undefined) =>
  (run: (statement: NamedStatement, isShort: boolean) => Promise<unknown[]>): Query => {
    const query: Query = async <R extends QueryResultRow>(statement: Statement<R>, isShort = false): Promise<R[]> => {
      try {
        return (await run(withStatementName(statement), isShort)) as R[];
      } catch (error) {
        throw translateError(error);
      }
    };
    if (tracing === undefined) return query;
    return (statement, isShort) => inSpan(tracing, statement.text, () => query(statement, isShort));
  };

/** Few, so that requests always find a connection. */
const MAX_CONCURRENT_STATEMENTS = 3;

/**
 * Runs each background statement alone on a pooled connection, not pipelined, so that no statement waits behind a slow
 * one. More than the maximum are queued.
 */
const makeBackgroundStatements = (pool: Pool): ((query: QueryConfig) => Promise<unknown[]>) => {
  const limit = pLimit(MAX_CONCURRENT_STATEMENTS);
  return (query) => limit(async () => (await pool.query(query)).rows);
};
