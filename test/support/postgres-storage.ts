import { PostgresAccessQueries } from '#adapters/postgres/access/access-queries.ts';
import { PostgresCredentialChanges } from '#adapters/postgres/access/credential-changes.ts';
import { PostgresCredentialQueries } from '#adapters/postgres/access/credential-queries.ts';
import { PostgresAuditQueries } from '#adapters/postgres/audit/audit-log.ts';
import { PostgresCatalogQueries } from '#adapters/postgres/catalog/catalog-queries.ts';
import { type Database, openDatabase } from '#adapters/postgres/connection/database.ts';
import { PostgresNotifications } from '#adapters/postgres/connection/notifications.ts';
import { PostgresSignals } from '#adapters/postgres/connection/signals.ts';
import { PostgresEventFeed, PostgresEventQueries } from '#adapters/postgres/events/event-feed.ts';
import { PostgresPublisherOffsets } from '#adapters/postgres/events/publisher-offsets.ts';
import { PostgresIdempotencyQueries } from '#adapters/postgres/idempotency/idempotency-store.ts';
import { PostgresOrderQueries } from '#adapters/postgres/orders/order-queries.ts';
import { PostgresLedgerQueries, PostgresPaymentQueries } from '#adapters/postgres/payments/payment-queries.ts';
import { PostgresUnitOfWork } from '#adapters/postgres/unit-of-work.ts';
import { PostgresMailQueue } from '#adapters/postgres/users/mail-requests.ts';
import { PostgresOneTimeTokenQueries } from '#adapters/postgres/users/one-time-tokens.ts';
import { PostgresPersonalDataQueries } from '#adapters/postgres/users/personal-data-queries.ts';
import { PostgresUserQueries } from '#adapters/postgres/users/user-queries.ts';
import { PostgresDeliveryQueue } from '#adapters/postgres/webhooks/delivery-queue.ts';
import { PostgresWebhookQueries } from '#adapters/postgres/webhooks/webhook-queries.ts';
import type { Id } from '#core/shared/id.ts';
import type { StorageUnderTest, StoredEvent } from '../contract/storage-under-test.ts';
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
  const notifications = new PostgresNotifications(database);
  const credentialChanges = new PostgresCredentialChanges(notifications);
  const signals = new PostgresSignals(notifications);
  await startListening(notifications);
  return {
    database,
    unitOfWork: new PostgresUnitOfWork({ database, ids, credentialChanges, onEvents: () => {} }),
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
    signals,
    eventFeed: new PostgresEventFeed(database),
    eventQueries: new PostgresEventQueries(database),
    publisherOffsets: new PostgresPublisherOffsets(database),
    idempotencyQueries: new PostgresIdempotencyQueries(database),
    webhookQueries: new PostgresWebhookQueries(database),
    deliveryQueue: new PostgresDeliveryQueue(database),
    eventsOf: (resourceId) => eventsOf(database, resourceId),
    async close() {
      await notifications.stop();
      await database.close();
    },
  };
};

const startListening = async (notifications: PostgresNotifications): Promise<void> => {
  const hearing = new Promise<void>((resolve) => {
    notifications.watch((isHearing) => {
      if (isHearing) resolve();
    });
  });
  notifications.start();
  await hearing;
};

const EVENTS = `
  select id, type, sequence, resource_version as "resourceVersion", data, previous, created_at as "occurredAt"
  from events where resource_id = $1 order by sequence`;

type Row = Omit<StoredEvent, 'occurredAt'> & { occurredAt: string | Date };

const eventsOf = async (database: Database, resourceId: Id): Promise<StoredEvent[]> => {
  const rows = await database.query<Row>({ text: EVENTS, values: [resourceId] });
  return rows.map((row) => ({ ...row, occurredAt: new Date(row.occurredAt) }));
};
