import { MikroORM } from '@mikro-orm/postgresql';
import pLimit from 'p-limit';
import { type ClientConfig, type Pool, type QueryResultRow, TypeOverrides } from 'pg';
import type { Log } from '#core/shared/log.ts';
import type { Tracing } from '#core/shared/tracing.ts';
import { TABLES } from '../schema.ts';
import { translateError } from './errors.ts';
import type { PipelinedStatements } from './pipelined-statements.ts';
import { type PoolerMode, SENDING, type Sending } from './pooler.ts';
import { CONNECTIONS, openPoolsBeside, openStandbyPools, type Pools, type StandbyPools } from './pools.ts';
import {
  CONNECTION_TIMEOUT_MS,
  KEEP_ALIVE_DELAY_MS,
  RESPONSE_TIMEOUT_MS,
  refusingStandbys,
} from './session-settings.ts';
import { orElse, Standby } from './standby.ts';
import { inSpan } from './statement-span.ts';
import { type Query, type Statement, withStatementName } from './statements.ts';

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
  /** Where notifications arrive. Undefined: nowhere. */
  listenAddress: ClientConfig | undefined;
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

export type DatabaseOptions = Readonly<{
  /** `session` if omitted. */
  pooler?: PoolerMode | undefined;
  /** The same database on a connection that keeps its server connection, for notifications. */
  listenUrl?: string | undefined;
  standby?: StandbyAddress | undefined;
  /** How long the server may take to respond; 0 for as long as it needs, as for migrations. */
  responseTimeoutMs?: number;
  /** Undefined: nothing is traced. */
  tracing?: Tracing | undefined;
  /** Where it is said whether the standby is used. */
  log?: Log;
}>;

/** Opens connection pools; the first connection of each is opened on demand. */
export const openDatabase = async (
  address: DatabaseAddress,
  {
    pooler = 'session',
    responseTimeoutMs = RESPONSE_TIMEOUT_MS,
    listenUrl,
    standby,
    tracing,
    log,
  }: DatabaseOptions = {},
): Promise<Database> => {
  const sending = SENDING[pooler];
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
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
      // MikroORM uses the host of a URL and drops parameters such as sslmode
      ...('url' in address ? { connectionString: address.url } : {}),
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      query_timeout: responseTimeoutMs,
      // the driver's own types: MikroORM would give timestamps as text to statements and as dates to entities
      types: new TypeOverrides(),
      onConnect: refusingStandbys(sending.makeSetConnection)(),
    },
    // the identity map belongs to one transaction and is dropped with it
    allowGlobalContext: false,
    ensureDatabase: false,
    logger: () => {},
  });
  const pool = (await orm.em.getConnection().getNativeClient()) as unknown as Pool;
  const pools = { transactions: pool, ...openPoolsBeside(pool, sending.makeSetConnection) };
  // a pooler in transaction mode would keep the channels on a connection that others get
  const ownAddress = pooler === 'session' ? addressOf(pool) : undefined;
  const query = queryOn(sending.statementsOn(pools.statements), tracing);
  const queryInBackground = queryOn(inBackground(sending.singleStatementsOn(pool)), tracing);
  const publicReads = publicReadsOn(pools, { sending, tracing });
  const database = {
    orm,
    pool,
    pools,
    tracing,
    query,
    publicReads: async () => publicReads,
    queryInBackground,
    reports: { query, queryInBackground },
    listenAddress: listenUrl === undefined ? ownAddress : { connectionString: listenUrl },
    async close() {
      await orm.close(true);
      // MikroORM closes its pool only if it has used it itself
      await endAll(pools);
    },
  };
  return standby === undefined ? database : withStandby(database, standby, { sending, tracing, log });
};

const endAll = (pools: Readonly<Record<string, Pool>>) =>
  Promise.all(Object.values(pools).map((each) => each.ending || each.end()));

const publicReadsOn = (
  { publicReads, publicSearches }: Pick<Pools, 'publicReads' | 'publicSearches'>,
  { sending, tracing }: Running,
): PublicReads => ({
  reads: { query: queryOn(sending.statementsOn(publicReads), tracing) },
  searches: { query: queryOn(sending.statementsOn(publicSearches), tracing) },
});

/** How statements are run. */
type Running = Readonly<{ sending: Sending; tracing: Tracing | undefined }>;

/** The database with reads of its standby. */
const withStandby = async (
  database: Database,
  address: StandbyAddress,
  { log, ...running }: Running & Readonly<{ log: Log | undefined }>,
): Promise<Database> => {
  const { makeSetConnection, statementsOn, singleStatementsOn } = running.sending;
  const checked = (): string | undefined => standby.server;
  const pools = openStandbyPools(database.pool, { url: address.url, makeSet: makeSetConnection, checked });
  const standby = new Standby({
    primary: database.query,
    standby: queryOn(statementsOn(pools.checks), running.tracing),
    log,
  });
  const report = queryOn(inBackground(singleStatementsOn(pools.reports)), running.tracing);
  const reportOr = (otherwise: Query): Query => {
    const preferred = orElse(report, otherwise);
    return async (...read) => ((await standby.isUpToDate()) ? preferred : otherwise)(...read);
  };
  const [onStandby, onPrimary] = [publicReadsOn(pools, running), await database.publicReads()];
  /** What a read has seen on the primary may be missing on the standby: after a failure all of its statements run there. */
  const preferStandby = (): PublicReads => {
    const state = { hasFailed: false };
    return {
      reads: { query: orElse(onStandby.reads.query, onPrimary.reads.query, state) },
      searches: { query: orElse(onStandby.searches.query, onPrimary.searches.query, state) },
    };
  };
  return {
    ...database,
    reports: { query: reportOr(database.query), queryInBackground: reportOr(database.queryInBackground) },
    ...(address.servesPublicReads && {
      publicReads: async () => ((await standby.isUpToDate()) ? preferStandby() : onPrimary),
    }),
    standby: { pools, unusedSeconds: () => standby.unusedSeconds() },
    async close() {
      await database.close();
      await endAll(pools);
    },
  };
};

/** Where a pool connects to. */
const addressOf = ({ options }: Pool): ClientConfig => {
  const { host, port, user, database, password, ssl, connectionString } = options;
  const address = { host, port, user, database, password, ssl, connectionString };
  return Object.fromEntries(Object.entries(address).filter(([, value]) => value !== undefined));
};

const queryOn = (run: PipelinedStatements, tracing?: Tracing): Query => {
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
const inBackground = (run: PipelinedStatements): PipelinedStatements => {
  const limit = pLimit(MAX_CONCURRENT_STATEMENTS);
  return (query, isShort) => limit(() => run(query, isShort));
};
