import { ContainerModule } from 'inversify';
import { PostgresAccessQueries } from '#adapters/postgres/access-queries.ts';
import { PostgresAnswerQueries } from '#adapters/postgres/answer-log.ts';
import { PostgresAuditQueries } from '#adapters/postgres/audit-log.ts';
import { PostgresCatalogQueries } from '#adapters/postgres/catalog-queries.ts';
import { PostgresCredentialChanges } from '#adapters/postgres/credential-changes.ts';
import { PostgresCredentialQueries } from '#adapters/postgres/credential-queries.ts';
import type { Database } from '#adapters/postgres/database.ts';
import { PostgresDeliveryQueue } from '#adapters/postgres/delivery-queue.ts';
import { PostgresEventFeed, PostgresEventQueries } from '#adapters/postgres/event-feed.ts';
import { PostgresMailQueue } from '#adapters/postgres/mail-requests.ts';
import { PostgresNotifications } from '#adapters/postgres/notifications.ts';
import { PostgresOneTimeTokenQueries } from '#adapters/postgres/one-time-tokens.ts';
import { PostgresOrderQueries } from '#adapters/postgres/order-queries.ts';
import { PostgresPaymentQueries } from '#adapters/postgres/payment-queries.ts';
import { PostgresPersonalDataQueries } from '#adapters/postgres/personal-data-queries.ts';
import { PostgresPublications } from '#adapters/postgres/publications.ts';
import { PostgresSignals } from '#adapters/postgres/signals.ts';
import { PostgresUnitOfWork } from '#adapters/postgres/unit-of-work.ts';
import { PostgresUserQueries } from '#adapters/postgres/user-queries.ts';
import { PostgresWebhookQueries } from '#adapters/postgres/webhook-queries.ts';
import { repeat } from '#adapters/system/repeat.ts';
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
    bind(TOKENS.attendant).toConstantValue(notifications);
    bind(TOKENS.signals).toConstantValue(new PostgresSignals(notifications));
    bind(TOKENS.eventFeed).toConstantValue(feed);
    bind(TOKENS.eventQueries).toConstantValue(new PostgresEventQueries(database));
    bind(TOKENS.publications).toConstantValue(new PostgresPublications(database));
    bind(TOKENS.webhookQueries).toConstantValue(new PostgresWebhookQueries(database));
    bind(TOKENS.deliveryQueue).toConstantValue(new PostgresDeliveryQueue(database));
    bind(TOKENS.eventPlacing)
      .toResolvedValue(
        (log) => {
          const placeAll = async (): Promise<void> => {
            while ((await feed.place()) > 0);
          };
          return repeat('placing of events', PLACED_MS, placeAll, log);
        },
        [TOKENS.log],
      )
      .inSingletonScope();
    bind(TOKENS.attendant).toService(TOKENS.eventPlacing);
    bind(TOKENS.unitOfWork)
      .toResolvedValue(
        (ids, placing) => new PostgresUnitOfWork({ database, ids, credentialChanges, onEvents: placing.wake }),
        [TOKENS.ids, TOKENS.eventPlacing],
      )
      .inSingletonScope();
    bind(TOKENS.answerQueries).toConstantValue(new PostgresAnswerQueries(database));
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
