import { ContainerModule } from 'inversify';
import { PostgresAccessQueries } from '#adapters/postgres/access/access-queries.ts';
import { PostgresCredentialChanges } from '#adapters/postgres/access/credential-changes.ts';
import { PostgresCredentialQueries } from '#adapters/postgres/access/credential-queries.ts';
import { PostgresAuditQueries } from '#adapters/postgres/audit/audit-log.ts';
import { PostgresCatalogQueries } from '#adapters/postgres/catalog/catalog-queries.ts';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { PostgresNotifications } from '#adapters/postgres/connection/notifications.ts';
import { PostgresSignals } from '#adapters/postgres/connection/signals.ts';
import { PostgresEventFeed, PostgresEventQueries } from '#adapters/postgres/events/event-feed.ts';
import { PostgresPublisherOffsets } from '#adapters/postgres/events/publisher-offsets.ts';
import { PostgresIdempotencyQueries } from '#adapters/postgres/idempotency/idempotency-store.ts';
import { PostgresOrderQueries } from '#adapters/postgres/orders/order-queries.ts';
import { PostgresPaymentQueries } from '#adapters/postgres/payments/payment-queries.ts';
import { PostgresUnitOfWork } from '#adapters/postgres/unit-of-work.ts';
import { PostgresMailQueue } from '#adapters/postgres/users/mail-requests.ts';
import { PostgresOneTimeTokenQueries } from '#adapters/postgres/users/one-time-tokens.ts';
import { PostgresPersonalDataQueries } from '#adapters/postgres/users/personal-data-queries.ts';
import { PostgresUserQueries } from '#adapters/postgres/users/user-queries.ts';
import { PostgresDeliveryQueue } from '#adapters/postgres/webhooks/delivery-queue.ts';
import { PostgresWebhookQueries } from '#adapters/postgres/webhooks/webhook-queries.ts';
import { runPeriodically } from '#adapters/system/background-task.ts';
import { type StorageHandle, TOKENS } from '../tokens.ts';

/** The floor where nobody was woken: a process may end between its commit and the placing. */
const PLACED_MS = 500;

/** The storage in a PostgreSQL that is open and migrated. */
export const postgresStorageModule = (database: Database, storage: StorageHandle): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const notifications = new PostgresNotifications(database);
    const credentialChanges = new PostgresCredentialChanges(notifications);
    const feed = new PostgresEventFeed(database);
    bind(TOKENS.storage).toConstantValue(storage);
    bind(TOKENS.credentialChanges).toConstantValue(credentialChanges);
    bind(TOKENS.processService).toConstantValue(notifications);
    bind(TOKENS.signals).toConstantValue(new PostgresSignals(notifications));
    bind(TOKENS.eventFeed).toConstantValue(feed);
    bind(TOKENS.eventQueries).toConstantValue(new PostgresEventQueries(database));
    bind(TOKENS.publisherOffsets).toConstantValue(new PostgresPublisherOffsets(database));
    bind(TOKENS.webhookQueries).toConstantValue(new PostgresWebhookQueries(database));
    bind(TOKENS.deliveryQueue).toConstantValue(new PostgresDeliveryQueue(database));
    bind(TOKENS.eventSequencing)
      .toResolvedValue(
        (log) => {
          const placeAll = async (): Promise<void> => {
            while ((await feed.place()) > 0);
          };
          return runPeriodically('placing of events', PLACED_MS, placeAll, log);
        },
        [TOKENS.log],
      )
      .inSingletonScope();
    bind(TOKENS.processService).toService(TOKENS.eventSequencing);
    bind(TOKENS.unitOfWork)
      .toResolvedValue(
        (ids, placing) => new PostgresUnitOfWork({ database, ids, credentialChanges, onEvents: placing.wake }),
        [TOKENS.ids, TOKENS.eventSequencing],
      )
      .inSingletonScope();
    bind(TOKENS.idempotencyQueries).toConstantValue(new PostgresIdempotencyQueries(database));
    bind(TOKENS.catalogQueries).toConstantValue(new PostgresCatalogQueries(database));
    bind(TOKENS.orderQueries).toConstantValue(new PostgresOrderQueries(database));
    bind(TOKENS.paymentQueries).toConstantValue(new PostgresPaymentQueries(database));
    bind(TOKENS.accessQueries).toConstantValue(new PostgresAccessQueries(database));
    bind(TOKENS.userQueries).toConstantValue(new PostgresUserQueries(database));
    bind(TOKENS.personalDataQueries).toConstantValue(new PostgresPersonalDataQueries(database));
    bind(TOKENS.oneTimeTokenQueries).toConstantValue(new PostgresOneTimeTokenQueries(database));
    bind(TOKENS.mailQueue).toConstantValue(new PostgresMailQueue(database));
    bind(TOKENS.auditQueries).toConstantValue(new PostgresAuditQueries(database));
    bind(TOKENS.credentialQueries).toConstantValue(new PostgresCredentialQueries(database));
  });
