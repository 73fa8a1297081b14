import type { IdGenerator } from '#core/shared/id.ts';
import type { Storage } from '#core/storage.ts';
import { PostgresAccessQueries } from './access/access-queries.ts';
import { PostgresCredentialChanges } from './access/credential-changes.ts';
import { PostgresCredentialQueries } from './access/credential-queries.ts';
import { PostgresAuditQueries } from './audit/audit-log.ts';
import { PostgresCatalogQueries } from './catalog/catalog-queries.ts';
import type { Database } from './connection/database.ts';
import { PostgresNotifications } from './connection/notifications.ts';
import { PostgresSignals } from './connection/signals.ts';
import { PostgresEventFeed, PostgresEventQueries } from './events/event-feed.ts';
import { PostgresPublisherOffsets } from './events/publisher-offsets.ts';
import { PostgresIdempotencyQueries } from './idempotency/idempotency-store.ts';
import { PostgresOrderQueries } from './orders/order-queries.ts';
import { PostgresLedgerQueries } from './payments/ledger-queries.ts';
import { PostgresPaymentQueries } from './payments/payment-queries.ts';
import { PostgresUnitOfWork } from './unit-of-work.ts';
import { PostgresMailQueue } from './users/mail-requests.ts';
import { PostgresOneTimeTokenQueries } from './users/one-time-tokens.ts';
import { PostgresPersonalDataQueries } from './users/personal-data-queries.ts';
import { PostgresUserQueries } from './users/user-queries.ts';
import { PostgresDeliveryQueue } from './webhooks/delivery-queue.ts';
import { PostgresWebhookQueries } from './webhooks/webhook-queries.ts';

/** The storage in a database that is open and migrated. It closes the database. */
export const makePostgresStorage = (database: Database, ids: IdGenerator): Storage => {
  const notifications = new PostgresNotifications(database);
  const credentialChanges = new PostgresCredentialChanges(notifications);
  const signals = new PostgresSignals(notifications);
  const onEvents = (): void => signals.announce('appended_events');
  return {
    unitOfWork: new PostgresUnitOfWork({ database, ids, credentialChanges, onEvents }),
    idempotencyQueries: new PostgresIdempotencyQueries(database),
    catalogQueries: new PostgresCatalogQueries(database),
    orderQueries: new PostgresOrderQueries(database),
    paymentQueries: new PostgresPaymentQueries(database),
    ledgerQueries: new PostgresLedgerQueries(database),
    accessQueries: new PostgresAccessQueries(database),
    credentialQueries: new PostgresCredentialQueries(database),
    credentialChanges,
    userQueries: new PostgresUserQueries(database),
    personalDataQueries: new PostgresPersonalDataQueries(database),
    oneTimeTokenQueries: new PostgresOneTimeTokenQueries(database),
    mailQueue: new PostgresMailQueue(database),
    auditQueries: new PostgresAuditQueries(database),
    signals,
    eventFeed: new PostgresEventFeed(database),
    eventQueries: new PostgresEventQueries(database),
    publisherOffsets: new PostgresPublisherOffsets(database),
    webhookQueries: new PostgresWebhookQueries(database),
    deliveryQueue: new PostgresDeliveryQueue(database),
    start: () => notifications.start(),
    check: async () => void (await database.query({ text: 'select 1' })),
    async close() {
      await notifications.stop();
      await database.close();
    },
  };
};
