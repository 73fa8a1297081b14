import { createHash } from 'node:crypto';
import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { type Pool, type QueryResultRow, TypeOverrides } from 'pg';
import { MIGRATIONS, TABLES } from '../schema.ts';
import { makeBackgroundStatements } from './background-statements.ts';
import { translateError } from './errors.ts';
import { makePipelinedStatements } from './pipelined-statements.ts';

/** The address of a PostgreSQL: a connection URL, or a socket directory. */
export type DatabaseAddress =
  | Readonly<{ url: string }>
  | Readonly<{ host: string; port: number; user: string; database: string }>;

/** A statement with its parameters. */
export type Statement<Row = unknown> = Readonly<{
  text: string;
  values?: readonly unknown[];
  /** Whether its text is one of many variants, which cannot all be prepared. */
  isVariant?: boolean;
  /** Never set: carries the row type for the compiler. */
  row?: Row;
}>;

/** A database: MikroORM, and the pool below it for hot statements. */
export type Database = Readonly<{
  orm: MikroORM;
  pool: Pool;
  /** Runs a statement outside any transaction, prepared once per connection. */
  query<R extends QueryResultRow>(statement: Statement<R>): Promise<R[]>;
  /** Runs a background statement: only a few at once, and nothing waits behind it. */
  queryInBackground<R extends QueryResultRow>(statement: Statement<R>): Promise<R[]>;
  close(): Promise<void>;
}>;

const MAX_CONNECTIONS = 10;

/** With the default of ten seconds, calls after every pause would wait for connections and plans. */
const IDLE_TIMEOUT_MS = 600_000;

/** The limit of prepared variants, each of which costs memory on every connection. */
export const MAX_PREPARED_VARIANTS = 500;

/** Timeouts of every connection, so that no statement waits or holds a lock for long. */
const SESSION_SETTINGS = {
  statement_timeout: 10_000,
  lock_timeout: 3_000,
  idle_in_transaction_session_timeout: 30_000,
};

/**
 * PostgreSQL may keep the generic plan of a prepared statement until the table is analyzed. Without `enable_seqscan=off`,
 * a statement prepared while its table was small would scan the whole table until then. A remaining sequential scan, for
 * lack of a suitable index, gets a very high cost, which would trigger JIT compilation: hence `jit=off`.
 */
const SESSION_OPTIONS = '-c enable_seqscan=off -c jit=off';

/** Opens a connection pool; the first connection is opened on demand. */
export const openDatabase = async (address: DatabaseAddress): Promise<Database> => {
  const orm = await MikroORM.init({
    entities: [...TABLES],
    ...('url' in address
      ? { clientUrl: address.url }
      : { host: address.host, port: address.port, user: address.user, dbName: address.database }),
    pool: { min: 0, max: MAX_CONNECTIONS, idleTimeoutMillis: IDLE_TIMEOUT_MS },
    driverOptions: {
      // pg sends a statement without waiting for the results of earlier ones
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
  const runPipelined = makePipelinedStatements(pool);
  const runInBackground = makeBackgroundStatements(pool);
  return {
    orm,
    pool,
    async query<R extends QueryResultRow>(statement: Statement<R>): Promise<R[]> {
      try {
        return (await runPipelined(withStatementName(statement))) as R[];
      } catch (error) {
        throw translateError(error);
      }
    },
    async queryInBackground<R extends QueryResultRow>(statement: Statement<R>): Promise<R[]> {
      try {
        return (await runInBackground(withStatementName(statement))) as R[];
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

/** The names of statements by their text. */
const names = new Map<string, string>();
let variantCount = 0;

/** The statement with a name, so that each connection parses and plans it once. */
export const withStatementName = ({
  text,
  values = [],
  isVariant = false,
}: Statement): { text: string; values: unknown[]; name?: string } => {
  let name = names.get(text);
  if (name === undefined) {
    if (isVariant && variantCount >= MAX_PREPARED_VARIANTS) return { text, values: [...values] };
    variantCount += isVariant ? 1 : 0;
    name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
    names.set(text, name);
  }
  return { name, text, values: values as unknown[] };
};
