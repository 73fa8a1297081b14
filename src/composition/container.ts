import 'reflect-metadata';
import { Container } from 'inversify';
import { loadDocs } from '#adapters/http/docs.ts';
import type { Log } from '#core/shared/log.ts';
import type { Config } from './config.ts';
import { accessModule } from './modules/access.ts';
import { auditModule } from './modules/audit.ts';
import { catalogModule } from './modules/catalog.ts';
import { httpModule } from './modules/http.ts';
import { ordersModule } from './modules/orders.ts';
import { rateLimitsModule } from './modules/rate-limits.ts';
import { memoryStorageModule } from './modules/storage-memory.ts';
import { postgresStorageModule } from './modules/storage-postgres.ts';
import { systemModule } from './modules/system.ts';
import { usersModule } from './modules/users.ts';
import { openPostgres } from './postgres.ts';
import { secretKeyOf } from './secret-key.ts';
import { TOKENS } from './tokens.ts';

/** The whole service, wired by its settings; its storage is open, and whoever asked for it closes it. */
export const buildContainer = async (
  config: Config,
  { log, isStopping }: { log: Log; isStopping: () => boolean },
): Promise<Container> => {
  const secretKey = await secretKeyOf(config);
  const docs = await loadDocs();
  const postgres = config.storage === 'postgres' ? await openPostgres(config, log) : undefined;
  const container = new Container();
  container.bind(TOKENS.config).toConstantValue(config);
  container.bind(TOKENS.log).toConstantValue(log);
  container.bind(TOKENS.isStopping).toConstantValue(isStopping);
  container.load(
    systemModule(secretKey),
    postgres === undefined ? memoryStorageModule() : postgresStorageModule(postgres.database, postgres.storage),
    rateLimitsModule(config.rateLimitStore === 'postgres' ? postgres?.database : undefined),
    accessModule(),
    usersModule(),
    catalogModule(),
    ordersModule(),
    auditModule(),
    httpModule(docs),
  );
  return container;
};
