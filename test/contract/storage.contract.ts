import { accessQueriesContract } from './access-queries.contract.ts';
import { analyticsContract } from './analytics.contract.ts';
import { apiKeyRepositoryContract } from './api-key-repository.contract.ts';
import { auditLogContract } from './audit-log.contract.ts';
import { buyerRetentionContract } from './buyer-retention.contract.ts';
import { cancellingOrdersContract } from './cancelling-orders.contract.ts';
import { catalogQueriesContract } from './catalog-queries.contract.ts';
import { categoryRepositoryContract } from './category-repository.contract.ts';
import { categoryTreeContract } from './category-tree.contract.ts';
import { credentialChangesContract } from './credential-changes.contract.ts';
import { credentialQueriesContract } from './credential-queries.contract.ts';
import { deliveryQueueContract } from './delivery-queue.contract.ts';
import { deliveryRecordContract } from './delivery-record.contract.ts';
import { deliveryReplayContract } from './delivery-replay.contract.ts';
import { discountUsesContract } from './discount-uses.contract.ts';
import { duePaymentsContract } from './due-payments.contract.ts';
import { encryptedDataContract } from './encrypted-data.contract.ts';
import { eventFeedContract } from './event-feed.contract.ts';
import { eventLogContract } from './event-log.contract.ts';
import { eventQueriesContract } from './event-queries.contract.ts';
import { eventsOfSeveralContract } from './events-of-several.contract.ts';
import { expiredOrdersContract } from './expired-orders.contract.ts';
import { exportQueriesContract } from './export-queries.contract.ts';
import { figuresByTimeZoneContract } from './figures-by-time-zone.contract.ts';
import { guestOrdersContract } from './guest-orders.contract.ts';
import { idempotencyStoreContract } from './idempotency-store.contract.ts';
import { importsContract } from './imports.contract.ts';
import { invoicesContract } from './invoices.contract.ts';
import { keyVerifierContract } from './key-verifier.contract.ts';
import { leaseContract } from './lease.contract.ts';
import { ledgerContract } from './ledger.contract.ts';
import { lockedUsersContract } from './locked-users.contract.ts';
import { mailRequestsContract } from './mail-requests.contract.ts';
import { manyProductsContract } from './many-products.contract.ts';
import { occurrencesContract } from './occurrences.contract.ts';
import { oneTimeTokensContract } from './one-time-tokens.contract.ts';
import { orderErasureContract } from './order-erasure.contract.ts';
import { orderNumbersContract } from './order-numbers.contract.ts';
import { orderPagesContract } from './order-pages.contract.ts';
import { orderPaymentStateContract } from './order-payment-state.contract.ts';
import { orderQueriesContract } from './order-queries.contract.ts';
import { orderRepositoryContract } from './order-repository.contract.ts';
import { orderTimelinesContract } from './order-timelines.contract.ts';
import { orderedDeliveriesContract } from './ordered-deliveries.contract.ts';
import { overviewQueriesContract } from './overview-queries.contract.ts';
import { paymentBacklogContract } from './payment-backlog.contract.ts';
import { paymentMethodsContract } from './payment-methods.contract.ts';
import { paymentOperationsContract } from './payment-operations.contract.ts';
import { paymentPagesContract } from './payment-pages.contract.ts';
import { paymentQueriesContract } from './payment-queries.contract.ts';
import { paymentRepositoryContract } from './payment-repository.contract.ts';
import { personalDataQueriesContract } from './personal-data-queries.contract.ts';
import { personalInvoicesContract } from './personal-invoices.contract.ts';
import { plansContract } from './plans.contract.ts';
import { pricingRulesContract } from './pricing-rules.contract.ts';
import { productFacetsContract } from './product-facets.contract.ts';
import { productFamiliesContract } from './product-families.contract.ts';
import { productFeedContract } from './product-feed.contract.ts';
import { productFiltersContract } from './product-filters.contract.ts';
import { productPagesContract } from './product-pages.contract.ts';
import { productPricesContract } from './product-prices.contract.ts';
import { productRepositoryContract } from './product-repository.contract.ts';
import { productSearchContract } from './product-search.contract.ts';
import { publisherOffsetsContract } from './publisher-offsets.contract.ts';
import { purchasesContract } from './purchases.contract.ts';
import { questionsContract } from './questions.contract.ts';
import { recategorizedProductsContract } from './recategorized-products.contract.ts';
import { requestedDeliveriesContract } from './requested-deliveries.contract.ts';
import { returnsContract } from './returns.contract.ts';
import { savedViewsContract } from './saved-views.contract.ts';
import { secondFactorsContract } from './second-factors.contract.ts';
import { sessionRepositoryContract } from './session-repository.contract.ts';
import { shopContract } from './shop.contract.ts';
import { shopRulesContract } from './shop-rules.contract.ts';
import { signalsContract } from './signals.contract.ts';
import { soldLabelsContract } from './sold-labels.contract.ts';
import { stockContract } from './stock.contract.ts';
import { stockRacesContract } from './stock-races.contract.ts';
import type { OpenStorage } from './storage-under-test.ts';
import { subscriptionMovementsContract } from './subscription-movements.contract.ts';
import { subscriptionsContract } from './subscriptions.contract.ts';
import { testClockContract } from './test-clock.contract.ts';
import { undeclaredValuesContract } from './undeclared-values.contract.ts';
import { unitOfWorkContract } from './unit-of-work.contract.ts';
import { unsoldProductsContract } from './unsold-products.contract.ts';
import { usageRecordsContract } from './usage-records.contract.ts';
import { userQueriesContract } from './user-queries.contract.ts';
import { userRepositoryContract } from './user-repository.contract.ts';
import { variantsContract } from './variants.contract.ts';
import { webhookEndpointRepositoryContract } from './webhook-endpoint-repository.contract.ts';
import { webhookQueriesContract } from './webhook-queries.contract.ts';

const CONTRACTS = [
  analyticsContract,
  figuresByTimeZoneContract,
  purchasesContract,
  occurrencesContract,
  questionsContract,
  unsoldProductsContract,
  soldLabelsContract,
  unitOfWorkContract,
  productRepositoryContract,
  manyProductsContract,
  importsContract,
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
