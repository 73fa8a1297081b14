import { accessQueriesContract } from '../access/access-queries.contract.ts';
import { apiKeyRepositoryContract } from '../access/api-key-repository.contract.ts';
import { credentialChangesContract } from '../access/credential-changes.contract.ts';
import { credentialQueriesContract } from '../access/credential-queries.contract.ts';
import { keyVerifierContract } from '../access/key-verifier.contract.ts';
import { secondFactorsContract } from '../access/second-factors.contract.ts';
import { sessionRepositoryContract } from '../access/session-repository.contract.ts';
import { analyticsContract } from '../analytics/analytics.contract.ts';
import { coveredKeysContract } from '../analytics/covered-keys.contract.ts';
import { exportQueriesContract } from '../analytics/export-queries.contract.ts';
import { figuresByTimeZoneContract } from '../analytics/figures-by-time-zone.contract.ts';
import { occurrencesContract } from '../analytics/occurrences.contract.ts';
import { purchasesContract } from '../analytics/purchases.contract.ts';
import { questionsContract } from '../analytics/questions.contract.ts';
import { soldLabelsContract } from '../analytics/sold-labels.contract.ts';
import { unsoldProductsContract } from '../analytics/unsold-products.contract.ts';
import { auditLogContract } from '../audit/audit-log.contract.ts';
import { cartsContract } from '../carts/carts.contract.ts';
import { catalogQueriesContract } from '../catalog/catalog-queries.contract.ts';
import { categoryRepositoryContract } from '../catalog/category-repository.contract.ts';
import { categoryTreeContract } from '../catalog/category-tree.contract.ts';
import { manyProductsContract } from '../catalog/many-products.contract.ts';
import { productFacetsContract } from '../catalog/product-facets.contract.ts';
import { productFamiliesContract } from '../catalog/product-families.contract.ts';
import { productFeedContract } from '../catalog/product-feed.contract.ts';
import { productFiltersContract } from '../catalog/product-filters.contract.ts';
import { productPagesContract } from '../catalog/product-pages.contract.ts';
import { productPricesContract } from '../catalog/product-prices.contract.ts';
import { productRepositoryContract } from '../catalog/product-repository.contract.ts';
import { productSearchContract } from '../catalog/product-search.contract.ts';
import { recategorizedProductsContract } from '../catalog/recategorized-products.contract.ts';
import { stockContract } from '../catalog/stock.contract.ts';
import { stockRacesContract } from '../catalog/stock-races.contract.ts';
import { variantsContract } from '../catalog/variants.contract.ts';
import { checkoutsContract } from '../checkouts/checkouts.contract.ts';
import { eventFeedContract } from '../events/event-feed.contract.ts';
import { eventLogContract } from '../events/event-log.contract.ts';
import { eventQueriesContract } from '../events/event-queries.contract.ts';
import { eventsOfSeveralContract } from '../events/events-of-several.contract.ts';
import { publisherOffsetsContract } from '../events/publisher-offsets.contract.ts';
import { imageFetchesContract } from '../imports/image-fetches.contract.ts';
import { importsContract } from '../imports/imports.contract.ts';
import { buyerRetentionContract } from '../invoices/buyer-retention.contract.ts';
import { invoicesContract } from '../invoices/invoices.contract.ts';
import { personalInvoicesContract } from '../invoices/personal-invoices.contract.ts';
import { mailRequestsContract } from '../mails/mail-requests.contract.ts';
import { cancellingOrdersContract } from '../orders/cancelling-orders.contract.ts';
import { contactsContract } from '../orders/contacts.contract.ts';
import { expiredOrdersContract } from '../orders/expired-orders.contract.ts';
import { guestOrdersContract } from '../orders/guest-orders.contract.ts';
import { orderErasureContract } from '../orders/order-erasure.contract.ts';
import { orderNumbersContract } from '../orders/order-numbers.contract.ts';
import { orderPagesContract } from '../orders/order-pages.contract.ts';
import { orderPaymentStateContract } from '../orders/order-payment-state.contract.ts';
import { orderQueriesContract } from '../orders/order-queries.contract.ts';
import { orderRepositoryContract } from '../orders/order-repository.contract.ts';
import { orderTimelinesContract } from '../orders/order-timelines.contract.ts';
import { overviewQueriesContract } from '../overview/overview-queries.contract.ts';
import { duePaymentsContract } from '../payments/due-payments.contract.ts';
import { ledgerContract } from '../payments/ledger.contract.ts';
import { paymentBacklogContract } from '../payments/payment-backlog.contract.ts';
import { paymentLinksContract } from '../payments/payment-links.contract.ts';
import { paymentMethodsContract } from '../payments/payment-methods.contract.ts';
import { paymentOperationsContract } from '../payments/payment-operations.contract.ts';
import { paymentPagesContract } from '../payments/payment-pages.contract.ts';
import { paymentQueriesContract } from '../payments/payment-queries.contract.ts';
import { paymentRepositoryContract } from '../payments/payment-repository.contract.ts';
import { discountUsesContract } from '../pricing/discount-uses.contract.ts';
import { pricingRulesContract } from '../pricing/pricing-rules.contract.ts';
import { redirectsContract } from '../redirects/redirects.contract.ts';
import { returnsContract } from '../returns/returns.contract.ts';
import { shopContract } from '../shop/shop.contract.ts';
import { shopRulesContract } from '../shop/shop-rules.contract.ts';
import { testClockContract } from '../shop/test-clock.contract.ts';
import { plansContract } from '../subscriptions/plans.contract.ts';
import { subscriptionMovementsContract } from '../subscriptions/subscription-movements.contract.ts';
import { subscriptionsContract } from '../subscriptions/subscriptions.contract.ts';
import { usageRecordsContract } from '../subscriptions/usage-records.contract.ts';
import { lockedUsersContract } from '../users/locked-users.contract.ts';
import { oneTimeTokensContract } from '../users/one-time-tokens.contract.ts';
import { personalDataQueriesContract } from '../users/personal-data-queries.contract.ts';
import { savedViewsContract } from '../users/saved-views.contract.ts';
import { userQueriesContract } from '../users/user-queries.contract.ts';
import { userRepositoryContract } from '../users/user-repository.contract.ts';
import { deliveryQueueContract } from '../webhooks/delivery-queue.contract.ts';
import { deliveryRecordContract } from '../webhooks/delivery-record.contract.ts';
import { deliveryReplayContract } from '../webhooks/delivery-replay.contract.ts';
import { orderedDeliveriesContract } from '../webhooks/ordered-deliveries.contract.ts';
import { requestedDeliveriesContract } from '../webhooks/requested-deliveries.contract.ts';
import { webhookEndpointRepositoryContract } from '../webhooks/webhook-endpoint-repository.contract.ts';
import { webhookQueriesContract } from '../webhooks/webhook-queries.contract.ts';
import { withdrawalsContract } from '../withdrawals/withdrawals.contract.ts';
import { encryptedDataContract } from './encrypted-data.contract.ts';
import { idempotencyStoreContract } from './idempotency-store.contract.ts';
import { leaseContract } from './lease.contract.ts';
import { signalsContract } from './signals.contract.ts';
import type { OpenStorage } from './storage-under-test.ts';
import { undeclaredValuesContract } from './undeclared-values.contract.ts';
import { unitOfWorkContract } from './unit-of-work.contract.ts';

const CONTRACTS = [
  analyticsContract,
  figuresByTimeZoneContract,
  purchasesContract,
  occurrencesContract,
  questionsContract,
  unsoldProductsContract,
  coveredKeysContract,
  soldLabelsContract,
  unitOfWorkContract,
  productRepositoryContract,
  manyProductsContract,
  importsContract,
  imageFetchesContract,
  paymentLinksContract,
  cartsContract,
  checkoutsContract,
  redirectsContract,
  variantsContract,
  productFamiliesContract,
  productPricesContract,
  stockContract,
  stockRacesContract,
  categoryRepositoryContract,
  categoryTreeContract,
  recategorizedProductsContract,
  orderRepositoryContract,
  orderNumbersContract,
  expiredOrdersContract,
  orderTimelinesContract,
  orderErasureContract,
  orderQueriesContract,
  contactsContract,
  orderPagesContract,
  paymentRepositoryContract,
  orderPaymentStateContract,
  paymentOperationsContract,
  paymentMethodsContract,
  duePaymentsContract,
  paymentPagesContract,
  paymentQueriesContract,
  paymentBacklogContract,
  ledgerContract,
  pricingRulesContract,
  discountUsesContract,
  plansContract,
  subscriptionsContract,
  subscriptionMovementsContract,
  usageRecordsContract,
  returnsContract,
  withdrawalsContract,
  invoicesContract,
  buyerRetentionContract,
  personalInvoicesContract,
  testClockContract,
  shopContract,
  shopRulesContract,
  userRepositoryContract,
  lockedUsersContract,
  apiKeyRepositoryContract,
  sessionRepositoryContract,
  secondFactorsContract,
  catalogQueriesContract,
  productFacetsContract,
  productFeedContract,
  productFiltersContract,
  productPagesContract,
  productSearchContract,
  accessQueriesContract,
  credentialQueriesContract,
  credentialChangesContract,
  eventLogContract,
  encryptedDataContract,
  eventsOfSeveralContract,
  signalsContract,
  publisherOffsetsContract,
  leaseContract,
  eventQueriesContract,
  eventFeedContract,
  idempotencyStoreContract,
  keyVerifierContract,
  cancellingOrdersContract,
  guestOrdersContract,
  userQueriesContract,
  personalDataQueriesContract,
  oneTimeTokensContract,
  savedViewsContract,
  mailRequestsContract,
  auditLogContract,
  webhookEndpointRepositoryContract,
  deliveryQueueContract,
  deliveryRecordContract,
  orderedDeliveriesContract,
  requestedDeliveriesContract,
  deliveryReplayContract,
  webhookQueriesContract,
  overviewQueriesContract,
  exportQueriesContract,
  undeclaredValuesContract,
];

/** The contract of storage providers. A new provider needs a test file with one line: `storageContract(name, open)`. */
export const storageContract = (name: string, open: OpenStorage): void => {
  for (const contract of CONTRACTS) contract(name, open);
};
