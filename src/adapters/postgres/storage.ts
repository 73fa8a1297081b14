import { LRUCache } from 'lru-cache';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Languages } from '#core/shared/languages.ts';
import type { Storage } from '#core/storage.ts';
import { PostgresAccessQueries } from './access/access-queries.ts';
import { PostgresApiKeyRepository } from './access/api-key-repository.ts';
import { PostgresCredentialQueries } from './access/credential-queries.ts';
import { PostgresSecondFactorQueries, PostgresSecondFactorRepository } from './access/second-factors.ts';
import { PostgresSessionRepository } from './access/session-repository.ts';
import { PostgresAnalyticsQueries } from './analytics/analytics-queries.ts';
import { PostgresAnalyticsRepository } from './analytics/analytics-repository.ts';
import { PostgresExportQueries } from './analytics/export-queries.ts';
import { PostgresAuditLog, PostgresAuditQueries } from './audit/audit-log.ts';
import { PostgresCartQueries, PostgresCartRepository } from './carts/carts.ts';
import { PostgresCatalogQueries } from './catalog/catalog-queries.ts';
import { PostgresCategoryCounts } from './catalog/category-counts.ts';
import { type CategoryCache, PostgresCategoryRepository } from './catalog/category-repository.ts';
import { PostgresProductFeed } from './catalog/product-feed.ts';
import { PostgresProductRepository } from './catalog/product-repository.ts';
import { PostgresProductSearchIndex } from './catalog/product-search-index.ts';
import type { WordCache } from './catalog/search-entries.ts';
import { PostgresCheckoutQueries, PostgresCheckoutRepository } from './checkouts/checkouts.ts';
import { PostgresChanges } from './connection/changes.ts';
import type { Database } from './connection/database.ts';
import { PostgresNotifications } from './connection/notifications.ts';
import { PostgresSignals } from './connection/signals.ts';
import { PostgresEncryptedData } from './encrypted-data/encrypted-data.ts';
import { PostgresEventFeed, PostgresEventQueries } from './events/event-feed.ts';
import { PostgresEventLog } from './events/event-log.ts';
import { PostgresPublisherOffsets } from './events/publisher-offsets.ts';
import { PostgresIdempotencyQueries, PostgresIdempotencyStore } from './idempotency/idempotency-store.ts';
import { PostgresImageFetchRepository } from './imports/image-fetch-repository.ts';
import { PostgresImportQueries } from './imports/import-queries.ts';
import { PostgresImportRepository } from './imports/import-repository.ts';
import { PostgresInvoiceQueries } from './invoices/invoice-queries.ts';
import { PostgresInvoiceRepository } from './invoices/invoice-repository.ts';
import { PostgresMailQueue, PostgresMailRequests } from './mails/mail-requests.ts';
import { PostgresOrderQueries } from './orders/order-queries.ts';
import { PostgresOrderRepository } from './orders/order-repository.ts';
import { PostgresOverviewQueries } from './overview/overview-queries.ts';
import { PostgresLedgerQueries } from './payments/ledger-queries.ts';
import { PostgresPaymentLinkQueries, PostgresPaymentLinkRepository } from './payments/payment-links.ts';
import { PostgresPaymentMethodQueries } from './payments/payment-method-queries.ts';
import { PostgresPaymentMethodRepository } from './payments/payment-method-repository.ts';
import { PostgresPaymentQueries } from './payments/payment-queries.ts';
import { PostgresPaymentRepository } from './payments/payment-repository.ts';
import { makeDiscountRepository } from './pricing/discount-repository.ts';
import { PostgresPricingQueries } from './pricing/pricing-queries.ts';
import { makeShippingMethodRepository } from './pricing/shipping-method-repository.ts';
import { makeTaxRateRepository } from './pricing/tax-rate-repository.ts';
import { PostgresRedirectQueries, PostgresRedirectRepository } from './redirects/redirects.ts';
import { PostgresReturnQueries } from './returns/return-queries.ts';
import { PostgresReturnRepository } from './returns/return-repository.ts';
import { PostgresShopQueries, PostgresShopRepository } from './shop/shop.ts';
import { PostgresShopRulesQueries, PostgresShopRulesRepository } from './shop/shop-rules.ts';
import { PostgresPlanQueries, PostgresPlanRepository } from './subscriptions/plans.ts';
import { PostgresSubscriptionMovementRepository } from './subscriptions/subscription-movements.ts';
import { PostgresSubscriptionQueries } from './subscriptions/subscription-queries.ts';
import { PostgresSubscriptionRepository } from './subscriptions/subscription-repository.ts';
import { PostgresUsageRepository } from './subscriptions/usage.ts';
import { PostgresTestClockQueries, PostgresTestClockRepository } from './test-clock/test-clock.ts';
import { PostgresUnitOfWork, type TransactionContext } from './unit-of-work.ts';
import { PostgresContactIndex } from './users/contact-index.ts';
import { PostgresOneTimeTokenQueries, PostgresOneTimeTokenRepository } from './users/one-time-tokens.ts';
import { PostgresPersonalDataQueries } from './users/personal-data-queries.ts';
import { PostgresSavedViewsQueries, PostgresSavedViewsRepository } from './users/saved-views.ts';
import { PostgresUserQueries } from './users/user-queries.ts';
import { PostgresUserRepository } from './users/user-repository.ts';
import { PostgresDeliveryQueue } from './webhooks/delivery-queue.ts';
import { PostgresDeliveryRepository } from './webhooks/delivery-repository.ts';
import { PostgresWebhookEndpointRepository } from './webhooks/webhook-endpoint-repository.ts';
import { PostgresWebhookQueries } from './webhooks/webhook-queries.ts';
import { PostgresWithdrawalQueries } from './withdrawals/withdrawal-queries.ts';
import { PostgresWithdrawalRepository } from './withdrawals/withdrawal-repository.ts';

const MAX_CACHED_CATEGORIES = 1_000;

/** Some megabytes. */
const MAX_KNOWN_WORDS = 50_000;

/** The storage in a database that is open and migrated. Its `close` also closes the database. */
export const makePostgresStorage = (
  database: Database,
  { ids, languages }: Readonly<{ ids: IdGenerator; languages: Languages }>,
): Storage => {
  const notifications = new PostgresNotifications(database);
  const credentialChanges = new PostgresChanges(notifications, 'credential_changes');
  const referenceDataChanges = new PostgresChanges(notifications, 'reference_data_changes');
  const signals = new PostgresSignals(notifications);
  const categoryCache: CategoryCache = new LRUCache({ max: MAX_CACHED_CATEGORIES });
  const knownWords: WordCache = new LRUCache({ max: MAX_KNOWN_WORDS });
  const repositories = ({ session, isDryRun, noteCredentialChange, noteReferenceDataChange }: TransactionContext) => ({
    products: new PostgresProductRepository(session, { known: knownWords, languages }),
    categories: new PostgresCategoryRepository(session, categoryCache),
    // a dry run must not use up order numbers
    orders: new PostgresOrderRepository(session, isDryRun),
    carts: new PostgresCartRepository(session),
    checkouts: new PostgresCheckoutRepository(session),
    payments: new PostgresPaymentRepository(session),
    paymentLinks: new PostgresPaymentLinkRepository(session),
    paymentMethods: new PostgresPaymentMethodRepository(session),
    returns: new PostgresReturnRepository(session),
    withdrawals: new PostgresWithdrawalRepository(session),
    invoices: new PostgresInvoiceRepository(session),
    taxRates: makeTaxRateRepository(session, noteReferenceDataChange),
    shippingMethods: makeShippingMethodRepository(session, noteReferenceDataChange),
    discounts: makeDiscountRepository(session, noteReferenceDataChange),
    plans: new PostgresPlanRepository(session),
    subscriptions: new PostgresSubscriptionRepository(session),
    subscriptionMovements: new PostgresSubscriptionMovementRepository(session),
    usage: new PostgresUsageRepository(session),
    shop: new PostgresShopRepository(session, noteReferenceDataChange),
    shopRules: new PostgresShopRulesRepository(session),
    testClock: new PostgresTestClockRepository(session, noteReferenceDataChange),
    users: new PostgresUserRepository(session, noteCredentialChange),
    oneTimeTokens: new PostgresOneTimeTokenRepository(session),
    savedViews: new PostgresSavedViewsRepository(session),
    mailRequests: new PostgresMailRequests(session),
    apiKeys: new PostgresApiKeyRepository(session, noteCredentialChange),
    sessions: new PostgresSessionRepository(session, noteCredentialChange),
    secondFactors: new PostgresSecondFactorRepository(session, noteCredentialChange),
    webhooks: new PostgresWebhookEndpointRepository(session),
    deliveries: new PostgresDeliveryRepository(session, ids),
    events: new PostgresEventLog(session, ids),
    audit: new PostgresAuditLog(session, ids),
    imports: new PostgresImportRepository(session),
    imageFetches: new PostgresImageFetchRepository(session),
    redirects: new PostgresRedirectRepository(session),
    idempotency: new PostgresIdempotencyStore(session),
    analytics: new PostgresAnalyticsRepository(session),
  });
  const catalogQueries = new PostgresCatalogQueries(database, languages);
  const onStandby = database.standby && { ...database, ...database.reports };
  return {
    unitOfWork: new PostgresUnitOfWork({
      database,
      repositories,
      credentialChanges,
      referenceDataChanges,
      // the events are committed, but have no position yet
      onEvents: () => signals.announce('appended_events'),
      clearCaches: () => categoryCache.clear(),
    }),
    idempotencyQueries: new PostgresIdempotencyQueries(database),
    encryptedData: new PostgresEncryptedData(database),
    contactIndex: new PostgresContactIndex(database),
    productSearchIndex: new PostgresProductSearchIndex(database, languages),
    categoryCounts: new PostgresCategoryCounts(database),
    productFeed: new PostgresProductFeed(database),
    catalogQueries,
    orderQueries: new PostgresOrderQueries(database),
    cartQueries: new PostgresCartQueries(database),
    checkoutQueries: new PostgresCheckoutQueries(database),
    returnQueries: new PostgresReturnQueries(database),
    withdrawalQueries: new PostgresWithdrawalQueries(database),
    paymentQueries: new PostgresPaymentQueries(database),
    invoiceQueries: new PostgresInvoiceQueries(database),
    paymentMethodQueries: new PostgresPaymentMethodQueries(database),
    paymentLinkQueries: new PostgresPaymentLinkQueries(database),
    overviewQueries: new PostgresOverviewQueries(database),
    ledgerQueries: new PostgresLedgerQueries(database),
    pricingQueries: new PostgresPricingQueries(database),
    planQueries: new PostgresPlanQueries(database),
    subscriptionQueries: new PostgresSubscriptionQueries(database),
    testClockQueries: new PostgresTestClockQueries(database),
    shopQueries: new PostgresShopQueries(database),
    shopRulesQueries: new PostgresShopRulesQueries(database),
    accessQueries: new PostgresAccessQueries(database),
    credentialQueries: new PostgresCredentialQueries(database),
    secondFactorQueries: new PostgresSecondFactorQueries(database),
    credentialChanges,
    referenceDataChanges,
    userQueries: new PostgresUserQueries(database),
    personalDataQueries: new PostgresPersonalDataQueries(database),
    oneTimeTokenQueries: new PostgresOneTimeTokenQueries(database),
    savedViewsQueries: new PostgresSavedViewsQueries(database),
    mailQueue: new PostgresMailQueue(database),
    auditQueries: new PostgresAuditQueries(database),
    signals,
    eventFeed: new PostgresEventFeed(database),
    eventQueries: new PostgresEventQueries(database),
    publisherOffsets: new PostgresPublisherOffsets(database),
    webhookQueries: new PostgresWebhookQueries(database),
    deliveryQueue: new PostgresDeliveryQueue(database),
    importQueries: new PostgresImportQueries(database),
    redirectQueries: new PostgresRedirectQueries(database),
    analyticsQueries: new PostgresAnalyticsQueries(database.reports),
    exportQueries: new PostgresExportQueries(database.reports),
    // one more has caches of its own
    exportedCatalog: onStandby === undefined ? catalogQueries : new PostgresCatalogQueries(onStandby, languages),
    exportedOrders: new PostgresOrderQueries(onStandby ?? database),
    start: () => notifications.start(),
    check: async () => void (await database.query({ text: 'select 1' })),
    async close() {
      await notifications.stop();
      await database.close();
    },
  };
};
