import type { Database } from '#adapters/postgres/connection/database.ts';
import { businessClock, systemClock } from '#adapters/system/system-clock.ts';
import { makeTypeIds } from '#adapters/system/type-ids.ts';
import type { Config } from '#composition/config.ts';
import { openRules } from '#composition/rules-at-start.ts';
import { StartError } from '#composition/start-error.ts';
import { openStorage } from '#composition/storage.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Log } from '#core/shared/log.ts';
import type { Storage } from '#core/storage.ts';

/** The commands report everything themselves. */
const NO_LOG: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/**
 * Runs a command on the storage of the settings, and closes the storage.
 * @throws StartError for what the core rejects, DatabaseError or EmbeddedServerError
 */
export const onStorage = async <T>(
  config: Config,
  run: (storage: Storage, ids: IdGenerator, database: Database) => Promise<T>,
): Promise<T> => {
  const ids = makeTypeIds(systemClock);
  const { storage, database } = await openStorage(config, { ids, log: NO_LOG });
  try {
    if (database === undefined) throw new StartError('STORAGE=memory keeps nothing between two commands.');
    await openRules(config, { storage, clock: businessClock, log: NO_LOG });
    return await run(storage, ids, database);
  } catch (error) {
    throw error instanceof DomainError ? new StartError(error.message) : error;
  } finally {
    await storage.close();
  }
};
