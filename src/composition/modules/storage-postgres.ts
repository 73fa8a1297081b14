import { ContainerModule } from 'inversify';
import { PostgresAccessQueries } from '#adapters/postgres/access-queries.ts';
import { PostgresAnswerQueries } from '#adapters/postgres/answer-log.ts';
import { PostgresAuditQueries } from '#adapters/postgres/audit-log.ts';
import { PostgresCatalogQueries } from '#adapters/postgres/catalog-queries.ts';
import { PostgresCredentialChanges } from '#adapters/postgres/credential-changes.ts';
import { PostgresCredentialQueries } from '#adapters/postgres/credential-queries.ts';
import type { Database } from '#adapters/postgres/database.ts';
import { PostgresMailQueue } from '#adapters/postgres/mail-requests.ts';
import { PostgresOneTimeTokenQueries } from '#adapters/postgres/one-time-tokens.ts';
import { PostgresOrderQueries } from '#adapters/postgres/order-queries.ts';
import { PostgresPaymentQueries } from '#adapters/postgres/payment-queries.ts';
import { PostgresPersonalDataQueries } from '#adapters/postgres/personal-data-queries.ts';
import { PostgresUnitOfWork } from '#adapters/postgres/unit-of-work.ts';
import { PostgresUserQueries } from '#adapters/postgres/user-queries.ts';
import { type StorageHandle, TOKENS } from '../tokens.ts';

/** The storage in a PostgreSQL that is open and migrated. */
export const postgresStorageModule = (database: Database, storage: StorageHandle): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const credentialChanges = new PostgresCredentialChanges(database);
    bind(TOKENS.storage).toConstantValue(storage);
    bind(TOKENS.credentialChanges).toConstantValue(credentialChanges);
    bind(TOKENS.worker).toConstantValue(credentialChanges);
    bind(TOKENS.unitOfWork)
      .toResolvedValue((ids) => new PostgresUnitOfWork({ database, ids, credentialChanges }), [TOKENS.ids])
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
