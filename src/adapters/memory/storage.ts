import type { PasskeyChallenge, RecoveryCodeHash } from '#core/access/second-factors/ports.ts';
import type { DocumentId, NumberedDocument } from '#core/invoices/ports.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Storage, Transaction } from '#core/storage.ts';
import type { UsageRecord } from '#core/subscriptions/ports.ts';
import type { TEST_CLOCK_ID, TestClock } from '#core/test-clock/test-clock.ts';
import type { OneTimeToken } from '#core/users/ports.ts';
import type { UserId } from '#core/users/user.ts';
import { MemoryAccessQueries } from './access/access-queries.ts';
import { MemoryApiKeyRepository } from './access/api-key-repository.ts';
import { MemoryCredentialQueries } from './access/credential-queries.ts';
import { MemorySecondFactorQueries, MemorySecondFactorRepository } from './access/second-factors.ts';
import { MemorySessionRepository } from './access/session-repository.ts';
import { MemoryAnalyticsQueries } from './analytics/analytics-queries.ts';
import { MemoryAnalyticsRepository } from './analytics/analytics-repository.ts';
import { AnalyticsStore } from './analytics/analytics-store.ts';
import { MemoryExportQueries } from './analytics/export-queries.ts';
import { withSignIns, withStockOuts } from './analytics/occurrences.ts';
import { MemoryAuditLog, MemoryAuditQueries } from './audit/audit-log.ts';
import { MemoryCatalogQueries } from './catalog/catalog-queries.ts';
import { MemoryCategoryRepository } from './catalog/category-repository.ts';
import { MemoryProductFeed } from './catalog/product-feed.ts';
import { MemoryProductRepository } from './catalog/product-repository.ts';
import { MemoryProductSearchIndex } from './catalog/product-search-index.ts';
import { MemoryEncryptedData } from './encrypted-data/encrypted-data.ts';
import { MemoryEventFeed, MemoryEventQueries } from './events/event-feed.ts';
import { MemoryEventLog } from './events/event-log.ts';
import { MemoryPublisherOffsets } from './events/publisher-offsets.ts';
import {
  type IdempotencyRow,
  MemoryIdempotencyQueries,
  MemoryIdempotencyStore,
} from './idempotency/idempotency-store.ts';
import { MemoryImportQueries } from './imports/import-queries.ts';
import { MemoryImportRepository, makeImportTable } from './imports/import-repository.ts';
import { MemoryInvoiceQueries, MemoryInvoiceRepository } from './invoices/invoices.ts';
import { type MailRequestRow, MemoryMailQueue, MemoryMailRequests } from './mails/mail-requests.ts';
import { MemoryOrderQueries } from './orders/order-queries.ts';
import { MemoryOrderRepository } from './orders/order-repository.ts';
import { MemoryOverviewQueries } from './overview/overview-queries.ts';
import { MemoryLedgerQueries } from './payments/ledger-queries.ts';
import { MemoryPaymentMethodQueries, MemoryPaymentMethodRepository } from './payments/payment-methods.ts';
import { MemoryPaymentQueries } from './payments/payment-queries.ts';
import { MemoryPaymentRepository } from './payments/payment-repository.ts';
import { makeDiscountRepository } from './pricing/discount-repository.ts';
import { MemoryPricingQueries } from './pricing/pricing-queries.ts';
import { makeShippingMethodRepository, makeTaxRateRepository } from './pricing/rule-repositories.ts';
import { MemoryReturnQueries, MemoryReturnRepository } from './returns/returns.ts';
import { MemoryShopQueries, MemoryShopRepository, makeShopTable } from './shop/shop.ts';
import { MemoryShopRulesQueries, MemoryShopRulesRepository, makeShopRulesTable } from './shop/shop-rules.ts';
import { MemoryChanges } from './store/changes.ts';
import { MemoryStore } from './store/memory-store.ts';
import { MemoryTable } from './store/memory-table.ts';
import { MemorySignals } from './store/signals.ts';
import { MemoryPlanQueries, MemoryPlanRepository } from './subscriptions/plans.ts';
import { MemorySubscriptionMovementRepository } from './subscriptions/subscription-movements.ts';
import { MemorySubscriptionQueries, MemorySubscriptionRepository } from './subscriptions/subscriptions.ts';
import { MemoryUsageRepository } from './subscriptions/usage.ts';
import { MemoryTestClockQueries, MemoryTestClockRepository } from './test-clock/test-clock.ts';
import { MemoryUnitOfWork, type TransactionContext } from './unit-of-work.ts';
import { MemoryOneTimeTokenQueries, MemoryOneTimeTokenRepository } from './users/one-time-tokens.ts';
import { MemoryPersonalDataQueries } from './users/personal-data-queries.ts';
import { MemorySavedViewsQueries, MemorySavedViewsRepository } from './users/saved-views.ts';
import { MemoryUserQueries } from './users/user-queries.ts';
import { MemoryUserRepository } from './users/user-repository.ts';
import { MemoryDeliveryQueue } from './webhooks/delivery-queue.ts';
import { MemoryDeliveryRepository } from './webhooks/delivery-repository.ts';
import { MemoryWebhookEndpointRepository } from './webhooks/webhook-endpoint-repository.ts';
import { MemoryWebhookQueries } from './webhooks/webhook-queries.ts';

/** The storage that lives as long as the process. Every port reads and writes the same store. */
export const makeMemoryStorage = (ids: IdGenerator, store = new MemoryStore()): Storage => {
  const credentialChanges = new MemoryChanges();
  const referenceDataChanges = new MemoryChanges();
  const signals = new MemorySignals();
  // tables of one capability, which no other reads
  const idempotencyRecords = new MemoryTable<string, IdempotencyRow>();
  const oneTimeTokens = new MemoryTable<string, OneTimeToken>();
  const recoveryCodes = new MemoryTable<RecoveryCodeHash, UserId>();
  const challenges = new MemoryTable<string, PasskeyChallenge>();
  const mailRequests = new MemoryTable<string, MailRequestRow>();
  // one row: the last number
  const orderNumbers = new MemoryTable<'last', number>();
  const files = new MemoryTable<DocumentId, Uint8Array | null>();
  const documentNumbers = new MemoryTable<NumberedDocument, number>();
  const testClock = new MemoryTable<typeof TEST_CLOCK_ID, TestClock>();
  const usage = new MemoryTable<string, UsageRecord>();
  const imports = makeImportTable();
  const analytics = new AnalyticsStore();
  const shop = makeShopTable();
  const shopRules = makeShopRulesTable();
  const hasSales = (): boolean =>
    [store.orders, store.invoices, store.subscriptions].some((table) => table.values().next().done === false);
  // when each gateway webhook was received, by gateway and id
  const gatewayWebhooks = new MemoryTable<string, Date>();
  const repositories = ({
    begin,
    onCommit,
    noteCredentialChange,
    noteReferenceDataChange,
  }: TransactionContext): Transaction => {
    const users = new MemoryUserRepository(
      { users: begin(store.users), erasedCustomers: begin(store.erasedCustomers) },
      noteCredentialChange,
    );
    const occurrences = begin(store.occurrences);
    const catalog = {
      products: withStockOuts(begin(store.products), occurrences),
      categories: begin(store.categories),
      staleCategories: begin(store.staleCategories),
      formerSlugs: begin(store.formerSlugs),
      prices: begin(store.productPrices),
      stockAdjustments: begin(store.stockAdjustments),
    };
    const categories = new MemoryCategoryRepository(catalog);
    const payments = begin(store.payments);
    const events = new MemoryEventLog(begin(store.events), ids);
    const endpoints = begin(store.webhookEndpoints);
    const webhooks = new MemoryWebhookEndpointRepository(endpoints, begin(store.deliveryQueues));
    const deliveries = new MemoryDeliveryRepository({ store, endpoints, ids, signals });
    // deliveries are not begun like other tables: the queue changes them outside of transactions
    onCommit(() => deliveries.commit());
    onCommit(() => events.assignPositions(store.eventPositions));
    return {
      products: new MemoryProductRepository(catalog),
      categories,
      orders: new MemoryOrderRepository({
        orders: begin(store.orders),
        timelines: begin(store.orderTimelines),
        numbers: begin(orderNumbers),
        payments,
      }),
      payments: new MemoryPaymentRepository({
        payments,
        operations: begin(store.paymentOperations),
        timelines: begin(store.paymentTimelines),
        movements: begin(store.movements),
        gatewayWebhooks: begin(gatewayWebhooks),
      }),
      invoices: new MemoryInvoiceRepository({
        invoices: begin(store.invoices),
        creditNotes: begin(store.creditNotes),
        numbers: begin(documentNumbers),
        files: begin(files),
      }),
      paymentMethods: new MemoryPaymentMethodRepository(begin(store.paymentMethods)),
      returns: new MemoryReturnRepository(begin(store.returns)),
      taxRates: makeTaxRateRepository(begin(store.taxRates), noteReferenceDataChange),
      shippingMethods: makeShippingMethodRepository(begin(store.shippingMethods), noteReferenceDataChange),
      discounts: makeDiscountRepository(
        { discounts: begin(store.discounts), uses: begin(store.discountUses) },
        noteReferenceDataChange,
      ),
      plans: new MemoryPlanRepository(begin(store.plans)),
      subscriptions: new MemorySubscriptionRepository(begin(store.subscriptions)),
      subscriptionMovements: new MemorySubscriptionMovementRepository(begin(store.subscriptionMovements)),
      usage: new MemoryUsageRepository(begin(usage)),
      shop: new MemoryShopRepository(begin(shop), noteReferenceDataChange),
      shopRules: new MemoryShopRulesRepository(begin(shopRules), hasSales),
      testClock: new MemoryTestClockRepository(begin(testClock), noteReferenceDataChange),
      users,
      oneTimeTokens: new MemoryOneTimeTokenRepository(begin(oneTimeTokens), users),
      savedViews: new MemorySavedViewsRepository(begin(store.savedViews), users),
      mailRequests: new MemoryMailRequests(begin(mailRequests)),
      apiKeys: new MemoryApiKeyRepository(begin(store.apiKeys), users, noteCredentialChange),
      sessions: new MemorySessionRepository(
        withSignIns(begin(store.sessions), occurrences),
        users,
        noteCredentialChange,
      ),
      secondFactors: new MemorySecondFactorRepository(
        {
          factors: begin(store.secondFactors),
          recoveryCodes: begin(recoveryCodes),
          challenges: begin(challenges),
        },
        users,
        noteCredentialChange,
      ),
      events,
      webhooks,
      deliveries,
      audit: new MemoryAuditLog(begin(store.auditEntries), ids),
      imports: new MemoryImportRepository(begin(imports)),
      idempotency: new MemoryIdempotencyStore(begin(idempotencyRecords)),
      analytics: new MemoryAnalyticsRepository({
        store,
        generations: begin(analytics.generations),
        entries: begin(analytics.entries),
        rollups: begin(analytics.rollups),
        labels: begin(analytics.labels),
        purchases: begin(analytics.purchases),
        occurrences,
      }),
    };
  };
  return {
    unitOfWork: new MemoryUnitOfWork({ repositories, credentialChanges, referenceDataChanges, signals }),
    idempotencyQueries: new MemoryIdempotencyQueries(idempotencyRecords),
    encryptedData: new MemoryEncryptedData({
      endpoints: store.webhookEndpoints,
      payments: store.payments,
      paymentMethods: store.paymentMethods,
      secondFactors: store.secondFactors,
      idempotencyRecords,
    }),
    productSearchIndex: new MemoryProductSearchIndex(),
    // counts are computed when they are read
    categoryCounts: { addUp: async () => 0 },
    productFeed: new MemoryProductFeed(store),
    catalogQueries: new MemoryCatalogQueries(store),
    orderQueries: new MemoryOrderQueries(store),
    returnQueries: new MemoryReturnQueries(store),
    paymentQueries: new MemoryPaymentQueries(store),
    invoiceQueries: new MemoryInvoiceQueries(store, files),
    paymentMethodQueries: new MemoryPaymentMethodQueries(store),
    overviewQueries: new MemoryOverviewQueries(store),
    ledgerQueries: new MemoryLedgerQueries(store),
    pricingQueries: new MemoryPricingQueries(store),
    planQueries: new MemoryPlanQueries(store),
    subscriptionQueries: new MemorySubscriptionQueries(store),
    testClockQueries: new MemoryTestClockQueries(testClock),
    shopQueries: new MemoryShopQueries(shop),
    shopRulesQueries: new MemoryShopRulesQueries(shopRules),
    accessQueries: new MemoryAccessQueries(store),
    secondFactorQueries: new MemorySecondFactorQueries(store.secondFactors, challenges),
    credentialQueries: new MemoryCredentialQueries(store),
    credentialChanges,
    referenceDataChanges,
    userQueries: new MemoryUserQueries(store),
    personalDataQueries: new MemoryPersonalDataQueries(store),
    oneTimeTokenQueries: new MemoryOneTimeTokenQueries(oneTimeTokens),
    savedViewsQueries: new MemorySavedViewsQueries(store.savedViews),
    mailQueue: new MemoryMailQueue(mailRequests),
    auditQueries: new MemoryAuditQueries(store.auditEntries),
    signals,
    eventFeed: new MemoryEventFeed(store),
    eventQueries: new MemoryEventQueries(store),
    publisherOffsets: new MemoryPublisherOffsets(),
    webhookQueries: new MemoryWebhookQueries(store),
    deliveryQueue: new MemoryDeliveryQueue(store, signals),
    importQueries: new MemoryImportQueries(imports),
    analyticsQueries: new MemoryAnalyticsQueries(store, analytics),
    exportQueries: new MemoryExportQueries(store),
    start: () => {},
    check: async () => {},
    close: async () => {},
  };
};
