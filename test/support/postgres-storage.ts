import { PostgresAccessQueries } from '#adapters/postgres/access-queries.ts';
import { PostgresAnswerQueries } from '#adapters/postgres/answer-log.ts';
import { PostgresAuditQueries } from '#adapters/postgres/audit-log.ts';
import { PostgresCatalogQueries } from '#adapters/postgres/catalog-queries.ts';
import { PostgresCredentialChanges } from '#adapters/postgres/credential-changes.ts';
import { PostgresCredentialQueries } from '#adapters/postgres/credential-queries.ts';
import { type Database, openDatabase } from '#adapters/postgres/database.ts';
import { PostgresMailQueue } from '#adapters/postgres/mail-requests.ts';
import { PostgresOneTimeTokenQueries } from '#adapters/postgres/one-time-tokens.ts';
import { PostgresOrderQueries } from '#adapters/postgres/order-queries.ts';
import { PostgresLedgerQueries, PostgresPaymentQueries } from '#adapters/postgres/payment-queries.ts';
import { PostgresPersonalDataQueries } from '#adapters/postgres/personal-data-queries.ts';
import { PostgresUnitOfWork } from '#adapters/postgres/unit-of-work.ts';
import { PostgresUserQueries } from '#adapters/postgres/user-queries.ts';
import type { Id } from '#core/shared/id.ts';
import type { KeptEvent, StorageUnderTest } from '../contract/storage-under-test.ts';
import { ids } from './builders.ts';
import { createDatabase } from './postgres.ts';

export type PostgresStorage = StorageUnderTest & Readonly<{ database: Database }>;

/** A new database, opened once. */
export const openPostgresStorage = async (): Promise<PostgresStorage> => connectPostgresStorage(await createDatabase());

/** A new database, opened by two pools of connections, as two processes have them. */
export const openPostgresStorageTwice = async (): Promise<[PostgresStorage, PostgresStorage]> => {
  const url = await createDatabase();
  return [await connectPostgresStorage(url), await connectPostgresStorage(url)];
};

/** The storage in a migrated database. */
export const connectPostgresStorage = async (url: string): Promise<PostgresStorage> => {
  const database = await openDatabase({ url });
  const credentialChanges = new PostgresCredentialChanges(database);
  await startListening(credentialChanges);
  return {
    database,
    unitOfWork: new PostgresUnitOfWork({ database, ids, credentialChanges }),
    catalogQueries: new PostgresCatalogQueries(database),
    orderQueries: new PostgresOrderQueries(database),
    paymentQueries: new PostgresPaymentQueries(database),
    ledgerQueries: new PostgresLedgerQueries(database),
    accessQueries: new PostgresAccessQueries(database),
    userQueries: new PostgresUserQueries(database),
    personalDataQueries: new PostgresPersonalDataQueries(database),
    oneTimeTokenQueries: new PostgresOneTimeTokenQueries(database),
    mailQueue: new PostgresMailQueue(database),
    auditQueries: new PostgresAuditQueries(database),
    credentialQueries: new PostgresCredentialQueries(database),
    credentialChanges,
    answerQueries: new PostgresAnswerQueries(database),
    eventsOf: (resourceId) => eventsOf(database, resourceId),
    async close() {
      await credentialChanges.stop();
      await database.close();
    },
  };
};

const startListening = async (changes: PostgresCredentialChanges): Promise<void> => {
  const sighted = new Promise<void>((resolve) => {
    changes.subscribe(({ kind }) => {
      if (kind === 'sighted') resolve();
    });
  });
  changes.start();
  await sighted;
};

const EVENTS = `
  select id, type, sequence, resource_version as "resourceVersion", data, previous, created_at as "occurredAt"
  from events where resource_id = $1 order by sequence`;

type Row = Omit<KeptEvent, 'occurredAt'> & { occurredAt: string | Date };

const eventsOf = async (database: Database, resourceId: Id): Promise<KeptEvent[]> => {
  const rows = await database.query<Row>({ text: EVENTS, values: [resourceId] });
  return rows.map((row) => ({ ...row, occurredAt: new Date(row.occurredAt) }));
};
