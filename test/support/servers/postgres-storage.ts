import { setTimeout as sleep } from 'node:timers/promises';
import { languages } from '#adapters/languages/languages.ts';
import { type Database, openDatabase, type StandbyAddress } from '#adapters/postgres/connection/database.ts';
import { makePostgresStorage } from '#adapters/postgres/storage.ts';
import type { Id } from '#core/shared/id.ts';
import type { Storage } from '#core/storage.ts';
import type { StorageUnderTest, StoredEvent } from '../../contract/storage/storage-under-test.ts';
import { ids } from '../builders/builders.ts';
import { aLog } from '../log.ts';
import { createDatabase } from './postgres.ts';

export type PostgresStorage = StorageUnderTest & Readonly<{ database: Database }>;

/** A new database, opened once. */
export const openPostgresStorage = async (): Promise<PostgresStorage> => connectPostgresStorage(await createDatabase());

/** A new database, opened by two pools of connections like two processes. */
export const openPostgresStorageTwice = async (): Promise<[PostgresStorage, PostgresStorage]> => {
  const url = await createDatabase();
  return [await connectPostgresStorage(url), await connectPostgresStorage(url)];
};

/** The storage in a migrated database, with the reads of a standby if there is one. */
export const connectPostgresStorage = async (url: string, standby?: StandbyAddress): Promise<PostgresStorage> => {
  const database = await openDatabase({ url }, standby && { standby, log: aLog().log });
  const storage = makePostgresStorage(database, { ids, languages });
  await startListening(storage);
  return {
    ...storage,
    database,
    eventsOf: (resourceId) => eventsOf(database, resourceId),
    untilQuiet: () => untilQuiet(database),
  };
};

/** Transactions of all databases of the server count. */
const untilQuiet = async ({ pool }: Database): Promise<void> => {
  const { rows } = await pool.query<{ xid: string }>('select pg_current_xact_id()::text as xid');
  const isQuiet = async (): Promise<boolean> => {
    const snapshot = 'select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as quiet';
    return (await pool.query<{ quiet: boolean }>(snapshot, [rows[0]?.xid])).rows[0]?.quiet === true;
  };
  while (!(await isQuiet())) await sleep(20);
};

const startListening = async ({ credentialChanges, start }: Storage): Promise<void> => {
  const connected = new Promise<void>((resolve) => {
    credentialChanges.subscribe(({ kind }) => {
      if (kind === 'connected') resolve();
    });
  });
  start();
  await connected;
};

const EVENTS = `
  select id, type, sequence, resource_version as "resourceVersion", data, previous, created_at as "occurredAt"
  from events where resource_id = $1 order by sequence`;

type Row = Omit<StoredEvent, 'occurredAt'> & { occurredAt: string | Date };

const eventsOf = async (database: Database, resourceId: Id): Promise<StoredEvent[]> => {
  const rows = await database.query<Row>({ text: EVENTS, values: [resourceId] });
  return rows.map((row) => ({ ...row, occurredAt: new Date(row.occurredAt) }));
};
