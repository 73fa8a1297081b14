import path from 'node:path';
import { type Database, openDatabase } from '#adapters/postgres/connection/database.ts';
import { startEmbeddedServer } from '#adapters/postgres/embedded/embedded-server.ts';
import { migrate } from '#adapters/postgres/migrations/migrate.ts';
import type { Log } from '#core/shared/log.ts';
import type { Config } from './config.ts';
import { StartError } from './start-error.ts';
import type { StorageHandle } from './tokens.ts';

/** A PostgreSQL ready to be used: the one that the settings name, or else the embedded one; its tables up to date. */
export const openPostgres = async (
  { databaseUrl, dataDir }: Config,
  log: Log,
): Promise<{ database: Database; storage: StorageHandle }> => {
  const server =
    databaseUrl === undefined
      ? await startEmbeddedServer({
          directory: path.join(dataDir, 'postgres'),
          log: (line) => (line.startsWith('PANIC') ? log.error({ line }, 'postgres') : log.debug({ line }, 'postgres')),
        })
      : undefined;
  let database: Database | undefined;
  const close = async (): Promise<void> => {
    await database?.close();
    await server?.stop();
  };
  try {
    const opened = await openDatabase(server ?? { url: databaseUrl ?? '' });
    database = opened;
    await migrate(opened);
    return { database: opened, storage: { check: async () => void (await opened.query({ text: 'select 1' })), close } };
  } catch (error) {
    await close();
    throw new StartError(`The database ${nameOf(databaseUrl)} cannot be used: ${reasonOf(error)}.`);
  }
};

/** Where a database is, without the password. */
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
