import path from 'node:path';
import { languages } from '#adapters/languages/languages.ts';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { openPostgres } from '#adapters/postgres/open-postgres.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Log } from '#core/shared/log.ts';
import type { Tracing } from '#core/shared/tracing.ts';
import type { Storage } from '#core/storage.ts';
import type { Config } from './config.ts';
import { type Binding, constant } from './injection.ts';
import { STORAGE } from './tokens/storage.ts';

/** A storage, and its PostgreSQL if it has one: adapters may keep their own tables there. */
type OpenedStorage = Readonly<{ storage: Storage; database: Database | undefined }>;

/** Opens the storage that the settings name. A new provider is one more case here. */
export const openStorage = async (
  {
    storage,
    databaseUrl: url,
    migrationDatabaseUrl: migrationUrl,
    databasePooler: pooler,
    databaseListenUrl: listenUrl,
    standby,
    dataDir,
  }: Config,
  deps: Readonly<{ ids: IdGenerator; log: Log; tracing?: Tracing | undefined; migrates?: boolean }>,
): Promise<OpenedStorage> => {
  switch (storage) {
    case 'memory': {
      const { makeMemoryStorage } = await import('#adapters/memory/storage.ts');
      return { storage: makeMemoryStorage({ ...deps, languages }), database: undefined };
    }
    case 'postgres':
      return openPostgres({
        ...{ url, migrationUrl, pooler, listenUrl, standby },
        ...{ directory: path.join(dataDir, 'postgres'), languages, ...deps },
      });
  }
};

/** The ports of a storage. */
export const storageModule = (storage: Storage): Binding[] =>
  Object.keys(storage).map((name) => {
    const port = name as keyof Storage;
    return constant<unknown>(STORAGE[port], storage[port]);
  });
