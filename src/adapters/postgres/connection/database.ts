import { MikroORM } from '@mikro-orm/postgresql';
import pLimit from 'p-limit';
import { type Pool, type QueryConfig, type QueryResultRow, TypeOverrides } from 'pg';
import type { Log } from '#core/shared/log.ts';
import type { Tracing } from '#core/shared/tracing.ts';
import { TABLES } from '../schema.ts';
import { translateError } from './errors.ts';
import { makePipelinedStatements } from './pipelined-statements.ts';
import { CONNECTIONS, openPoolsBeside, openStandbyPools, type Pools, type StandbyPools } from './pools.ts';
import { CONNECTION_TIMEOUT_MS, makeSetSession } from './session-settings.ts';
import { orElse, Standby } from './standby.ts';
import { inSpan } from './statement-span.ts';
import { type NamedStatement, type Query, type Statement, withStatementName } from './statements.ts';

/** The address of a PostgreSQL: a connection URL, or a socket directory. */
export type DatabaseAddress =
  | Readonly<{ url: string }>
  | Readonly<{ host: string; port: number; user: string; database: string }>;

type PublicReads = Readonly<{
  reads: Readonly<{ query: Query }>;
  /** Searches, and counts. */
  searches: Readonly<{ query: Query }>;
}>;

/** A database: MikroORM, and the pools below it for hot statements. */
export type Database = Readonly<{
  orm: MikroORM;
  /** The pool of transactions, which MikroORM uses too. */
  pool: Pool;
  pools: Pools;
  query: Query;
  /** Undefined: nothing is traced. */
  tracing: Tracing | undefined;
  /** Where a read of what anybody may read runs its statements: on connections of their own, with a short timeout. */
  publicReads: () => Promise<PublicReads>;
  /** Runs a background statement: only a few at once, and nothing waits behind it. */
  queryInBackground: Query;
  /** Reads that take long, of the standby if there is one. */
  reports: Readonly<{ query: Query; queryInBackground: Query }>;
  standby?: Readonly<{
    pools: StandbyPools;
    /** Checks the standby. */
    unusedSeconds: () => Promise<number>;
  }>;
  close(): Promise<void>;
}>;

/** With the default of ten seconds, calls after every pause would wait for connections and plans. */
const IDLE_TIMEOUT_MS = 600_000;

/** A standby of the database. */
export type StandbyAddress = Readonly<{
  url: string;
  /** Whether it serves reads of what anybody may read. */
  servesPublicReads: boolean;
}>;

type Options = Readonly<{ tracing?: Tracing | undefined }> &
  (Readonly<{ standby: StandbyAddress; log: Log }> | Readonly<{ standby?: undefined; log?: Log }>);

/** Opens connection pools; the first connection of each is opened on demand. */
export const openDatabase = async (
  address: DatabaseAddress,
  { tracing, standby, log }: Options = {},
): Promise<Database> => {
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
  const query = queryOn(makePipelinedStatements(pools.statements), tracing);
  const queryInBackground = queryOn(makeBackgroundStatements(pool), tracing);
  const publicReads = publicReadsOn(pools, tracing);
  const database = {
    orm,
    pool,
    pools,
    tracing,
    query,
    publicReads: async () => publicReads,
    queryInBackground,
    reports: { query, queryInBackground },
    async close() {
      await orm.close(true);
      // MikroORM closes its pool only if it has used it itself
      await endAll(pools);
    },
  };
  return standby === undefined ? database : withStandby(database, standby, log);
};

const endAll = (pools: Readonly<Record<string, Pool>>) =>
  Promise.all(Object.values(pools).map((each) => each.ending || each.end()));

const publicReadsOn = (
  pools: Pick<Pools, 'publicReads' | 'publicSearches'>,
  tracing: Tracing | undefined,
): PublicReads => ({
  reads: { query: queryOn(makePipelinedStatements(pools.publicReads), tracing) },
  searches: { query: queryOn(makePipelinedStatements(pools.publicSearches), tracing) },
});

/** The database with reads of its standby. */
const withStandby = async (database: Database, address: StandbyAddress, log: Log): Promise<Database> => {
  const pools = openStandbyPools(database.pool, address.url);
  const check = queryOn(makePipelinedStatements(pools.checks));
  const standby = new Standby({ primary: database.query, standby: check, log });
  const report = queryOn(makeBackgroundStatements(pools.reports), database.tracing);
  const reportOr = (otherwise: Query): Query => {
    const preferred = orElse(report, otherwise);
    return async (...read) => ((await standby.isUpToDate()) ? preferred : otherwise)(...read);
  };
  const [here, otherwise] = [publicReadsOn(pools, database.tracing), await database.publicReads()];
  const publicReads = {
    reads: { query: orElse(here.reads.query, otherwise.reads.query) },
    searches: { query: orElse(here.searches.query, otherwise.searches.query) },
  };
  return {
    ...database,
    reports: { query: reportOr(database.query), queryInBackground: reportOr(database.queryInBackground) },
    ...(address.servesPublicReads && {
      publicReads: async () => ((await standby.isUpToDate()) ? publicReads : otherwise),
    }),
    standby: { pools, unusedSeconds: () => standby.unusedSeconds() },
    async close() {
      await database.close();
      await endAll(pools);
    },
  };
};

type Run = (statement: NamedStatement, isShort: boolean) => Promise<unknown[]>;

const queryOn = (run: Run, tracing?: Tracing): Query => {
  const query = async <R extends QueryResultRow>(statement: Statement<R>, isShort = false): Promise<R[]> => {
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
