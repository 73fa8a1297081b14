import type { IdGenerator } from '#core/shared/id.ts';
import type { Languages } from '#core/shared/languages.ts';
import type { Log } from '#core/shared/log.ts';
import type { Storage } from '#core/storage.ts';
import { type Database, type DatabaseAddress, type DatabaseOptions, openDatabase } from './connection/database.ts';
import { requireNotifications, requireSessions, WrongDatabaseSettingError } from './connection/pooler-check.ts';
import { startEmbeddedServer } from './embedded/embedded-server.ts';
import { isMigrated, migrate } from './migrations/migrate.ts';
import { INSUFFICIENT_PRIVILEGE, migrateAs } from './migrations/migration-role.ts';
import { makePostgresStorage } from './storage.ts';

type Options = Pick<DatabaseOptions, 'pooler' | 'listenUrl' | 'standby' | 'tracing'> &
  Readonly<{
    /** Undefined: the embedded server. */
    url: string | undefined;
    /** The same database for a role that may change the schema. Undefined: the role of `url` migrates. */
    migrationUrl: string | undefined;
    /** The data directory of the embedded server. */
    directory: string;
    ids: IdGenerator;
    languages: Languages;
    log: Log;
    /** Whether missing migrations are applied; true if omitted. */
    migrates?: boolean;
  }>;

/** The message names the database, without its password, and the reason. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}

/**
 * Opens and migrates a database.
 * @throws DatabaseError, or EmbeddedServerError; nothing is left running then.
 */
export const openPostgres = async ({
  url,
  migrationUrl,
  pooler,
  listenUrl,
  standby,
  directory,
  ids,
  languages,
  log,
  tracing,
  migrates = true,
}: Options): Promise<Readonly<{ storage: Storage; database: Database }>> => {
  const logLine = (line: string) =>
    line.startsWith('PANIC') ? log.error({ line }, 'postgres') : log.debug({ line }, 'postgres');
  const server = url === undefined ? await startEmbeddedServer({ directory, log: logLine }) : undefined;
  let opened: Database | undefined;
  try {
    if (pooler !== 'transaction') await requireSessionsOf({ url, migrationUrl, standby });
    const address = server ?? { url: url ?? '' };
    const database = await openDatabase(address, { pooler, listenUrl, standby, tracing, log });
    opened = database;
    if (listenUrl !== undefined) await requireNotifications(database.pool, listenUrl);
    else if (pooler === 'transaction') log.warn({}, NO_NOTIFICATIONS);
    if (migrationUrl !== undefined) await migrateAs(database, { url: migrationUrl, pooler, migrates });
    if (!(await isMigrated(database))) {
      await complete(address, { pooler, migrates, hasMigrated: migrationUrl !== undefined });
    }
    const storage = makePostgresStorage(database, { ids, languages });
    const close = () => storage.close().then(() => server?.stop());
    return { storage: { ...storage, close }, database };
  } catch (error) {
    await opened?.close();
    await server?.stop();
    if (error instanceof WrongDatabaseSettingError) throw new DatabaseError(error.message);
    throw new DatabaseError(`The database ${nameOf(url)} cannot be used: ${reasonOf(error)}.`);
  }
};

const requireSessionsOf = async ({ url, migrationUrl, standby }: Pick<Options, 'url' | 'migrationUrl' | 'standby'>) => {
  if (url !== undefined) await requireSessions(url, 'DATABASE_URL');
  if (migrationUrl !== undefined) await requireSessions(migrationUrl, 'MIGRATION_DATABASE_URL');
  if (standby === undefined) return;
  await requireSessions(standby.url, 'READ_DATABASE_URL').catch((error) => {
    // a standby may be away
    if (error instanceof WrongDatabaseSettingError) throw error;
  });
};

const NO_NOTIFICATIONS =
  'without DATABASE_LISTEN_URL, no notifications arrive: each request looks up its credential, and work waits for polls';

type State = Pick<DatabaseOptions, 'pooler'> & Readonly<{ migrates: boolean; hasMigrated: boolean }>;

/** Applies migrations with the role of the database. */
const complete = async (address: DatabaseAddress, { pooler, migrates, hasMigrated }: State): Promise<void> => {
  if (!migrates) throw new Error('migrations are missing: run `npm run admin -- migrate`');
  if (hasMigrated) {
    throw new Error(
      'the role of DATABASE_URL does not see the migrated tables: ' +
        'set its search_path to that of the role of MIGRATION_DATABASE_URL',
    );
  }
  const migrating = await openDatabase(address, { pooler, responseTimeoutMs: 0 });
  try {
    await migrate(migrating);
  } finally {
    await migrating.close();
  }
};

/** The database in messages, without its password. */
const nameOf = (url: string | undefined): string => {
  if (url === undefined) return 'of the data folder';
  const { host, pathname } = new URL(url);
  return `at ${host}${pathname}`;
};

const MIGRATION_HINT = 'set MIGRATION_DATABASE_URL, or run `npm run admin -- migrate` with it';

/** The driver's message. */
const NO_RESPONSE = 'Query read timeout';

/** The code of PostgreSQL's error about a search path without a schema. */
const NO_SCHEMA = '3F000';

const reasonOf = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException;
  // a role that may not connect needs no migration
  if (code === INSUFFICIENT_PRIVILEGE && !message.includes('for database')) {
    return `${message}; the role that owns the tables must migrate it: ${MIGRATION_HINT}`;
  }
  if (message === NO_RESPONSE) return 'it does not respond; a pooler before it may have no free server connection';
  if (code === NO_SCHEMA) return 'the search_path of its role names no schema that exists: create the schema';
  if (message === '') return code ?? 'unknown reason';
  return code !== undefined && !message.includes(code) ? `${message} (${code})` : message;
};
