// Why: docs/decisions/0001-use-cases-return-work.md

import type { AccessQueries, AccessTx, CredentialChanges, CredentialQueries } from './access/ports.ts';
import type { SecondFactorQueries } from './access/second-factors/ports.ts';
import type { ExportQueries } from './analytics/export/ports.ts';
import type { AnalyticsQueries, AnalyticsTx } from './analytics/ports.ts';
import type { AuditQueries, AuditTx } from './audit/ports.ts';
import type { CartQueries, CartsTx } from './carts/ports.ts';
import type { CatalogQueries, CatalogTx, CategoryCounts, ProductSearchIndex } from './catalog/ports.ts';
import type { ProductFeed } from './catalog/product-feed.ts';
import type { CheckoutQueries, CheckoutsTx } from './checkouts/ports.ts';
import type { EventFeed } from './events/event-feed.ts';
import type { EventQueries, PublisherOffsets } from './events/ports.ts';
import type { ImportQueries, ImportsTx } from './imports/ports.ts';
import type { InvoiceQueries, InvoicesTx } from './invoices/ports.ts';
import type { MailQueue, MailsTx } from './mails/ports.ts';
import type { OrderQueries, OrdersTx } from './orders/ports.ts';
import type { OverviewQueries } from './overview/overview-counts.ts';
import type { LedgerQueries } from './payments/ledger.ts';
import type { PaymentLinkQueries } from './payments/links/ports.ts';
import type { PaymentMethodQueries } from './payments/methods/ports.ts';
import type { PaymentQueries, PaymentsTx } from './payments/ports.ts';
import type { PricingQueries, PricingTx } from './pricing/ports.ts';
import type { RedirectQueries, RedirectsTx } from './redirects/ports.ts';
import type { ReturnQueries, ReturnsTx } from './returns/ports.ts';
import type { EventsTx } from './shared/domain-event.ts';
import type { EncryptedData } from './shared/encrypted-data.ts';
import type { IdempotencyQueries, IdempotencyTx } from './shared/idempotency.ts';
import type { Changes, Signals } from './shared/signals.ts';
import type { UnitOfWork as UnitOfWorkOf, Work as WorkOf } from './shared/unit-of-work.ts';
import type { ShopQueries, ShopRulesQueries, ShopTx } from './shop/ports.ts';
import type { PlanQueries, SubscriptionQueries, SubscriptionsTx } from './subscriptions/ports.ts';
import type { TestClockQueries, TestClockTx } from './test-clock/ports.ts';
import type {
  ContactIndex,
  OneTimeTokenQueries,
  PersonalDataQueries,
  SavedViewsQueries,
  UserQueries,
  UsersTx,
} from './users/ports.ts';
import type { DeliveryQueue, WebhookQueries, WebhooksTx } from './webhooks/ports.ts';
import type { WithdrawalQueries, WithdrawalsTx } from './withdrawals/ports.ts';

/**
 * Everything that a transaction can write, all or nothing: what the capabilities need of it. Those above come first, so that
 * the calls of a whole repository precede those of the part of it that a capability below sees.
 */
export type Transaction = UsersTx &
  AnalyticsTx &
  WithdrawalsTx &
  SubscriptionsTx &
  CheckoutsTx &
  CartsTx &
  PaymentsTx &
  InvoicesTx &
  ReturnsTx &
  OrdersTx &
  PricingTx &
  ImportsTx &
  RedirectsTx &
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
  contactIndex: ContactIndex;
  categoryCounts: CategoryCounts;
  productFeed: ProductFeed;
  catalogQueries: CatalogQueries;
  orderQueries: OrderQueries;
  cartQueries: CartQueries;
  checkoutQueries: CheckoutQueries;
  returnQueries: ReturnQueries;
  withdrawalQueries: WithdrawalQueries;
  paymentQueries: PaymentQueries;
  paymentMethodQueries: PaymentMethodQueries;
  paymentLinkQueries: PaymentLinkQueries;
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
  redirectQueries: RedirectQueries;
  analyticsQueries: AnalyticsQueries;
  exportQueries: ExportQueries;
  /** The reads of files of products. A provider may serve them apart from others, since they take long. */
  exportedCatalog: CatalogQueries;
  /** The reads of files of orders, likewise. */
  exportedOrders: OrderQueries;
  /** Starts to report signals and credential changes of other processes. Called once, after all subscriptions. */
  start(): void;
  /** @throws Error when the storage cannot be used now. */
  check(): Promise<void>;
  /** Stops what `start` has started and closes all connections. Called after everything that uses the storage has stopped. */
  close(): Promise<void>;
}>;
