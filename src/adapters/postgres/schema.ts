import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { BASELINE, Baseline } from './migrations/20261126-baseline.ts';
import { RulesOfTheShop } from './migrations/20261127-rules-of-the-shop.ts';
import { AddressesOfSubscriptions } from './migrations/20261128-addresses-of-subscriptions.ts';
import { AgreedPrices } from './migrations/20261128-agreed-prices.ts';
import { ChargesOfPeriods } from './migrations/20261128-charges-of-periods.ts';
import { CustomersOfDiscounts } from './migrations/20261128-customers-of-discounts.ts';
import { DelayedInvoiceFiles } from './migrations/20261128-delayed-invoice-files.ts';
import { InheritanceOfVariants } from './migrations/20261128-inheritance-of-variants.ts';
import { LateUsage } from './migrations/20261128-late-usage.ts';
import { LimitsPerCustomer } from './migrations/20261128-limits-per-customer.ts';
import { RefundedShipping } from './migrations/20261128-refunded-shipping.ts';
import { TermsOfWithdrawal } from './migrations/20261129-terms-of-withdrawal.ts';
import { WithdrawalExemptions } from './migrations/20261129-withdrawal-exemptions.ts';
import { Withdrawals } from './migrations/20261129-withdrawals.ts';
import { ClientsOfMails } from './migrations/20261130-clients-of-mails.ts';
import { GoodsOfCharges } from './migrations/20261130-goods-of-charges.ts';
import { KeysOfEmails } from './migrations/20261130-keys-of-emails.ts';
import { LimitedMails } from './migrations/20261130-limited-mails.ts';
import { LimitsOfCustomers } from './migrations/20261130-limits-of-customers.ts';
import { OriginsOfKeys } from './migrations/20261130-origins-of-keys.ts';
import { PaidGoods } from './migrations/20261130-paid-goods.ts';
import { SessionsOfWebhooks } from './migrations/20261130-sessions-of-webhooks.ts';
import { TaxNumbers } from './migrations/20261130-tax-numbers.ts';
import { UsesOfSessions } from './migrations/20261130-uses-of-sessions.ts';
import { MeaningsOfWords } from './migrations/20261201-meanings-of-words.ts';
import { Contacts } from './migrations/20261202-contacts.ts';
import { FilesOfImports } from './migrations/20261203-files-of-imports.ts';
import { MerchandisingFields } from './migrations/20261203-merchandising-fields.ts';
import { DerivedSlugs } from './migrations/20261204-derived-slugs.ts';
import { DescriptionsInHtml } from './migrations/20261204-descriptions-in-html.ts';
import { ImageFetches } from './migrations/20261204-image-fetches.ts';
import { Media } from './migrations/20261204-media.ts';
import { RememberedChoices } from './migrations/20261204-remembered-choices.ts';
import { ConsentsOfUsers } from './migrations/20261205-consents.ts';
import { Redirects } from './migrations/20261205-redirects.ts';
import { ImportResources } from './migrations/20261206-import-resources.ts';
import { ExpiryOfOrders } from './migrations/20261207-expiry-of-orders.ts';
import { PaymentLinks } from './migrations/20261207-payment-links.ts';
import { SentInvoices } from './migrations/20261207-sent-invoices.ts';
import { AnnotationsOfUsers } from './migrations/20261208-annotations-of-users.ts';
import { CustomItems } from './migrations/20261208-custom-items.ts';
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

/** The migrations in order; released ones never change. */
export const MIGRATIONS = {
  tableName: 'migrations',
  migrationsList: [
    // a new database begins with those that schema.sql names
    { name: BASELINE, class: Baseline },
    { name: '20261127-rules-of-the-shop', class: RulesOfTheShop },
    { name: '20261128-customers-of-discounts', class: CustomersOfDiscounts },
    { name: '20261128-inheritance-of-variants', class: InheritanceOfVariants },
    { name: '20261128-delayed-invoice-files', class: DelayedInvoiceFiles },
    { name: '20261128-agreed-prices', class: AgreedPrices },
    { name: '20261128-refunded-shipping', class: RefundedShipping },
    { name: '20261128-late-usage', class: LateUsage },
    { name: '20261128-limits-per-customer', class: LimitsPerCustomer },
    { name: '20261128-addresses-of-subscriptions', class: AddressesOfSubscriptions },
    { name: '20261128-charges-of-periods', class: ChargesOfPeriods },
    { name: '20261129-withdrawal-exemptions', class: WithdrawalExemptions },
    { name: '20261129-terms-of-withdrawal', class: TermsOfWithdrawal },
    { name: '20261129-withdrawals', class: Withdrawals },
    { name: '20261130-limits-of-customers', class: LimitsOfCustomers },
    { name: '20261130-limited-mails', class: LimitedMails },
    { name: '20261130-tax-numbers', class: TaxNumbers },
    { name: '20261130-sessions-of-webhooks', class: SessionsOfWebhooks },
    { name: '20261130-keys-of-emails', class: KeysOfEmails },
    { name: '20261130-uses-of-sessions', class: UsesOfSessions },
    { name: '20261130-clients-of-mails', class: ClientsOfMails },
    { name: '20261130-goods-of-charges', class: GoodsOfCharges },
    { name: '20261130-origins-of-keys', class: OriginsOfKeys },
    { name: '20261130-paid-goods', class: PaidGoods },
    { name: '20261201-meanings-of-words', class: MeaningsOfWords },
    { name: '20261202-contacts', class: Contacts },
    { name: '20261203-files-of-imports', class: FilesOfImports },
    { name: '20261203-merchandising-fields', class: MerchandisingFields },
    { name: '20261204-descriptions-in-html', class: DescriptionsInHtml },
    { name: '20261204-remembered-choices', class: RememberedChoices },
    { name: '20261204-image-fetches', class: ImageFetches },
    { name: '20261204-media', class: Media },
    { name: '20261204-derived-slugs', class: DerivedSlugs },
    { name: '20261205-consents', class: ConsentsOfUsers },
    { name: '20261205-redirects', class: Redirects },
    { name: '20261206-import-resources', class: ImportResources },
    { name: '20261207-expiry-of-orders', class: ExpiryOfOrders },
    { name: '20261207-payment-links', class: PaymentLinks },
    { name: '20261207-sent-invoices', class: SentInvoices },
    { name: '20261208-custom-items', class: CustomItems },
    { name: '20261208-annotations-of-users', class: AnnotationsOfUsers },
  ],
  snapshot: false,
  allOrNothing: true,
  disableForeignKeys: false,
} as const;
