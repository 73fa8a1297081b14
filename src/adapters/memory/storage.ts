import type { PasskeyChallenge, RecoveryCodeHash } from '#core/access/second-factors/ports.ts';
import type { ImageFetch } from '#core/imports/image-fetch.ts';
import type { Import, ImportId } from '#core/imports/import.ts';
import type { NumberedDocument } from '#core/invoices/ports.ts';
import type { PaymentLink, PaymentLinkId } from '#core/payments/links/payment-link.ts';
import type { Redirect, RedirectId } from '#core/redirects/redirect.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Languages } from '#core/shared/languages.ts';
import type { Tracing } from '#core/shared/tracing.ts';
import type { Storage, Transaction } from '#core/storage.ts';
import type { UsageRecord } from '#core/subscriptions/ports.ts';
import type { TEST_CLOCK_ID, TestClock } from '#core/test-clock/test-clock.ts';
import type { OneTimeToken } from '#core/users/ports.ts';
import type { UserId } from '#core/users/user.ts';
import { makeAccessQueries } from './access/access-queries.ts';
import { makeApiKeyRepository } from './access/api-key-repository.ts';
import { MemoryCredentialQueries } from './access/credential-queries.ts';
import { makeSecondFactorQueries, makeSecondFactorRepository } from './access/second-factors.ts';
import { makeSessionRepository } from './access/session-repository.ts';
import { makeAnalyticsQueries } from './analytics/analytics-queries.ts';
import { makeAnalyticsRepository } from './analytics/analytics-repository.ts';
import { AnalyticsStore } from './analytics/analytics-store.ts';
import { makeExportQueries } from './analytics/export-queries.ts';
import { recordOccurrences } from './analytics/occurrences.ts';
import { makeAuditLog, makeAuditQueries } from './audit/audit-log.ts';
import { makeCartQueries, makeCartRepository } from './carts/carts.ts';
import { MemoryCatalogQueries } from './catalog/catalog-queries.ts';
import { makeCategoryRepository } from './catalog/category-repository.ts';
import { makeProductFeed } from './catalog/product-feed.ts';
import { makeProductRepository } from './catalog/product-repository.ts';
import { makeCheckoutQueries, makeCheckoutRepository } from './checkouts/checkouts.ts';
import { makeEncryptedData } from './encrypted-data/encrypted-data.ts';
import { makeEventFeed, makeEventQueries } from './events/event-feed.ts';
import { makeEventLog } from './events/event-log.ts';
import { makePublisherOffsets } from './events/publisher-offsets.ts';
import { type IdempotencyRow, makeIdempotencyQueries, makeIdempotencyStore } from './idempotency/idempotency-store.ts';
import { makeImageFetchRepository } from './imports/image-fetches.ts';
import { makeImportQueries, makeImportRepository } from './imports/imports.ts';
import { makeInvoiceQueries, makeInvoiceRepository } from './invoices/invoices.ts';
import { type MailRequestRow, makeMailQueue, makeMailRequests } from './mails/mail-requests.ts';
import { makeOrderQueries } from './orders/order-queries.ts';
import { makeOrderRepository } from './orders/order-repository.ts';
import { makeOverviewQueries } from './overview/overview-queries.ts';
import { makeLedgerQueries } from './payments/ledger-queries.ts';
import { makePaymentLinkQueries, makePaymentLinkRepository } from './payments/payment-links.ts';
import { makePaymentMethodQueries, makePaymentMethodRepository } from './payments/payment-methods.ts';
import { makePaymentQueries } from './payments/payment-queries.ts';
import { makePaymentRepository } from './payments/payment-repository.ts';
import { makeDiscountRepository } from './pricing/discount-repository.ts';
import { makePricingQueries } from './pricing/pricing-queries.ts';
import { makeShippingMethodRepository, makeTaxRateRepository } from './pricing/rule-repositories.ts';
import { makeRedirectQueries, makeRedirectRepository } from './redirects/redirects.ts';
import { makeReturnQueries, makeReturnRepository } from './returns/returns.ts';
import { makeShopQueries, makeShopRepository, makeShopTable } from './shop/shop.ts';
import { makeShopRulesQueries, makeShopRulesRepository, makeShopRulesTable } from './shop/shop-rules.ts';
import { MemoryChanges } from './store/changes.ts';
import { MemoryStore } from './store/memory-store.ts';
import { MemoryTable } from './store/memory-table.ts';
import { MemorySignals } from './store/signals.ts';
import { makePlanQueries, makePlanRepository } from './subscriptions/plans.ts';
import { makeSubscriptionMovementRepository } from './subscriptions/subscription-movements.ts';
import { makeSubscriptionQueries, makeSubscriptionRepository } from './subscriptions/subscriptions.ts';
import { makeUsageRepository } from './subscriptions/usage.ts';
import { makeTestClockQueries, makeTestClockRepository } from './test-clock/test-clock.ts';
import { makeUnitOfWork, type TransactionContext } from './unit-of-work.ts';
import { makeOneTimeTokenQueries, makeOneTimeTokenRepository } from './users/one-time-tokens.ts';
import { makePersonalDataQueries } from './users/personal-data-queries.ts';
import { makeSavedViewsQueries, makeSavedViewsRepository } from './users/saved-views.ts';
import { makeUserQueries } from './users/user-queries.ts';
import { makeUserRepository } from './users/user-repository.ts';
import { makeDeliveryQueue } from './webhooks/delivery-queue.ts';
import { makeDeliveryRepository } from './webhooks/delivery-repository.ts';
import { makeWebhookEndpointRepository } from './webhooks/webhook-endpoint-repository.ts';
import { makeWebhookQueries } from './webhooks/webhook-queries.ts';
import { makeWithdrawalQueries, makeWithdrawalRepository } from './withdrawals/withdrawals.ts';

type Options = Readonly<{
  ids: IdGenerator;
  languages: Languages;
  /** Undefined: nothing is traced. */
  tracing?: Tracing | undefined;
}>;

/** The storage that lives as long as the process. Every port reads and writes the same tables. */
export const makeMemoryStorage = ({ ids, languages, tracing }: Options, store = new MemoryStore()): Storage => {
  const credentialChanges = new MemoryChanges();
  const referenceDataChanges = new MemoryChanges();
  const signals = new MemorySignals();
  const { eventPositions, ...shared } = store;
  const tables = {
    ...shared,
    ...new AnalyticsStore(),
    // tables of one capability, which no other reads
    idempotencyRecords: new MemoryTable<string, IdempotencyRow>(),
    oneTimeTokens: new MemoryTable<string, OneTimeToken>(),
    recoveryCodes: new MemoryTable<RecoveryCodeHash, UserId>(),
    challenges: new MemoryTable<string, PasskeyChallenge>(),
    mailRequests: new MemoryTable<string, MailRequestRow>(),
    // one row: the last number
    orderNumbers: new MemoryTable<'last', number>(),
    documentNumbers: new MemoryTable<NumberedDocument, number>(),
    testClock: new MemoryTable<typeof TEST_CLOCK_ID, TestClock>(),
    usage: new MemoryTable<string, UsageRecord>(),
    imports: new MemoryTable<ImportId, Import>(),
    imageFetches: new MemoryTable<string, ImageFetch>(),
    redirects: new MemoryTable<RedirectId, Redirect>(),
    paymentLinks: new MemoryTable<PaymentLinkId, PaymentLink>(),
    shop: makeShopTable(),
    shopRules: makeShopRulesTable(),
    // when each gateway webhook was received, by gateway and id
    gatewayWebhooks: new MemoryTable<string, Date>(),
  };
  const hasSales = (): boolean =>
    [store.orders, store.invoices, store.subscriptions].some((table) => table.values().length > 0);
  const repositories = ({
    tables: tx,
    onCommit,
    noteCredentialChange,
    noteReferenceDataChange,
  }: TransactionContext<typeof tables>): Transaction => {
    recordOccurrences(tx);
    const events = makeEventLog(tx, { ids, tracing });
    const deliveries = makeDeliveryRepository({ store, webhookEndpoints: tx.webhookEndpoints, ids, signals });
    // deliveries are not committed like other tables: the queue changes them outside of transactions
    onCommit(() => deliveries.commit());
    onCommit(() => events.assignPositions(eventPositions));
    return {
      products: makeProductRepository(tx),
      categories: makeCategoryRepository(tx),
      orders: makeOrderRepository(tx, tx.orderNumbers),
      carts: makeCartRepository(tx.carts),
      checkouts: makeCheckoutRepository(tx.checkouts),
      payments: makePaymentRepository(tx, tx.gatewayWebhooks),
      invoices: makeInvoiceRepository(tx),
      paymentMethods: makePaymentMethodRepository(tx),
      paymentLinks: makePaymentLinkRepository(tx.paymentLinks),
      returns: makeReturnRepository(tx),
      withdrawals: makeWithdrawalRepository(tx),
      taxRates: makeTaxRateRepository(tx, noteReferenceDataChange),
      shippingMethods: makeShippingMethodRepository(tx, noteReferenceDataChange),
      discounts: makeDiscountRepository(tx, noteReferenceDataChange),
      plans: makePlanRepository(tx),
      subscriptions: makeSubscriptionRepository(tx),
      subscriptionMovements: makeSubscriptionMovementRepository(tx),
      usage: makeUsageRepository(tx.usage),
      shop: makeShopRepository(tx.shop, noteReferenceDataChange),
      shopRules: makeShopRulesRepository(tx.shopRules, hasSales),
      testClock: makeTestClockRepository(tx.testClock, noteReferenceDataChange),
      users: makeUserRepository(tx, noteCredentialChange),
      oneTimeTokens: makeOneTimeTokenRepository(tx.oneTimeTokens, tx),
      savedViews: makeSavedViewsRepository(tx),
      mailRequests: makeMailRequests(tx.mailRequests),
      apiKeys: makeApiKeyRepository(tx, noteCredentialChange),
      sessions: makeSessionRepository(tx, noteCredentialChange),
      secondFactors: makeSecondFactorRepository(tx, noteCredentialChange),
      events,
      webhooks: makeWebhookEndpointRepository(tx),
      deliveries,
      audit: makeAuditLog(tx, ids),
      imports: makeImportRepository(tx.imports),
      imageFetches: makeImageFetchRepository(tx.imageFetches),
      redirects: makeRedirectRepository(tx.redirects),
      idempotency: makeIdempotencyStore(tx.idempotencyRecords),
      analytics: makeAnalyticsRepository(store, tx),
    };
  };
  const catalogQueries = new MemoryCatalogQueries(store, languages);
  const orderQueries = makeOrderQueries(store);
  return {
    unitOfWork: makeUnitOfWork({ tables, repositories, credentialChanges, referenceDataChanges, signals }),
    idempotencyQueries: makeIdempotencyQueries(tables.idempotencyRecords),
    encryptedData: makeEncryptedData(tables),
    // nothing is stale: searches and counts are computed when they are read
    productSearchIndex: { indexStale: async () => 0 },
    contactIndex: { indexMissing: async () => 0 },
    categoryCounts: { addUp: async () => 0 },
    productFeed: makeProductFeed(store),
    catalogQueries,
    orderQueries,
    cartQueries: makeCartQueries(tables.carts),
    checkoutQueries: makeCheckoutQueries(tables.checkouts),
    returnQueries: makeReturnQueries(store),
    withdrawalQueries: makeWithdrawalQueries(store),
    paymentQueries: makePaymentQueries(store),
    invoiceQueries: makeInvoiceQueries(store),
    paymentMethodQueries: makePaymentMethodQueries(store),
    paymentLinkQueries: makePaymentLinkQueries(tables.paymentLinks),
    overviewQueries: makeOverviewQueries(store, catalogQueries),
    ledgerQueries: makeLedgerQueries(store),
    pricingQueries: makePricingQueries(store),
    planQueries: makePlanQueries(store),
    subscriptionQueries: makeSubscriptionQueries(store),
    testClockQueries: makeTestClockQueries(tables.testClock),
    shopQueries: makeShopQueries(tables.shop),
    shopRulesQueries: makeShopRulesQueries(tables.shopRules),
    accessQueries: makeAccessQueries(store),
    secondFactorQueries: makeSecondFactorQueries(store, tables.challenges),
    credentialQueries: new MemoryCredentialQueries(store),
    credentialChanges,
    referenceDataChanges,
    userQueries: makeUserQueries(store),
    personalDataQueries: makePersonalDataQueries(store),
    oneTimeTokenQueries: makeOneTimeTokenQueries(tables.oneTimeTokens),
    savedViewsQueries: makeSavedViewsQueries(store),
    mailQueue: makeMailQueue(tables.mailRequests),
    auditQueries: makeAuditQueries(store),
    signals,
    eventFeed: makeEventFeed(store),
    eventQueries: makeEventQueries(store),
    publisherOffsets: makePublisherOffsets(),
    webhookQueries: makeWebhookQueries(store),
    deliveryQueue: makeDeliveryQueue(store, signals),
    importQueries: makeImportQueries(tables.imports),
    redirectQueries: makeRedirectQueries(tables.redirects),
    analyticsQueries: makeAnalyticsQueries(store, tables),
    exportQueries: makeExportQueries(store),
    exportedCatalog: catalogQueries,
    exportedOrders: orderQueries,
    start: () => {},
    check: async () => {},
    close: async () => {},
  };
};
