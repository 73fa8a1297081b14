import type { IdGenerator } from '#core/shared/id.ts';
import type { Languages } from '#core/shared/languages.ts';
import type { Log } from '#core/shared/log.ts';
import type { Tracing } from '#core/shared/tracing.ts';
import type { Storage } from '#core/storage.ts';
import { type Database, openDatabase, type StandbyAddress } from './connection/database.ts';
import { startEmbeddedServer } from './embedded/embedded-server.ts';
import { isMigrated, migrate } from './migrations/migrate.ts';
import { INSUFFICIENT_PRIVILEGE, migrateAs, OtherDatabaseError } from './migrations/migration-role.ts';
import { makePostgresStorage } from './storage.ts';

type Options = Readonly<{
  /** Undefined: the embedded server. */
  url: string | undefined;
  /** The same database for a role that may change the schema. Undefined: the role of `url` migrates. */
  migrationUrl: string | undefined;
  standby: StandbyAddress | undefined;
  /** The data directory of the embedded server. */
  directory: string;
  ids: IdGenerator;
  languages: Languages;
  log: Log;
  /** Undefined: nothing is traced. */
  tracing?: Tracing | undefined;
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
    const database = await openDatabase(
      server ?? { url: url ?? '' },
      standby === undefined ? { tracing } : { tracing, standby, log },
    );
    opened = database;
    if (migrationUrl !== undefined) await migrateAs(database, { url: migrationUrl, migrates });
    if (!(await isMigrated(database))) await complete(database, { migrates, hasMigrated: migrationUrl !== undefined });
    const storage = makePostgresStorage(database, { ids, languages });
    const close = () => storage.close().then(() => server?.stop());
    return { storage: { ...storage, close }, database };
  } catch (error) {
    await opened?.close();
    await server?.stop();
    if (error instanceof OtherDatabaseError) {
      throw new DatabaseError('MIGRATION_DATABASE_URL and DATABASE_URL name different databases.');
    }
    throw new DatabaseError(`The database ${nameOf(url)} cannot be used: ${reasonOf(error)}.`);
  }
};

type State = Readonly<{ migrates: boolean; hasMigrated: boolean }>;

/** Applies migrations with the role of the database. */
const complete = async (database: Database, { migrates, hasMigrated }: State): Promise<void> => {
  if (!migrates) throw new Error('migrations are missing: run `npm run admin -- migrate`');
  if (hasMigrated) throw new Error('the role of DATABASE_URL does not see the migrated tables: reset its search_path');
  await migrate(database);
};

/** The database in messages, without its password. */
const nameOf = (url: string | undefined): string => {
  if (url === undefined) return 'of the data folder';
  const { host, pathname } = new URL(url);
  return `at ${host}${pathname}`;
};

const MIGRATION_HINT = 'set MIGRATION_DATABASE_URL, or run `npm run admin -- migrate` with it';

const reasonOf = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException;
  // a role that may not connect needs no migration
  if (code === INSUFFICIENT_PRIVILEGE && !message.includes('for database')) {
    return `${message}; the role that owns the tables must migrate it: ${MIGRATION_HINT}`;
  }
  if (message === '') return code ?? 'unknown reason';
  return code !== undefined && !message.includes(code) ? `${message} (${code})` : message;
};
