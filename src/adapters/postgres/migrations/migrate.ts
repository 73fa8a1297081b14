import { escapeIdentifier } from 'pg';
import type { Database } from '../connection/database.ts';
import { MIGRATIONS } from '../schema.ts';

/** The key of an advisory lock, which no other program uses. */
const LOCK_KEY = 7_263_541_908;

const KNOWN = MIGRATIONS.migrationsList.map(({ name }) => name as string);

/**
 * Applies the migrations that are missing. Of several concurrent processes, one does it. Then a role other than the
 * database's own may read and write rows, and change no table.
 * @throws Error if the schema needs a newer version of the service.
 */
export const migrate = async ({ orm, pool }: Database, runtimeRole?: string): Promise<void> => {
  // fails if the database is missing: MikroORM would create it, even under a misspelt name
  await pool.query('select 1');
  await orm.em.fork().transactional(async (em) => {
    // another process's migration may take long
    await em.execute('set local lock_timeout = 0');
    await em.execute('set local statement_timeout = 0');
    await em.execute('select pg_advisory_xact_lock(?)', [LOCK_KEY]);
    const execute = (text: string) => em.execute<{ name: string }[]>(text);
    await requireKnownSchema(execute);
    const applied = await namesIn(execute, 'migrations', 'name');
    if (KNOWN.some((name) => !applied.includes(name)))
      await orm.migrator.up({ transaction: em.getTransactionContext() });
    if (runtimeRole !== undefined) for (const grant of grantsTo(runtimeRole)) await em.execute(grant);
  });
};

/**
 * Whether the schema is complete for this version of the service.
 * @throws Error if the schema needs a newer version.
 */
export const isMigrated = async ({ pool }: Pick<Database, 'pool'>): Promise<boolean> => {
  const execute: Execute = async (text) => (await pool.query<{ name: string }>(text)).rows;
  await requireKnownSchema(execute);
  const applied = await namesIn(execute, 'migrations', 'name');
  return KNOWN.every((name) => applied.includes(name));
};

type Execute = (text: string) => Promise<readonly { name: string }[]>;

/** The names in a column; none if the table is missing. */
const namesIn = async (execute: Execute, table: string, column: string): Promise<string[]> => {
  const found = await execute(`select to_regclass('${table}')::text as name`);
  if (found[0]?.name !== table) return [];
  return (await execute(`select ${column} as name from ${table}`)).map(({ name }) => name);
};

const requireKnownSchema = async (execute: Execute): Promise<void> => {
  const needed = await namesIn(execute, 'schema_requirements', 'needed_migration');
  const unknown = needed.filter((name) => !KNOWN.includes(name));
  if (unknown.length > 0) {
    throw new Error(
      `a newer version of the service has migrated it (${unknown.join(', ')}): start that version, or restore a backup`,
    );
  }
};

/** What the service needs to run: rows, not tables. */
const grantsTo = (role: string): string[] => {
  const name = escapeIdentifier(role);
  return [
    `grant usage on schema public to ${name}`,
    `grant select, insert, update, delete on all tables in schema public to ${name}`,
    `grant usage, select on all sequences in schema public to ${name}`,
    `revoke insert, update, delete on migrations, schema_requirements from ${name}`,
    `revoke update, delete on ledger_entries, subscription_movements, audit_log from ${name}`,
    `grant execute on function remove_audit_entries to ${name}`,
  ];
};
