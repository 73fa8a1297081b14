import { randomInt } from 'node:crypto';
import { type Database, openDatabase } from '../connection/database.ts';
import { TABLES } from '../schema.ts';
import { MIGRATIONS_TABLE, migrate } from './migrate.ts';

/** The code of PostgreSQL's errors about missing privileges. */
export const INSUFFICIENT_PRIVILEGE = '42501';

export class OtherDatabaseError extends Error {}

type Options = Readonly<{ url: string; migrates: boolean }>;

/**
 * Migrates with the role of another URL, and lets the role of the database use the tables. Without `migrates` it only
 * verifies that the role could.
 * @throws Error with the reason.
 */
export const migrateAs = async (database: Database, { url, migrates }: Options): Promise<void> => {
  const migrating = await openDatabase({ url }, { responseTimeoutMs: 0 });
  try {
    if (!(await isSameDatabase(database, migrating))) throw new OtherDatabaseError();
    await requireOwnership(migrating);
    if (!migrates) return;
    const [row] = await database.query<{ role: string }>({ text: 'select current_user::text as role' });
    await migrate(migrating, row?.role).catch((error: Error & { code?: string }) => {
      if (error.code !== INSUFFICIENT_PRIVILEGE) throw error;
      throw new Error(`${error.message}; the role of MIGRATION_DATABASE_URL does not own everything in it`);
    });
  } finally {
    await migrating.close();
  }
};

/** The roles that own the tables of the service, in order. */
export const ownersOf = async ({ pool }: Database): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ name: string }>(
    `select distinct owner::regrole::text as name from (${OWNED}) o order by 1`,
    NAMES,
  );
  return rows.map(({ name }) => name);
};

/**
 * Advisory locks belong to a database: only in another one can the key be locked a second time. Names and identifiers
 * could be those of a copy, and an address that of a proxy.
 */
const isSameDatabase = async (one: Database, other: Database): Promise<boolean> => {
  const key = randomInt(2 ** 47);
  const client = await one.pool.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [key]);
    const { rows } = await other.pool.query<{ locked: boolean }>('select pg_try_advisory_xact_lock($1) as locked', [
      key,
    ]);
    return rows[0]?.locked === false;
  } finally {
    // the lock ends with the connection
    client.release(true);
  }
};

/** Others may have tables and views beside those of the service. */
const OWNED = `
  select relname::text as name, relowner as owner from pg_class
  where relnamespace = 'public'::regnamespace and relname = any($1)`;

const NOT_OWNED = `
  select name, current_user::text as role, count(*) over ()::integer as count
  from (${OWNED}) o where not pg_has_role(owner, 'usage') order by name limit 1`;

const NAMES = [[MIGRATIONS_TABLE, ...TABLES.map(({ meta }) => meta.tableName)]];

const requireOwnership = async ({ pool }: Database): Promise<void> => {
  const { rows } = await pool.query<{ name: string; role: string; count: number }>(NOT_OWNED, NAMES);
  const [first] = rows;
  if (first === undefined) return;
  const { name, role, count } = first;
  const others = count > 1 ? ` and ${count - 1} more of its tables` : '';
  throw new Error(`the role of MIGRATION_DATABASE_URL, ${role}, does not own ${name}${others}`);
};
