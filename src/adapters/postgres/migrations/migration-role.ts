import { randomInt } from 'node:crypto';
import { type Database, openDatabase } from '../connection/database.ts';
import { migrate } from './migrate.ts';

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
  const migrating = await openDatabase({ url });
  try {
    if (!(await isSameDatabase(database, migrating))) throw new OtherDatabaseError();
    await requireOwnership(migrating);
    if (!migrates) return;
    const [row] = await database.query<{ role: string }>({ text: 'select current_user::text as role' });
    await migrate(migrating, row?.role).catch((error: Error & { code?: string }) => {
      if (error.code !== INSUFFICIENT_PRIVILEGE) throw error;
      throw new Error(`${error.message}; the role of MIGRATION_DATABASE_URL does not own the database`);
    });
  } finally {
    await migrating.close();
  }
};

/** The roles that own the tables and functions of the service, in order. */
export const ownersOf = async ({ pool }: Database): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ name: string }>(
    `select distinct owner::regrole::text as name from (${OBJECTS}) o order by 1`,
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

/** What migrations create in the schema, without what belongs to extensions. */
const OBJECTS = `
  select relname::text as name, relowner as owner, false as is_function from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'S')
    and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
  union all
  select proname::text, proowner, true from pg_proc
  where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`;

const NOT_OWNED = `
  select name, current_user::text as role, count(*) over ()::integer as count
  from (${OBJECTS}) o where not pg_has_role(owner, 'usage') order by is_function, name limit 1`;

const requireOwnership = async ({ pool }: Database): Promise<void> => {
  const { rows } = await pool.query<{ name: string; role: string; count: number }>(NOT_OWNED);
  const [first] = rows;
  if (first === undefined) return;
  const { name, role, count } = first;
  const others = count > 1 ? ` and ${count - 1} more of its tables and functions` : '';
  throw new Error(`the role of MIGRATION_DATABASE_URL, ${role}, does not own ${name}${others}`);
};
