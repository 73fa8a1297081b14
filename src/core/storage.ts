// Why: docs/decisions/0001-use-cases-return-work.md

import type { AccessQueries } from './access/access-queries.ts';
import type { CredentialChanges, CredentialQueries } from './access/credential-queries.ts';
import type { AccessTx } from './access/ports.ts';
import type { SecondFactorQueries } from './access/second-factors/second-factor-repository.ts';
import type { AnalyticsQueries } from './analytics/analytics-queries.ts';
import type { ExportQueries } from './analytics/export/export-queries.ts';
import type { AnalyticsTx } from './analytics/ports.ts';
import type { AuditQueries } from './audit/audit-log.ts';
import type { AuditTx } from './audit/ports.ts';
import type { CatalogQueries } from './catalog/catalog-queries.ts';
import type { CategoryCounts } from './catalog/category-counts.ts';
import type { CatalogTx } from './catalog/ports.ts';
import type { ProductFeed } from './catalog/product-feed.ts';
import type { ProductSearchIndex } from './catalog/product-search-index.ts';
import type { EventFeed } from './events/event-feed.ts';
import type { EventQueries } from './events/event-queries.ts';
import type { PublisherOffsets } from './events/publisher-offsets.ts';
import type { ImportQueries } from './imports/import-queries.ts';
import type { ImportsTx } from './imports/ports.ts';
import type { InvoiceQueries } from './invoices/invoice-queries.ts';
import type { InvoicesTx } from './invoices/ports.ts';
import type { MailQueue } from './mails/mail-request.ts';
import type { MailsTx } from './mails/ports.ts';
import type { OrderQueries } from './orders/order-queries.ts';
import type { OrdersTx } from './orders/ports.ts';
import type { OverviewQueries } from './overview/overview-queries.ts';
import type { LedgerQueries } from './payments/ledger.ts';
import type { PaymentMethodQueries } from './payments/methods/payment-method-queries.ts';
import type { PaymentQueries } from './payments/payment-queries.ts';
import type { PaymentsTx } from './payments/ports.ts';
import type { PricingTx } from './pricing/ports.ts';
import type { PricingQueries } from './pricing/pricing-queries.ts';
import type { ReturnsTx } from './returns/ports.ts';
import type { ReturnQueries } from './returns/return-queries.ts';
import type { Changes } from './shared/changes.ts';
import type { EventsTx } from './shared/domain-event.ts';
import type { EncryptedData } from './shared/encrypted-data.ts';
import type { IdempotencyQueries, IdempotencyTx } from './shared/idempotency.ts';
import type { Signals } from './shared/signals.ts';
import type { UnitOfWork as UnitOfWorkOf, Work as WorkOf } from './shared/unit-of-work.ts';
import type { ShopTx } from './shop/ports.ts';
import type { ShopQueries } from './shop/shop-repository.ts';
import type { ShopRulesQueries } from './shop/shop-rules-repository.ts';
import type { PlanQueries } from './subscriptions/plan-repository.ts';
import type { SubscriptionsTx } from './subscriptions/ports.ts';
import type { SubscriptionQueries } from './subscriptions/subscription-repository.ts';
import type { TestClockTx } from './test-clock/ports.ts';
import type { TestClockQueries } from './test-clock/test-clock-repository.ts';
import type { OneTimeTokenQueries } from './users/one-time-token.ts';
import type { PersonalDataQueries } from './users/personal-data-queries.ts';
import type { UsersTx } from './users/ports.ts';
import type { SavedViewsQueries } from './users/saved-views-repository.ts';
import type { UserQueries } from './users/user-queries.ts';
import type { DeliveryQueue } from './webhooks/delivery-queue.ts';
import type { WebhooksTx } from './webhooks/ports.ts';
import type { WebhookQueries } from './webhooks/webhook-queries.ts';

/**
 * Everything that a transaction can write, all or nothing: what the capabilities need of it. Those above come first, so that
 * the calls of a whole repository precede those of the part of it that a capability below sees.
 */
export type Transaction = UsersTx &
  AnalyticsTx &
  SubscriptionsTx &
  PaymentsTx &
  InvoicesTx &
  ReturnsTx &
  OrdersTx &
  PricingTx &
  ImportsTx &
  CatalogTx &
  ShopTx &
  WebhooksTx &
  AccessTx &
  MailsTx &
  AuditTx &
  EventsTx &
  IdempotencyTx &
  TestClockTx;

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
  shopRulesQueries: ShopRulesQueries;
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
