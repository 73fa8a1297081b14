// Why: docs/decisions/0083-shops-in-schemas.md

import type { EntityManager, MigrationObject } from '@mikro-orm/postgresql';
import { escapeIdentifier } from 'pg';
import type { Database } from '../connection/database.ts';
import { MIGRATIONS } from '../schema.ts';
import { LAST_FORMER_COMMIT, LAST_FORMER_MIGRATION } from './former-version.ts';
import { newDatabaseSql } from './schema-files.ts';

/** The key of an advisory lock, which no other program uses. */
const LOCK_KEY = 7_263_541_908;

/** The table of the names of applied migrations. */
export const MIGRATIONS_TABLE = 'migrations';

/** The schema of the shop: the role may see others. */
const SCHEMA = `
  select nspname::text as name from pg_class c join pg_namespace n on n.oid = relnamespace
  where c.oid = '${MIGRATIONS_TABLE}'::regclass`;

const [BASELINE = ''] = MIGRATIONS;

/**
 * Makes the present schema in an empty database, and applies the migrations that are missing. Of several concurrent
 * processes, one does it. Then a role other than the database's own may read and write rows, and change no table.
 * @throws Error if the schema needs a newer version of the service, or an older one first.
 */
export const migrate = async ({ orm, pool }: Database, runtimeRole?: string): Promise<void> => {
  // fails if the database is missing: MikroORM would create it, even under a misspelt name
  await pool.query('select 1');
  const locked = (work: (em: EntityManager, execute: Execute) => Promise<void>): Promise<void> =>
    orm.em.fork().transactional(async (em) => {
      // another process's migration may take long
      await em.execute('set local lock_timeout = 0');
      await em.execute('set local statement_timeout = 0');
      await em.execute('select pg_advisory_xact_lock(?)', [LOCK_KEY]);
      await work(em, (text) => em.execute<{ name: string }[]>(text));
    });
  await locked(async (em, execute) => {
    if ((await migrationsIn(execute)).length === 0) await em.execute(newDatabaseSql());
  });
  // MikroORM looks for the table of migrations on another connection, which sees only what is committed
  await locked(async (em, execute) => {
    const [{ name: schema } = { name: '' }] = await execute(SCHEMA);
    if (!(await isComplete(execute))) await applyMissing(em, schema);
    if (runtimeRole !== undefined) for (const grant of grantsTo(runtimeRole, schema)) await em.execute(grant);
  });
};

/** Most starts find none missing, and load neither the migrations nor MikroORM's migrator. */
const applyMissing = async (em: EntityManager, schema: string): Promise<void> => {
  const { Migrator } = await import('@mikro-orm/migrations');
  const migrationsList = await Promise.all(
    MIGRATIONS.map(async (name) => {
      const [migration] = Object.values<MigrationObject['class']>(await import(`./${name}.ts`));
      if (migration === undefined) throw new Error(`${name}.ts exports no migration`);
      return { name, class: migration };
    }),
  );
  // without a schema MikroORM takes that of another shop, public
  const tableName = `${schema}.${MIGRATIONS_TABLE}`;
  const options = { tableName, migrationsList, snapshot: false, disableForeignKeys: false };
  em.config.set('migrations', { ...em.config.get('migrations'), ...options });
  await new Migrator(em).up({ transaction: em.getTransactionContext() });
};

/**
 * Whether the schema is complete for this version of the service.
 * @throws Error if the schema needs a newer version, or an older one first.
 */
export const isMigrated = ({ pool }: Pick<Database, 'pool'>): Promise<boolean> =>
  isComplete(async (text) => (await pool.query<{ name: string }>(text)).rows);

type Execute = (text: string) => Promise<readonly { name: string }[]>;

const isComplete = async (execute: Execute): Promise<boolean> => {
  const applied = await migrationsIn(execute);
  if (applied.length > 0) await requireKnownSchema(execute, applied);
  return MIGRATIONS.every((name) => applied.includes(name));
};

const migrationsIn = (execute: Execute): Promise<string[]> => namesIn(execute, MIGRATIONS_TABLE, 'name');

/** The names in a column; none if the table is missing. */
const namesIn = async (execute: Execute, table: string, column: string): Promise<string[]> => {
  const found = await execute(`select to_regclass('${table}')::text as name`);
  if (found[0]?.name !== table) return [];
  return (await execute(`select ${column} as name from ${table}`)).map(({ name }) => name);
};

const requireKnownSchema = async (execute: Execute, applied: readonly string[]): Promise<void> => {
  if (!applied.includes(BASELINE)) {
    if (applied.includes(LAST_FORMER_MIGRATION)) return;
    throw new Error(
      `it is older than this version can upgrade: start commit ${LAST_FORMER_COMMIT} of the service first`,
    );
  }
  const needed = await namesIn(execute, 'schema_requirements', 'needed_migration');
  const unknown = needed.filter((name) => name !== LAST_FORMER_MIGRATION && !MIGRATIONS.includes(name));
  if (unknown.length > 0) {
    throw new Error(
      `a newer version of the service has migrated it (${unknown.join(', ')}): start that version, or restore a backup`,
    );
  }
};

/** What the service needs to run: rows, not tables. */
const grantsTo = (role: string, schemaName: string): string[] => {
  const [name, schema] = [role, schemaName].map(escapeIdentifier);
  return [
    `grant usage on schema ${schema} to ${name}`,
    `grant select, insert, update, delete on all tables in schema ${schema} to ${name}`,
    `grant usage, select on all sequences in schema ${schema} to ${name}`,
    `revoke insert, update, delete on migrations, schema_requirements from ${name}`,
    `revoke update, delete on ledger_entries, subscription_movements, audit_log from ${name}`,
    `grant execute on function remove_audit_entries to ${name}`,
  ];
};
