import type { Container } from 'inversify';
import { makeMetrics } from '#adapters/http/server/metrics.ts';
import { makeSandboxPages, makeSandboxWebhooks } from '#adapters/payment-gateways/sandbox/sandbox-pages.ts';
import { poolGauges } from '#adapters/postgres/connection/pool-gauges.ts';
import { makeAdvancedClock } from '#adapters/system/advanced-clock.ts';
import { businessClock, systemClock } from '#adapters/system/system-clock.ts';
import { makeTypeIds } from '#adapters/system/type-ids.ts';
import type { ShopMailPurpose } from '#core/mails/ports.ts';
import { withWantedMails } from '#core/mails/wanted-mails.ts';
import type { Gateways } from '#core/payments/payment-gateway.ts';
import type { Log } from '#core/shared/log.ts';
import type { Tracing } from '#core/shared/tracing.ts';
import type { Transaction } from '#core/storage.ts';
import { BACKGROUND } from './background.ts';
import type { Config } from './config.ts';
import { openPublishers } from './event-publishers.ts';
import { type Binding, constant, makeContainer, provide } from './injection.ts';
import { accessModule } from './modules/access.ts';
import { analyticsModule } from './modules/analytics.ts';
import { analyticsExportModule } from './modules/analytics-export.ts';
import { auditModule } from './modules/audit.ts';
import { cartsModule } from './modules/carts.ts';
import { catalogModule } from './modules/catalog.ts';
import { eventsModule } from './modules/events.ts';
import { httpModule } from './modules/http.ts';
import { imagesModule } from './modules/images.ts';
import { importsModule } from './modules/imports.ts';
import { invoiceDocumentsModule } from './modules/invoice-documents.ts';
import { invoicesModule } from './modules/invoices.ts';
import { mailsModule } from './modules/mails.ts';
import { natsModule } from './modules/nats.ts';
import { orderPricingModule } from './modules/order-pricing.ts';
import { ordersModule } from './modules/orders.ts';
import { overviewModule } from './modules/overview.ts';
import { paymentLinksModule } from './modules/payment-links.ts';
import { paymentMethodsModule } from './modules/payment-methods.ts';
import { paymentsModule } from './modules/payments.ts';
import { pricingModule } from './modules/pricing.ts';
import { rateLimitsModule } from './modules/rate-limits.ts';
import { redirectsModule } from './modules/redirects.ts';
import { returnsModule } from './modules/returns.ts';
import { secondFactorsModule } from './modules/second-factors.ts';
import { shopModule } from './modules/shop.ts';
import { subscriptionsModule } from './modules/subscriptions.ts';
import { systemModule } from './modules/system.ts';
import { readOffset, testClockModule } from './modules/test-clock.ts';
import { usersModule } from './modules/users.ts';
import { webhooksModule } from './modules/webhooks.ts';
import { withdrawalsModule } from './modules/withdrawals.ts';
import { openOrderPricing } from './order-pricing.ts';
import { type OpenedGateways, openGateways } from './payment-gateways.ts';
import { openRules } from './rules-at-start.ts';
import { openEncryption, verifySecretKeys } from './secret-key.ts';
import { StartError } from './start-error.ts';
import { openStorage, storageModule } from './storage.ts';
import { EVENTS } from './tokens/events.ts';
import { HTTP } from './tokens/http.ts';
import { PAYMENTS } from './tokens/payments.ts';

const gatewaysModule = ({ gateways, healths, setups, sandbox, sandboxNotice }: OpenedGateways): Binding[] => [
  constant(PAYMENTS.gateways, gateways),
  constant(PAYMENTS.gatewayHealths, healths),
  constant(PAYMENTS.gatewaySetups, setups),
  constant(PAYMENTS.sandboxNotice, sandboxNotice),
  provide(BACKGROUND.processServices, { receive: PAYMENTS.receiveGatewayWebhook }, ({ receive }) =>
    sandbox === undefined ? [] : [makeSandboxWebhooks(sandbox, receive)],
  ),
  provide(HTTP.sandboxPages, { receive: PAYMENTS.receiveGatewayWebhook }, ({ receive }) =>
    // the payer's page asks for no credential
    sandbox === undefined || sandbox.isManual ? undefined : makeSandboxPages(sandbox, receive),
  ),
];

/** The mails about orders and billing that are sent; none without a mail server. */
const wantedMails =
  ({ smtp }: Config) =>
  async (tx: Transaction): Promise<readonly ShopMailPurpose[]> =>
    smtp === undefined ? [] : (await tx.shopRules.read()).mails;

/** @throws StartError: real payments must not follow a time that is not real. */
const requireNoLiveGateway = (gateways: Gateways): void => {
  const live = [...gateways.values()].find(({ isLive }) => isLive);
  if (live === undefined) return;
  throw new StartError(`TEST_CLOCK must not be true beside the gateway ${live.name}, which moves real money.`);
};

type Given = Readonly<{
  log: Log;
  /** Undefined: nothing is traced. */
  tracing?: Tracing | undefined;
  isStopping: () => boolean;
  publicUrl: () => string;
}>;

/** Wires the service by its settings. The storage is open: the caller closes it. */
export const buildContainer = async (
  config: Config,
  { log, tracing, isStopping, publicUrl }: Given,
): Promise<Container> => {
  const encryption = await openEncryption(config);
  const ids = makeTypeIds(systemClock);
  const { storage, database } = await openStorage(config, { ids, log, tracing });
  const metrics = makeMetrics({ log });
  const openModules = async () => {
    await verifySecretKeys(storage.encryptedData, encryption);
    await openRules(config, { storage, clock: businessClock, log });
    const publishers = await openPublishers(config, { log, publicUrl });
    const gateways = await openGateways({
      config,
      log,
      publicUrl,
      pool: database?.pool,
      webhookSecret: encryption.digest('sandbox webhooks'),
      observe: metrics.observeGateway,
      tracing,
      systemClock,
    });
    const pricing = await openOrderPricing({ config, log });
    if (advanced !== undefined) {
      requireNoLiveGateway(gateways.gateways);
      await readOffset(advanced, storage.testClockQueries);
    }
    return { publishers, gateways, pricing };
  };
  const advanced = config.testClock ? makeAdvancedClock(systemClock) : undefined;
  const { publishers, gateways, pricing } = await openModules().catch(async (error: unknown) => {
    await storage.close();
    throw error;
  });
  return makeContainer([
    ...systemModule({
      ...{ config, log, ids, encryption, isStopping, tracing },
      clock: advanced ?? businessClock,
      rules: storage.shopRulesQueries,
    }),
    ...storageModule({ ...storage, unitOfWork: withWantedMails(storage.unitOfWork, wantedMails(config)) }),
    ...rateLimitsModule(config, log, database),
    ...natsModule(config, publicUrl),
    constant(EVENTS.publishers, [...publishers]),
    ...accessModule,
    ...secondFactorsModule(publicUrl),
    ...usersModule(publicUrl),
    ...mailsModule(publicUrl),
    ...catalogModule,
    ...importsModule(publicUrl),
    ...imagesModule(publicUrl),
    ...orderPricingModule(pricing),
    ...ordersModule(publicUrl),
    ...redirectsModule,
    ...returnsModule,
    ...withdrawalsModule,
    ...paymentsModule,
    ...invoicesModule,
    ...invoiceDocumentsModule(),
    ...paymentMethodsModule,
    ...paymentLinksModule(publicUrl),
    ...cartsModule(publicUrl),
    ...pricingModule,
    ...subscriptionsModule,
    ...shopModule,
    ...eventsModule,
    ...analyticsExportModule(config),
    ...webhooksModule,
    ...gatewaysModule(gateways),
    ...testClockModule(advanced),
    ...analyticsModule,
    ...overviewModule,
    ...auditModule,
    ...httpModule(publicUrl),
    constant(HTTP.metrics, metrics),
    ...(database === undefined ? [] : [constant(HTTP.gauges, poolGauges(database))]),
  ]);
};
