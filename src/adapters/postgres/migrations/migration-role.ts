import { type Database, type DatabaseOptions, openDatabase } from '../connection/database.ts';
import { requireSameDatabase } from '../connection/pooler-check.ts';
import { TABLES } from '../schema.ts';
import { MIGRATIONS_TABLE, migrate } from './migrate.ts';

/** The code of PostgreSQL's errors about missing privileges. */
export const INSUFFICIENT_PRIVILEGE = '42501';

type Options = Pick<DatabaseOptions, 'pooler'> & Readonly<{ url: string; migrates: boolean }>;

/**
 * Migrates with the role of another URL, and lets the role of the database use the tables. Without `migrates` it only
 * verifies that the role could.
 * @throws Error with the reason.
 */
export const migrateAs = async (database: Database, { url, pooler, migrates }: Options): Promise<void> => {
  const migrating = await openDatabase({ url }, { pooler, responseTimeoutMs: 0 });
  try {
    await requireSameDatabase(database.pool, migrating.pool, 'MIGRATION_DATABASE_URL');
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

/** Others may have tables and views beside those of the service. */
const OWNED = `
  select relname::text as name, relowner as owner from pg_class
  where relnamespace = (select relnamespace from pg_class where oid = to_regclass('${MIGRATIONS_TABLE}'))
    and relname = any($1)`;

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
