import 'reflect-metadata';
import { Container } from 'inversify';
import { loadDocs } from '#adapters/http/server/docs.ts';
import { makeMetrics } from '#adapters/http/server/metrics.ts';
import { makeEncryption } from '#adapters/system/encryption.ts';
import type { Log } from '#core/shared/log.ts';
import type { Config } from './config.ts';
import { accessModule } from './modules/access.ts';
import { auditModule } from './modules/audit.ts';
import { catalogModule } from './modules/catalog.ts';
import { eventsModule } from './modules/events.ts';
import { httpModule } from './modules/http.ts';
import { natsModule } from './modules/nats.ts';
import { ordersModule } from './modules/orders.ts';
import { paymentsModule } from './modules/payments.ts';
import { rateLimitsModule } from './modules/rate-limits.ts';
import { memoryStorageModule } from './modules/storage-memory.ts';
import { postgresStorageModule } from './modules/storage-postgres.ts';
import { systemModule } from './modules/system.ts';
import { usersModule } from './modules/users.ts';
import { webhooksModule } from './modules/webhooks.ts';
import { openGateways } from './payment-gateways.ts';
import { openPostgres } from './postgres.ts';
import { sandboxPages } from './sandbox-pages.ts';
import { secretKeyOf } from './secret-key.ts';
import { TOKENS } from './tokens.ts';

/** The whole service, wired by its settings; its storage is open, and whoever asked for it closes it. */
export const buildContainer = async (
  config: Config,
  { log, isStopping, publicUrl }: { log: Log; isStopping: () => boolean; publicUrl: () => string },
): Promise<Container> => {
  const secretKey = await secretKeyOf(config);
  const docs = await loadDocs();
  const postgres = config.storage === 'postgres' ? await openPostgres(config, log) : undefined;
  const metrics = makeMetrics();
  const { gateways, sandbox } = await openGateways({
    config,
    log,
    publicUrl,
    pool: postgres?.database.pool,
    webhookSecret: makeEncryption(secretKey).digest('the sandbox’s call-backs'),
    observe: metrics.observeGateway,
  }).catch(async (error: unknown) => {
    await postgres?.storage.close();
    throw error;
  });
  const container = new Container();
  container.bind(TOKENS.config).toConstantValue(config);
  container.bind(TOKENS.log).toConstantValue(log);
  container.bind(TOKENS.isStopping).toConstantValue(isStopping);
  container.bind(TOKENS.metrics).toConstantValue(metrics);
  container.bind(TOKENS.gateways).toConstantValue(gateways);
  container
    .bind(TOKENS.sandboxPages)
    .toResolvedValue(
      (receiveGatewayWebhook) => sandbox && sandboxPages(sandbox, receiveGatewayWebhook),
      [TOKENS.receiveGatewayWebhook],
    );
  container.load(
    systemModule(secretKey),
    postgres === undefined ? memoryStorageModule() : postgresStorageModule(postgres.database, postgres.storage),
    rateLimitsModule(config, log, postgres?.database),
    natsModule(config, publicUrl),
    accessModule(),
    usersModule(),
    catalogModule(),
    eventsModule(),
    webhooksModule(),
    ordersModule(),
    paymentsModule(),
    auditModule(),
    httpModule(docs),
  );
  return container;
};
