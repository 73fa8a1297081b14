import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { Foundation } from './migrations/20261120-foundation.ts';
import { CoveringCategoryPrice } from './migrations/20261121-covering-category-price.ts';
import { RequestNames } from './migrations/20261121-request-names.ts';
import { People } from './migrations/20261122-people.ts';
import { Orders } from './migrations/20261123-orders.ts';
import { Payments } from './migrations/20261124-payments.ts';
import { Events } from './migrations/20261125-events.ts';
import { DeliveryRemoval } from './migrations/20261126-delivery-removal.ts';
import { DeliveryReplay } from './migrations/20261126-delivery-replay.ts';
import { DeliverySteps } from './migrations/20261126-delivery-steps.ts';
import { IdempotencyRecords } from './migrations/20261127-idempotency-records.ts';
import { OrderItems } from './migrations/20261128-order-items.ts';
import { PaymentTerms } from './migrations/20261128-payment-terms.ts';
import { DeliveryAdditions } from './migrations/20261129-delivery-additions.ts';
import { DeliveryFunctions } from './migrations/20261129-delivery-functions.ts';
import { EventAndWebhookTerms } from './migrations/20261129-event-and-webhook-terms.ts';
import { Disputes } from './migrations/20261202-disputes.ts';
import { PartialPayments } from './migrations/20261202-partial-payments.ts';
import { RefundVersions } from './migrations/20261202-refund-versions.ts';
import { ConfirmedChanges } from './migrations/20261203-confirmed-changes.ts';
import { CustomerMetadata } from './migrations/20261203-customer-metadata.ts';
import { EventActors } from './migrations/20261203-event-actors.ts';
import { WebhookOwners } from './migrations/20261203-webhook-owners.ts';
import { Installation } from './migrations/20261204-installation.ts';
import { SandboxTables } from './migrations/20261204-sandbox-tables.ts';
import { DeliveryVersions } from './migrations/20261205-delivery-versions.ts';
import { IdempotencyReservations } from './migrations/20261205-idempotency-reservations.ts';
import { MailRequestTimes } from './migrations/20261205-mail-request-times.ts';
import { AuditRemoval } from './migrations/20261206-audit-removal.ts';
import { CategoryCounts } from './migrations/20261207-category-counts.ts';
import { CategoryTree } from './migrations/20261207-category-tree.ts';
import { ProductFields } from './migrations/20261208-product-fields.ts';
import { Variants } from './migrations/20261208-variants.ts';
import { CategoryScan } from './migrations/20261209-category-scan.ts';
import { Imports } from './migrations/20261209-imports.ts';
import { ProductSearch } from './migrations/20261210-product-search.ts';
import { ProductPrices } from './migrations/20261211-product-prices.ts';
import { StockAdjustments } from './migrations/20261212-stock-adjustments.ts';
import { Facets } from './migrations/20261213-facets.ts';
import { SearchFamilies } from './migrations/20261214-search-families.ts';
import { PublishableKeys } from './migrations/20261215-publishable-keys.ts';
import { GuestOrders } from './migrations/20261216-guest-orders.ts';
import { PricingTables } from './migrations/20261217-pricing-tables.ts';
import { ShopSettings } from './migrations/20261217-shop.ts';
import { ErasedOrders } from './migrations/20261218-erased-orders.ts';
import { ExternalIds } from './migrations/20261218-external-ids.ts';
import { OrderItemImages } from './migrations/20261218-order-item-images.ts';
import { OrderSearch } from './migrations/20261218-order-search.ts';
import { OrderCharges } from './migrations/20261220-order-charges.ts';
import { Returns } from './migrations/20261222-returns.ts';
import { OrderMails } from './migrations/20261223-order-mails.ts';
import { RefundedItems } from './migrations/20261224-refunded-items.ts';
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
import { ApiKeyRow } from './tables/api-keys.ts';
import { AuditEntryRow } from './tables/audit-log.ts';
import { CategoryRow } from './tables/categories.ts';
import { CategoryAnnouncementRow } from './tables/category-announcements.ts';
import { CategoryCountChangeRow, CategoryCountRow } from './tables/category-counts.ts';
import { CreditNoteRow } from './tables/credit-notes.ts';
import { DiscountCustomerRow, DiscountUseRow } from './tables/discount-uses.ts';
import { DiscountRow } from './tables/discounts.ts';
import { DocumentNumberRow } from './tables/document-numbers.ts';
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
import { SchemaRequirementRow } from './tables/schema-requirements.ts';
import { SearchWordRow } from './tables/search-words.ts';
import { SecretKeyCheckRow } from './tables/secret-key-checks.ts';
import { SessionRow } from './tables/sessions.ts';
import { ShippingMethodRow } from './tables/shipping-methods.ts';
import { ShopRow } from './tables/shop.ts';
import { StockAdjustmentRow } from './tables/stock-adjustments.ts';
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
  SubscriptionRow,
  UsageRecordRow,
  ProductPriceRow,
  ProductRow,
  ProductSearchRow,
  PublisherOffsetRow,
  RateLimitRow,
  SchemaRequirementRow,
  SearchWordRow,
  SecretKeyCheckRow,
  ReturnRow,
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
    { name: '20261120-foundation', class: Foundation },
    { name: '20261121-covering-category-price', class: CoveringCategoryPrice },
    { name: '20261121-request-names', class: RequestNames },
    { name: '20261122-people', class: People },
    { name: '20261123-orders', class: Orders },
    { name: '20261124-payments', class: Payments },
    { name: '20261125-events', class: Events },
    { name: '20261126-delivery-steps', class: DeliverySteps },
    { name: '20261126-delivery-replay', class: DeliveryReplay },
    { name: '20261126-delivery-removal', class: DeliveryRemoval },
    { name: '20261127-idempotency-records', class: IdempotencyRecords },
    { name: '20261128-order-items', class: OrderItems },
    { name: '20261128-payment-terms', class: PaymentTerms },
    { name: '20261129-event-and-webhook-terms', class: EventAndWebhookTerms },
    { name: '20261129-delivery-functions', class: DeliveryFunctions },
    { name: '20261129-delivery-additions', class: DeliveryAdditions },
    { name: '20261202-partial-payments', class: PartialPayments },
    { name: '20261204-installation', class: Installation },
    { name: '20261204-sandbox-tables', class: SandboxTables },
    { name: '20261205-delivery-versions', class: DeliveryVersions },
    { name: '20261205-idempotency-reservations', class: IdempotencyReservations },
    { name: '20261203-confirmed-changes', class: ConfirmedChanges },
    { name: '20261203-webhook-owners', class: WebhookOwners },
    { name: '20261202-disputes', class: Disputes },
    { name: '20261202-refund-versions', class: RefundVersions },
    { name: '20261203-event-actors', class: EventActors },
    { name: '20261203-customer-metadata', class: CustomerMetadata },
    { name: '20261205-mail-request-times', class: MailRequestTimes },
    { name: '20261206-audit-removal', class: AuditRemoval },
    { name: '20261208-product-fields', class: ProductFields },
    { name: '20261210-product-search', class: ProductSearch },
    { name: '20261207-category-tree', class: CategoryTree },
    { name: '20261207-category-counts', class: CategoryCounts },
    { name: '20261208-variants', class: Variants },
    { name: '20261209-category-scan', class: CategoryScan },
    { name: '20261211-product-prices', class: ProductPrices },
    { name: '20261212-stock-adjustments', class: StockAdjustments },
    { name: '20261209-imports', class: Imports },
    { name: '20261213-facets', class: Facets },
    { name: '20261214-search-families', class: SearchFamilies },
    { name: '20261218-order-item-images', class: OrderItemImages },
    { name: '20261218-external-ids', class: ExternalIds },
    { name: '20261215-publishable-keys', class: PublishableKeys },
    { name: '20261217-pricing-tables', class: PricingTables },
    { name: '20261217-shop', class: ShopSettings },
    { name: '20261216-guest-orders', class: GuestOrders },
    { name: '20261218-order-search', class: OrderSearch },
    { name: '20261218-erased-orders', class: ErasedOrders },
    { name: '20261220-order-charges', class: OrderCharges },
    { name: '20261223-order-mails', class: OrderMails },
    { name: '20261222-returns', class: Returns },
    { name: '20261224-refunded-items', class: RefundedItems },
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
  ],
  snapshot: false,
  allOrNothing: true,
  disableForeignKeys: false,
} as const;
