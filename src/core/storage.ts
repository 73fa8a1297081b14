// Why: docs/decisions/0001-use-cases-return-work.md

import type { AccessQueries } from './access/access-queries.ts';
import type { ApiKeyRepository } from './access/api-key-repository.ts';
import type { CredentialChanges, CredentialQueries } from './access/credential-queries.ts';
import type { SecondFactorQueries, SecondFactorRepository } from './access/second-factors/second-factor-repository.ts';
import type { SessionRepository } from './access/session-repository.ts';
import type { AnalyticsQueries } from './analytics/analytics-queries.ts';
import type { AnalyticsRepository } from './analytics/analytics-repository.ts';
import type { ExportQueries } from './analytics/export/export-queries.ts';
import type { AuditLog, AuditQueries } from './audit/audit-log.ts';
import type { CatalogQueries } from './catalog/catalog-queries.ts';
import type { CategoryCounts } from './catalog/category-counts.ts';
import type { CategoryRepository } from './catalog/category-repository.ts';
import type { ProductFeed } from './catalog/product-feed.ts';
import type { ProductRepository } from './catalog/product-repository.ts';
import type { ProductSearchIndex } from './catalog/product-search-index.ts';
import type { EventFeed } from './events/event-feed.ts';
import type { EventQueries } from './events/event-queries.ts';
import type { PublisherOffsets } from './events/publisher-offsets.ts';
import type { ImportQueries } from './imports/import-queries.ts';
import type { ImportRepository } from './imports/import-repository.ts';
import type { InvoiceQueries } from './invoices/invoice-queries.ts';
import type { InvoiceRepository } from './invoices/invoice-repository.ts';
import type { MailQueue, MailRequests } from './mails/mail-request.ts';
import type { OrderQueries } from './orders/order-queries.ts';
import type { OrderRepository } from './orders/order-repository.ts';
import type { OverviewQueries } from './overview/overview-queries.ts';
import type { LedgerQueries } from './payments/ledger.ts';
import type { PaymentMethodQueries } from './payments/methods/payment-method-queries.ts';
import type { PaymentMethodRepository } from './payments/methods/payment-method-repository.ts';
import type { PaymentQueries } from './payments/payment-queries.ts';
import type { PaymentRepository } from './payments/payment-repository.ts';
import type { DiscountRepository } from './pricing/discount-repository.ts';
import type { PricingQueries } from './pricing/pricing-queries.ts';
import type { ShippingMethodRepository } from './pricing/shipping-method-repository.ts';
import type { TaxRateRepository } from './pricing/tax-rate-repository.ts';
import type { ReturnQueries } from './returns/return-queries.ts';
import type { ReturnRepository } from './returns/return-repository.ts';
import type { Changes } from './shared/changes.ts';
import type { EventLog } from './shared/domain-event.ts';
import type { EncryptedData } from './shared/encrypted-data.ts';
import type { IdempotencyQueries, IdempotencyStore } from './shared/idempotency.ts';
import type { Signals } from './shared/signals.ts';
import type { UnitOfWork as UnitOfWorkOf, Work as WorkOf } from './shared/unit-of-work.ts';
import type { ShopQueries, ShopRepository } from './shop/shop-repository.ts';
import type { PlanQueries, PlanRepository } from './subscriptions/plan-repository.ts';
import type { SubscriptionMovementRepository } from './subscriptions/subscription-movement-repository.ts';
import type { SubscriptionQueries, SubscriptionRepository } from './subscriptions/subscription-repository.ts';
import type { UsageRepository } from './subscriptions/usage-repository.ts';
import type { TestClockQueries, TestClockRepository } from './test-clock/test-clock-repository.ts';
import type { OneTimeTokenQueries, OneTimeTokenRepository } from './users/one-time-token.ts';
import type { PersonalDataQueries } from './users/personal-data-queries.ts';
import type { SavedViewsQueries, SavedViewsRepository } from './users/saved-views-repository.ts';
import type { UserQueries } from './users/user-queries.ts';
import type { UserRepository } from './users/user-repository.ts';
import type { DeliveryQueue } from './webhooks/delivery-queue.ts';
import type { DeliveryRepository } from './webhooks/delivery-repository.ts';
import type { WebhookEndpointRepository } from './webhooks/webhook-endpoint-repository.ts';
import type { WebhookQueries } from './webhooks/webhook-queries.ts';

/** Everything that a transaction can write, all or nothing. */
export type Transaction = Readonly<{
  products: ProductRepository;
  categories: CategoryRepository;
  orders: OrderRepository;
  returns: ReturnRepository;
  payments: PaymentRepository;
  invoices: InvoiceRepository;
  paymentMethods: PaymentMethodRepository;
  taxRates: TaxRateRepository;
  shippingMethods: ShippingMethodRepository;
  discounts: DiscountRepository;
  plans: PlanRepository;
  subscriptions: SubscriptionRepository;
  subscriptionMovements: SubscriptionMovementRepository;
  usage: UsageRepository;
  shop: ShopRepository;
  testClock: TestClockRepository;
  users: UserRepository;
  oneTimeTokens: OneTimeTokenRepository;
  savedViews: SavedViewsRepository;
  mailRequests: MailRequests;
  apiKeys: ApiKeyRepository;
  sessions: SessionRepository;
  secondFactors: SecondFactorRepository;
  webhooks: WebhookEndpointRepository;
  deliveries: DeliveryRepository;
  events: EventLog;
  audit: AuditLog;
  idempotency: IdempotencyStore;
  imports: ImportRepository;
  analytics: AnalyticsRepository;
}>;

/** The writes of a use case within a transaction. */
export type Work<T> = WorkOf<T, Transaction>;

/** The only way to write. */
export type UnitOfWork = UnitOfWorkOf<Transaction>;

/** All ports of a storage provider. Everything is written through `unitOfWork`. */
export type Storage = Readonly<{
  unitOfWork: UnitOfWork;
  idempotencyQueries: IdempotencyQueries;
  encryptedData: EncryptedData;
  productSearchIndex: ProductSearchIndex;
  categoryCounts: CategoryCounts;
  productFeed: ProductFeed;
  catalogQueries: CatalogQueries;
  orderQueries: OrderQueries;
  returnQueries: ReturnQueries;
  paymentQueries: PaymentQueries;
  paymentMethodQueries: PaymentMethodQueries;
  overviewQueries: OverviewQueries;
  ledgerQueries: LedgerQueries;
  invoiceQueries: InvoiceQueries;
  pricingQueries: PricingQueries;
  planQueries: PlanQueries;
  subscriptionQueries: SubscriptionQueries;
  shopQueries: ShopQueries;
  testClockQueries: TestClockQueries;
  accessQueries: AccessQueries;
  credentialQueries: CredentialQueries;
  secondFactorQueries: SecondFactorQueries;
  credentialChanges: CredentialChanges;
  /** Changes of what every process caches: the tables of pricing and the shop. */
  referenceDataChanges: Changes;
  userQueries: UserQueries;
  personalDataQueries: PersonalDataQueries;
  oneTimeTokenQueries: OneTimeTokenQueries;
  savedViewsQueries: SavedViewsQueries;
  mailQueue: MailQueue;
  auditQueries: AuditQueries;
  signals: Signals;
  eventFeed: EventFeed;
  eventQueries: EventQueries;
  publisherOffsets: PublisherOffsets;
  webhookQueries: WebhookQueries;
  deliveryQueue: DeliveryQueue;
  importQueries: ImportQueries;
  analyticsQueries: AnalyticsQueries;
  exportQueries: ExportQueries;
  /** Starts to report signals and credential changes of other processes. Called once, after all subscriptions. */
  start(): void;
  /** @throws Error when the storage cannot be used now. */
  check(): Promise<void>;
  /** Stops what `start` has started and closes all connections. Called after everything that uses the storage has stopped. */
  close(): Promise<void>;
}>;
