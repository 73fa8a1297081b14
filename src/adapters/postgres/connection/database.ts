import { createHash } from 'node:crypto';
import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { type Pool, type QueryResultRow, TypeOverrides } from 'pg';
import { MIGRATIONS, TABLES } from '../schema.ts';
import { makeBackgroundStatements } from './background-statements.ts';
import { translateError } from './errors.ts';
import { makePipelinedReads } from './pipelined-reads.ts';

/** The address of a PostgreSQL: a connection URL, or a socket directory. */
export type DatabaseAddress =
  | Readonly<{ url: string }>
  | Readonly<{ host: string; port: number; user: string; database: string }>;

/** A statement with its parameters. `Row` is only the type of its rows. */
export type Statement<Row = unknown> = Readonly<{
  text: string;
  values?: readonly unknown[];
  /** Whether its text is one of many variants, which cannot all be prepared. */
  varied?: boolean;
  row?: Row;
}>;

/** A database: MikroORM, and the pool below it for hot statements. */
export type Database = Readonly<{
  orm: MikroORM;
  pool: Pool;
  /** Runs a statement outside any transaction, prepared once per connection. */
  query<R extends QueryResultRow>(statement: Statement<R>): Promise<R[]>;
  /** Runs a background statement: only a few at once, and nothing waits behind it. */
  work<R extends QueryResultRow>(statement: Statement<R>): Promise<R[]>;
  close(): Promise<void>;
}>;

const CONNECTIONS = 10;

/** With the default of ten seconds, calls after every pause would wait for connections and plans. */
const IDLE_MS = 600_000;

/** The limit of prepared variants, each of which costs memory on every connection. */
const MAX_PREPARED_VARIANTS = 500;

/** Timeouts of every connection, so that no statement waits or holds a lock for long. */
const SESSION_SETTINGS = {
  statement_timeout: 10_000,
  lock_timeout: 3_000,
  idle_in_transaction_session_timeout: 30_000,
};

/**
 * A prepared statement keeps its first plan. Without `enable_seqscan=off`, a statement prepared while its table was
 * small would scan the whole table until PostgreSQL updates its statistics; without a suitable index it still scans.
 * Such a plan's cost would trigger JIT compilation, which takes far longer than the statement: hence `jit=off`.
 */
const SESSION_OPTIONS = '-c enable_seqscan=off -c jit=off';

/** Opens a connection pool; the first connection is opened on demand. */
export const openDatabase = async (address: DatabaseAddress): Promise<Database> => {
  const orm = await MikroORM.init({
    entities: [...TABLES],
    ...('url' in address
      ? { clientUrl: address.url }
      : { host: address.host, port: address.port, user: address.user, dbName: address.database }),
    pool: { min: 0, max: CONNECTIONS, idleTimeoutMillis: IDLE_MS },
    driverOptions: {
      pipeline: true,
      keepAlive: true,
      // MikroORM uses the host of a URL and drops parameters such as sslmode
      ...('url' in address ? { connectionString: address.url } : {}),
      connectionTimeoutMillis: 5_000,
      options: SESSION_OPTIONS,
      // the driver's own types: MikroORM would give timestamps as text to statements and as dates to entities
      types: new TypeOverrides(),
      ...SESSION_SETTINGS,
    },
    extensions: [Migrator],
    migrations: { ...MIGRATIONS, migrationsList: [...MIGRATIONS.migrationsList] },
    // the identity map belongs to one transaction and is dropped with it
    allowGlobalContext: false,
    ensureDatabase: false,
    logger: () => {},
  });
  const pool = (await orm.em.getConnection().getNativeClient()) as unknown as Pool;
  const read = makePipelinedReads(pool);
  const work = makeBackgroundStatements(pool);
  return {
    orm,
    pool,
    async query<R extends QueryResultRow>(statement: Statement<R>): Promise<R[]> {
      try {
        return (await read(prepared(statement))) as R[];
      } catch (error) {
        throw translateError(error);
      }
    },
    async work<R extends QueryResultRow>(statement: Statement<R>): Promise<R[]> {
      try {
        return (await work(prepared(statement))) as R[];
      } catch (error) {
        throw translateError(error);
      }
    },
    async close() {
      await orm.close(true);
      // MikroORM closes the pool only if it has used it itself
      if (!pool.ending) await pool.end();
    },
  };
};

const names = new Map<string, string>();
let variedNames = 0;

/** The statement with a name, so that each connection parses and plans it once. */
export const prepared = ({
  text,
  values = [],
  varied = false,
}: Statement): { text: string; values: unknown[]; name?: string } => {
  let name = names.get(text);
  if (name === undefined) {
    if (varied && variedNames >= MAX_PREPARED_VARIANTS) return { text, values: [...values] };
    variedNames += varied ? 1 : 0;
    name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
    names.set(text, name);
  }
  return { name, text, values: values as unknown[] };
};
