import type { IdGenerator } from '#core/shared/id.ts';
import type { Log } from '#core/shared/log.ts';
import type { Storage } from '#core/storage.ts';
import { type Database, openDatabase } from './connection/database.ts';
import { startEmbeddedServer } from './embedded/embedded-server.ts';
import { isMigrated, migrate } from './migrations/migrate.ts';
import { makePostgresStorage } from './storage.ts';

type Options = Readonly<{
  /** Undefined: the embedded server. */
  url: string | undefined;
  /** The same database for a role that may change the schema. Undefined: the role of `url` migrates. */
  migrationUrl: string | undefined;
  /** The data directory of the embedded server. */
  directory: string;
  ids: IdGenerator;
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
  directory,
  ids,
  log,
  migrates = true,
}: Options): Promise<Readonly<{ storage: Storage; database: Database }>> => {
  const logLine = (line: string) =>
    line.startsWith('PANIC') ? log.error({ line }, 'postgres') : log.debug({ line }, 'postgres');
  const server = url === undefined ? await startEmbeddedServer({ directory, log: logLine }) : undefined;
  let opened: Database | undefined;
  try {
    const database = await openDatabase(server ?? { url: url ?? '' });
    opened = database;
    if (migrationUrl !== undefined && migrates) await migrateFor(database, migrationUrl);
    else if (!(await isMigrated(database))) await migrateBy(database, migrates);
    const storage = makePostgresStorage(database, ids);
    const close = () => storage.close().then(() => server?.stop());
    return { storage: { ...storage, close }, database };
  } catch (error) {
    await opened?.close();
    await server?.stop();
    throw new DatabaseError(`The database ${nameOf(url)} cannot be used: ${reasonOf(error)}.`);
  }
};

const migrateBy = async (database: Database, migrates: boolean): Promise<void> => {
  if (!migrates) throw new Error('migrations are missing: run `npm run admin -- migrate`');
  await migrate(database);
};

/** Migrates with the role of another URL, and lets the role of the database use the tables. */
const migrateFor = async (database: Database, migrationUrl: string): Promise<void> => {
  const [row] = await database.query<{ role: string }>({ text: 'select current_user::text as role' });
  const migrating = await openDatabase({ url: migrationUrl });
  try {
    await migrate(migrating, row?.role);
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

const reasonOf = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === '42501') return `${message}; a role that may change tables must migrate it: set MIGRATION_DATABASE_URL`;
  if (message === '') return code ?? 'unknown reason';
  return code !== undefined && !message.includes(code) ? `${message} (${code})` : message;
};
