import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { Invoices } from './migrations/20261225-invoices.ts';
import { PaymentMethods } from './migrations/20261226-payment-methods.ts';
import { PaymentsByMethods } from './migrations/20261226-payments-by-methods.ts';
import { TestClock } from './migrations/20261228-test-clock.ts';
import { InvoiceFiles } from './migrations/20261229-invoice-files.ts';
import { Plans } from './migrations/20261229-plans.ts';
import { InvoicePayments } from './migrations/20261230-invoice-payments.ts';
import { BuyerRetention } from './migrations/20270101-buyer-retention.ts';
import { Subscriptions } from './migrations/20270102-subscriptions.ts';
import { BilledVersions } from './migrations/20270103-billed-versions.ts';
import { PostponedSubscriptions } from './migrations/20270103-postponed-subscriptions.ts';
import { OrderInvoices } from './migrations/20270104-order-invoices.ts';
import { FirstCharges } from './migrations/20270105-first-charges.ts';
import { SubscriptionMails } from './migrations/20270106-subscription-mails.ts';
import { PeriodGoods } from './migrations/20270107-period-goods.ts';
import { DiscountsOfSubscriptions } from './migrations/20270108-discounts-of-subscriptions.ts';
import { SubscriptionMovements } from './migrations/20270110-subscription-movements.ts';
import { ExportIndexes } from './migrations/20270111-export-indexes.ts';
import { Analytics } from './migrations/20270112-analytics.ts';
import { PaymentAndReturnMeasures } from './migrations/20270113-payment-and-return-measures.ts';
import { SubscriptionMeasures } from './migrations/20270113-subscription-measures.ts';
import { AnalyticsPurchases } from './migrations/20270114-analytics-purchases.ts';
import { Occurrences } from './migrations/20270115-occurrences.ts';
import { RepeatBuyers } from './migrations/20270118-repeat-buyers.ts';
import { LowStock } from './migrations/20270119-low-stock.ts';
import { UserSearchStatistics } from './migrations/20270120-user-search-statistics.ts';
import { SessionDevices } from './migrations/20270121-session-devices.ts';
import { Invitations } from './migrations/20270122-invitations.ts';
import { SavedViews } from './migrations/20270123-saved-views.ts';
import { SecondFactors } from './migrations/20270125-second-factors.ts';
import { Passkeys } from './migrations/20270126-passkeys.ts';
import { PaymentAttention } from './migrations/20270128-payment-attention.ts';
import { MIGRATIONS_BEFORE_INVOICES } from './migrations/before-invoices.ts';
import { AnalyticsEntriesRow } from './tables/analytics-entries.ts';
import { AnalyticsGenerationRow } from './tables/analytics-generations.ts';
import { AnalyticsLabelRow } from './tables/analytics-labels.ts';
import { AnalyticsOccurrenceRow } from './tables/analytics-occurrences.ts';
import { AnalyticsPurchaseRow } from './tables/analytics-purchases.ts';
import { AnalyticsRollupRow } from './tables/analytics-rollups.ts';
import { ApiKeyRow } from './tables/api-keys.ts';
import { AuditEntryRow } from './tables/audit-log.ts';
import { CategoryRow } from './tables/categories.ts';
import { CategoryAnnouncementRow } from './tables/category-announcements.ts';
import { CategoryCountChangeRow, CategoryCountRow } from './tables/category-counts.ts';
import { CreditNoteRow } from './tables/credit-notes.ts';
import { DiscountCustomerRow, DiscountUseRow } from './tables/discount-uses.ts';
import { DiscountRow } from './tables/discounts.ts';
import { DocumentNumberRow } from './tables/document-numbers.ts';
import { ErasedCustomerRow } from './tables/erased-customers.ts';
import { EventFeedRow } from './tables/event-feed.ts';
import { EventRow } from './tables/events.ts';
import { FormerSlugRow } from './tables/former-slugs.ts';
import { GatewayWebhookRow } from './tables/gateway-webhooks.ts';
import { IdempotencyRecordRow } from './tables/idempotency-records.ts';
import { IdempotencyReservationRow } from './tables/idempotency-reservations.ts';
import { ImportRow } from './tables/imports.ts';
import { InvoiceFileRow } from './tables/invoice-files.ts';
import { InvoiceRow } from './tables/invoices.ts';
import { LedgerEntryRow } from './tables/ledger-entries.ts';
import { MailRequestRow } from './tables/mail-requests.ts';
import { OneTimeTokenRow } from './tables/one-time-tokens.ts';
import { OrderItemRow } from './tables/order-items.ts';
import { OrderTimelineEntryRow } from './tables/order-timeline.ts';
import { OrderRow } from './tables/orders.ts';
import { PaymentMethodRow } from './tables/payment-methods.ts';
import { PaymentOperationRow } from './tables/payment-operations.ts';
import { PaymentTimelineEntryRow } from './tables/payment-timeline.ts';
import { PaymentRow } from './tables/payments.ts';
import { PlanRow } from './tables/plans.ts';
import { ProductPriceRow } from './tables/product-prices.ts';
import { ProductSearchRow } from './tables/product-search.ts';
import { ProductRow } from './tables/products.ts';
import { PublisherOffsetRow } from './tables/publisher-offsets.ts';
import { RateLimitRow } from './tables/rate-limits.ts';
import { ReturnRow } from './tables/returns.ts';
import { SavedViewsRow } from './tables/saved-views.ts';
import { SchemaRequirementRow } from './tables/schema-requirements.ts';
import { SearchWordRow } from './tables/search-words.ts';
import { PasskeyChallengeRow, RecoveryCodeRow, SecondFactorRow } from './tables/second-factors.ts';
import { SecretKeyCheckRow } from './tables/secret-key-checks.ts';
import { SessionRow } from './tables/sessions.ts';
import { ShippingMethodRow } from './tables/shipping-methods.ts';
import { ShopRow } from './tables/shop.ts';
import { StockAdjustmentRow } from './tables/stock-adjustments.ts';
import { SubscriptionMovementRow } from './tables/subscription-movements.ts';
import { SubscriptionRow } from './tables/subscriptions.ts';
import { TaxRateRow } from './tables/tax-rates.ts';
import { TestClockRow } from './tables/test-clock.ts';
import { UsageRecordRow } from './tables/usage-records.ts';
import { UserRow } from './tables/users.ts';
import { WebhookDeliveryRow } from './tables/webhook-deliveries.ts';
import { WebhookEndpointRow } from './tables/webhook-endpoints.ts';
import { WebhookQueueRow } from './tables/webhook-queues.ts';

/** The definition of every table. Property names are column names. */
export const TABLES = [
  AnalyticsEntriesRow,
  AnalyticsGenerationRow,
  AnalyticsLabelRow,
  AnalyticsOccurrenceRow,
  AnalyticsPurchaseRow,
  AnalyticsRollupRow,
  ApiKeyRow,
  AuditEntryRow,
  CategoryRow,
  CreditNoteRow,
  DocumentNumberRow,
  InvoiceRow,
  InvoiceFileRow,
  TestClockRow,
  CategoryAnnouncementRow,
  CategoryCountChangeRow,
  CategoryCountRow,
  DiscountCustomerRow,
  DiscountRow,
  DiscountUseRow,
  ErasedCustomerRow,
  EventFeedRow,
  EventRow,
  FormerSlugRow,
  GatewayWebhookRow,
  IdempotencyRecordRow,
  IdempotencyReservationRow,
  ImportRow,
  LedgerEntryRow,
  MailRequestRow,
  OneTimeTokenRow,
  OrderTimelineEntryRow,
  OrderItemRow,
  OrderRow,
  PaymentMethodRow,
  PaymentTimelineEntryRow,
  PaymentOperationRow,
  PaymentRow,
  PlanRow,
  SubscriptionMovementRow,
  SubscriptionRow,
  UsageRecordRow,
  ProductPriceRow,
  ProductRow,
  ProductSearchRow,
  PublisherOffsetRow,
  RateLimitRow,
  SavedViewsRow,
  PasskeyChallengeRow,
  RecoveryCodeRow,
  SchemaRequirementRow,
  SearchWordRow,
  SecretKeyCheckRow,
  ReturnRow,
  SecondFactorRow,
  SessionRow,
  ShippingMethodRow,
  ShopRow,
  StockAdjustmentRow,
  TaxRateRow,
  UserRow,
  WebhookDeliveryRow,
  WebhookEndpointRow,
  WebhookQueueRow,
] as const;

/** The tables by name, with the types of their columns, as statements see them. */
export type Tables = InferKyselyDB<(typeof TABLES)[number]>;

/** The migrations in order; released ones never change, so their names keep former terms. */
export const MIGRATIONS = {
  tableName: 'migrations',
  migrationsList: [
    ...MIGRATIONS_BEFORE_INVOICES,
    { name: '20261225-invoices', class: Invoices },
    { name: '20261228-test-clock', class: TestClock },
    { name: '20261229-invoice-files', class: InvoiceFiles },
    { name: '20261229-plans', class: Plans },
    { name: '20261226-payment-methods', class: PaymentMethods },
    { name: '20261226-payments-by-methods', class: PaymentsByMethods },
    { name: '20270101-buyer-retention', class: BuyerRetention },
    { name: '20270102-subscriptions', class: Subscriptions },
    { name: '20261230-invoice-payments', class: InvoicePayments },
    { name: '20270103-billed-versions', class: BilledVersions },
    { name: '20270103-postponed-subscriptions', class: PostponedSubscriptions },
    { name: '20270104-order-invoices', class: OrderInvoices },
    { name: '20270105-first-charges', class: FirstCharges },
    { name: '20270106-subscription-mails', class: SubscriptionMails },
    { name: '20270107-period-goods', class: PeriodGoods },
    { name: '20270108-discounts-of-subscriptions', class: DiscountsOfSubscriptions },
    { name: '20270110-subscription-movements', class: SubscriptionMovements },
    { name: '20270111-export-indexes', class: ExportIndexes },
    { name: '20270112-analytics', class: Analytics },
    { name: '20270113-subscription-measures', class: SubscriptionMeasures },
    { name: '20270113-payment-and-return-measures', class: PaymentAndReturnMeasures },
    { name: '20270114-analytics-purchases', class: AnalyticsPurchases },
    { name: '20270115-occurrences', class: Occurrences },
    { name: '20270118-repeat-buyers', class: RepeatBuyers },
    { name: '20270119-low-stock', class: LowStock },
    { name: '20270120-user-search-statistics', class: UserSearchStatistics },
    { name: '20270121-session-devices', class: SessionDevices },
    { name: '20270122-invitations', class: Invitations },
    { name: '20270123-saved-views', class: SavedViews },
    { name: '20270125-second-factors', class: SecondFactors },
    { name: '20270126-passkeys', class: Passkeys },
    { name: '20270128-payment-attention', class: PaymentAttention },
  ],
  snapshot: false,
  allOrNothing: true,
  disableForeignKeys: false,
} as const;
