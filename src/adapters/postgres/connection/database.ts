import { createHash } from 'node:crypto';
import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { type Pool, type QueryResultRow, TypeOverrides } from 'pg';
import { MIGRATIONS } from '../migrations/migrations.ts';
import { TABLES } from '../tables/tables.ts';
import { makeBackgroundStatements } from './background-statements.ts';
import { translateError } from './errors.ts';
import { makePipelinedReads } from './pipelined-reads.ts';

/** Where a PostgreSQL is: a connection URL, or a server's socket directory. */
export type DatabaseAddress =
  | Readonly<{ url: string }>
  | Readonly<{ host: string; port: number; user: string; database: string }>;

/** A statement with its values as parameters. `Row` is the type of its result's rows; there is no such member. */
export type Statement<Row = unknown> = Readonly<{
  text: string;
  values?: readonly unknown[];
  /** Whether it is one of more shapes than can all be prepared. */
  varied?: boolean;
  row?: Row;
}>;

/** One database: MikroORM, and the pool below it for statements that must be fast. */
export type Database = Readonly<{
  orm: MikroORM;
  pool: Pool;
  /** Runs one statement in no transaction but its own, prepared once a connection. It has no part in what others do. */
  query<R extends QueryResultRow>(statement: Statement<R>): Promise<R[]>;
  /** As `query`, for what works in the background: a few at once, and none that anything else waits behind. */
  work<R extends QueryResultRow>(statement: Statement<R>): Promise<R[]>;
  close(): Promise<void>;
}>;

const CONNECTIONS = 10;

/** After the ten seconds that are usual, every pause would be followed by calls that wait for connections and plans. */
const IDLE_MS = 600_000;

/** Beyond so many shapes of a varied statement none is prepared: each costs memory on every connection. */
const MAX_PREPARED_VARIANTS = 500;

/** What bounds every connection's statements, so that nothing waits or holds a lock for long. */
const SESSION_SETTINGS = {
  statement_timeout: 10_000,
  lock_timeout: 3_000,
  idle_in_transaction_session_timeout: 30_000,
};

/**
 * A prepared statement keeps the plan of when it was new. Without the first, one that was new while its table was small
 * would go on reading all of it until PostgreSQL has counted the table again; where no index will do, it still reads all.
 * Such a plan seems so costly that PostgreSQL would compile it, which takes far longer than to run it: hence the second.
 */
const PLANNED_FOR_GROWTH = '-c enable_seqscan=off -c jit=off';

/** Opens a pool of connections; the first of them is made when it is needed. */
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
      // MikroORM takes the place out of a URL and drops the rest, such as sslmode
      ...('url' in address ? { connectionString: address.url } : {}),
      connectionTimeoutMillis: 5_000,
      options: PLANNED_FOR_GROWTH,
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
      // MikroORM ends the pool only where it has used it itself
      if (!pool.ending) await pool.end();
    },
  };
};

/**
 * A parameter whose length the planner does not see. It would find that a plan for two items is cheaper than one for any
 * number, and plan the prepared statement anew each time, which takes longer than to run it.
 */
export const opaque = (parameter: string): string => `(select ${parameter})`;

const names = new Map<string, string>();
let variedNames = 0;

/** The same statement under a name of its own, so that a connection parses and plans it once. */
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
