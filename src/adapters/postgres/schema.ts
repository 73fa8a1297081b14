import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { AnalyticsEntriesRow } from './tables/analytics-entries.ts';
import { AnalyticsGenerationRow } from './tables/analytics-generations.ts';
import { AnalyticsLabelRow } from './tables/analytics-labels.ts';
import { AnalyticsOccurrenceRow } from './tables/analytics-occurrences.ts';
import { AnalyticsPurchaseRow } from './tables/analytics-purchases.ts';
import { AnalyticsRollupRow } from './tables/analytics-rollups.ts';
import { ApiKeyRow } from './tables/api-keys.ts';
import { AuditEntryRow } from './tables/audit-log.ts';
import { CartRow } from './tables/carts.ts';
import { CategoryRow } from './tables/categories.ts';
import { CategoryAnnouncementRow } from './tables/category-announcements.ts';
import { CategoryCountChangeRow, CategoryCountRow } from './tables/category-counts.ts';
import { CheckoutRow } from './tables/checkouts.ts';
import { CreditNoteRow } from './tables/credit-notes.ts';
import { DiscountUseRow } from './tables/discount-uses.ts';
import { DiscountRow } from './tables/discounts.ts';
import { DocumentNumberRow } from './tables/document-numbers.ts';
import { ErasedCustomerRow } from './tables/erased-customers.ts';
import { EventFeedRow } from './tables/event-feed.ts';
import { EventRow } from './tables/events.ts';
import { FormerSlugRow } from './tables/former-slugs.ts';
import { GatewayWebhookRow } from './tables/gateway-webhooks.ts';
import { IdempotencyRecordRow } from './tables/idempotency-records.ts';
import { IdempotencyReservationRow } from './tables/idempotency-reservations.ts';
import { ImageFetchRow } from './tables/image-fetches.ts';
import { ImportRow } from './tables/imports.ts';
import { InvoiceFileRow } from './tables/invoice-files.ts';
import { InvoiceRow } from './tables/invoices.ts';
import { LedgerEntryRow } from './tables/ledger-entries.ts';
import { MailRequestRow } from './tables/mail-requests.ts';
import { OneTimeTokenRow } from './tables/one-time-tokens.ts';
import { OrderItemRow } from './tables/order-items.ts';
import { OrderTimelineEntryRow } from './tables/order-timeline.ts';
import { OrderRow } from './tables/orders.ts';
import { PaymentLinkRow } from './tables/payment-links.ts';
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
import { RedirectRow } from './tables/redirects.ts';
import { ReturnRow } from './tables/returns.ts';
import { SavedViewsRow } from './tables/saved-views.ts';
import { SchemaRequirementRow } from './tables/schema-requirements.ts';
import { SearchWordRow } from './tables/search-words.ts';
import { PasskeyChallengeRow, RecoveryCodeRow, SecondFactorRow } from './tables/second-factors.ts';
import { SecretKeyCheckRow } from './tables/secret-key-checks.ts';
import { SessionRow } from './tables/sessions.ts';
import { ShippingMethodRow } from './tables/shipping-methods.ts';
import { ShopRow } from './tables/shop.ts';
import { ShopRulesRow } from './tables/shop-rules.ts';
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
import { WithdrawalRow } from './tables/withdrawals.ts';

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
  CartRow,
  CheckoutRow,
  CreditNoteRow,
  DocumentNumberRow,
  InvoiceRow,
  InvoiceFileRow,
  TestClockRow,
  CategoryAnnouncementRow,
  CategoryCountChangeRow,
  CategoryCountRow,
  DiscountRow,
  DiscountUseRow,
  ErasedCustomerRow,
  EventFeedRow,
  EventRow,
  FormerSlugRow,
  GatewayWebhookRow,
  IdempotencyRecordRow,
  IdempotencyReservationRow,
  ImageFetchRow,
  ImportRow,
  LedgerEntryRow,
  MailRequestRow,
  OneTimeTokenRow,
  OrderTimelineEntryRow,
  OrderItemRow,
  OrderRow,
  PaymentLinkRow,
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
  RedirectRow,
  SavedViewsRow,
  PasskeyChallengeRow,
  RecoveryCodeRow,
  SchemaRequirementRow,
  SearchWordRow,
  SecretKeyCheckRow,
  ReturnRow,
  WithdrawalRow,
  SecondFactorRow,
  SessionRow,
  ShippingMethodRow,
  ShopRow,
  ShopRulesRow,
  StockAdjustmentRow,
  TaxRateRow,
  UserRow,
  WebhookDeliveryRow,
  WebhookEndpointRow,
  WebhookQueueRow,
] as const;

/** The tables by name, with the types of their columns, as statements see them. */
// no alias: the compiler would compute its members anew for each statement
export interface Tables extends InferKyselyDB<(typeof TABLES)[number]> {}

/** The migrations in order: the names of their files. Released ones never change. */
export const MIGRATIONS: readonly string[] = [
  // a new database begins with those that schema.sql names
  '20261126-baseline',
  '20261127-rules-of-the-shop',
  '20261128-customers-of-discounts',
  '20261128-inheritance-of-variants',
  '20261128-delayed-invoice-files',
  '20261128-agreed-prices',
  '20261128-refunded-shipping',
  '20261128-late-usage',
  '20261128-limits-per-customer',
  '20261128-addresses-of-subscriptions',
  '20261128-charges-of-periods',
  '20261129-withdrawal-exemptions',
  '20261129-terms-of-withdrawal',
  '20261129-withdrawals',
  '20261130-limits-of-customers',
  '20261130-limited-mails',
  '20261130-tax-numbers',
  '20261130-sessions-of-webhooks',
  '20261130-keys-of-emails',
  '20261130-uses-of-sessions',
  '20261130-clients-of-mails',
  '20261130-goods-of-charges',
  '20261130-origins-of-keys',
  '20261130-paid-goods',
  '20261201-meanings-of-words',
  '20261202-contacts',
  '20261203-files-of-imports',
  '20261203-merchandising-fields',
  '20261204-descriptions-in-html',
  '20261204-remembered-choices',
  '20261204-image-fetches',
  '20261204-media',
  '20261204-derived-slugs',
  '20261205-consents',
  '20261205-redirects',
  '20261206-import-resources',
  '20261207-expiry-of-orders',
  '20261207-payment-links',
  '20261207-sent-invoices',
  '20261208-custom-items',
  '20261208-annotations-of-users',
  '20261209-traces-of-events',
  '20261210-carts',
];
