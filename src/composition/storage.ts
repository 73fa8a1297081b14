import path from 'node:path';
import { makeMemoryStorage } from '#adapters/memory/storage.ts';
import { type Database, openDatabase } from '#adapters/postgres/connection/database.ts';
import { startEmbeddedServer } from '#adapters/postgres/embedded/embedded-server.ts';
import { migrate } from '#adapters/postgres/migrations/migrate.ts';
import { makePostgresStorage } from '#adapters/postgres/storage.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Log } from '#core/shared/log.ts';
import type { Storage } from '#core/storage.ts';
import type { Config } from './config.ts';
import { StartError } from './start-error.ts';

type Deps = Readonly<{ ids: IdGenerator; log: Log }>;

/** A storage, and its PostgreSQL if it has one: what is not a port of the storage can be kept there too. */
export type OpenedStorage = Readonly<{ storage: Storage; database: Database | undefined }>;

/** Opens the storage that the settings name. @throws StartError, EmbeddedServerError. */
export const openStorage = async (config: Config, deps: Deps): Promise<OpenedStorage> =>
  config.storage === 'postgres'
    ? openPostgres(config, deps)
    : { storage: makeMemoryStorage(deps.ids), database: undefined };

/** Opens and migrates the PostgreSQL of `DATABASE_URL`, or the embedded one. */
const openPostgres = async ({ databaseUrl, dataDir }: Config, { ids, log }: Deps): Promise<OpenedStorage> => {
  const server =
    databaseUrl === undefined
      ? await startEmbeddedServer({
          directory: path.join(dataDir, 'postgres'),
          log: (line) => (line.startsWith('PANIC') ? log.error({ line }, 'postgres') : log.debug({ line }, 'postgres')),
        })
      : undefined;
  let opened: Database | undefined;
  try {
    const database = await openDatabase(server ?? { url: databaseUrl ?? '' });
    opened = database;
    await migrate(database);
    const storage = makePostgresStorage(database, ids);
    const close = () => storage.close().then(() => server?.stop());
    return { storage: { ...storage, close }, database };
  } catch (error) {
    await opened?.close();
    await server?.stop();
    throw new StartError(`The database ${nameOf(databaseUrl)} cannot be used: ${reasonOf(error)}.`);
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
  if (message === '') return code ?? 'unknown reason';
  return code !== undefined && !message.includes(code) ? `${message} (${code})` : message;
};
