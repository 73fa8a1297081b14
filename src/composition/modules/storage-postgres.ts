import { ContainerModule } from 'inversify';
import { PostgresAccessQueries } from '#adapters/postgres/access-queries.ts';
import { PostgresAnswerQueries } from '#adapters/postgres/answer-log.ts';
import { PostgresCatalogQueries } from '#adapters/postgres/catalog-queries.ts';
import { PostgresCredentialChanges } from '#adapters/postgres/credential-changes.ts';
import { PostgresCredentialQueries } from '#adapters/postgres/credential-queries.ts';
import type { Database } from '#adapters/postgres/database.ts';
import { PostgresUnitOfWork } from '#adapters/postgres/unit-of-work.ts';
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
    bind(TOKENS.accessQueries).toConstantValue(new PostgresAccessQueries(database));
    bind(TOKENS.credentialQueries).toConstantValue(new PostgresCredentialQueries(database));
  });
