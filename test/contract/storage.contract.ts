import { accessQueriesContract } from './access-queries.contract.ts';
import { answerLogContract } from './answer-log.contract.ts';
import { apiKeyRepositoryContract } from './api-key-repository.contract.ts';
import { auditLogContract } from './audit-log.contract.ts';
import { cancellingOrdersContract } from './cancelling-orders.contract.ts';
import { catalogQueriesContract } from './catalog-queries.contract.ts';
import { categoryRepositoryContract } from './category-repository.contract.ts';
import { credentialChangesContract } from './credential-changes.contract.ts';
import { credentialQueriesContract } from './credential-queries.contract.ts';
import { duePaymentsContract } from './due-payments.contract.ts';
import { eventLogContract } from './event-log.contract.ts';
import { eventsOfSeveralContract } from './events-of-several.contract.ts';
import { expiredOrdersContract } from './expired-orders.contract.ts';
import { heldUsersContract } from './held-users.contract.ts';
import { keyVerifierContract } from './key-verifier.contract.ts';
import { ledgerContract } from './ledger.contract.ts';
import { mailRequestsContract } from './mail-requests.contract.ts';
import { oneTimeTokensContract } from './one-time-tokens.contract.ts';
import { orderErasureContract } from './order-erasure.contract.ts';
import { orderNumbersContract } from './order-numbers.contract.ts';
import { orderPagesContract } from './order-pages.contract.ts';
import { orderQueriesContract } from './order-queries.contract.ts';
import { orderRepositoryContract } from './order-repository.contract.ts';
import { orderTimelinesContract } from './order-timelines.contract.ts';
import { paymentOperationsContract } from './payment-operations.contract.ts';
import { paymentPagesContract } from './payment-pages.contract.ts';
import { paymentQueriesContract } from './payment-queries.contract.ts';
import { paymentRepositoryContract } from './payment-repository.contract.ts';
import { paymentStandingContract } from './payment-standing.contract.ts';
import { personalDataQueriesContract } from './personal-data-queries.contract.ts';
import { productFiltersContract } from './product-filters.contract.ts';
import { productPagesContract } from './product-pages.contract.ts';
import { productRepositoryContract } from './product-repository.contract.ts';
import { sessionRepositoryContract } from './session-repository.contract.ts';
import { stockContract } from './stock.contract.ts';
import { stockRacesContract } from './stock-races.contract.ts';
import type { OpenStorage } from './storage-under-test.ts';
import { unitOfWorkContract } from './unit-of-work.contract.ts';
import { userQueriesContract } from './user-queries.contract.ts';
import { userRepositoryContract } from './user-repository.contract.ts';

const CONTRACTS = [
  unitOfWorkContract,
  productRepositoryContract,
  stockContract,
  stockRacesContract,
  categoryRepositoryContract,
  orderRepositoryContract,
  orderNumbersContract,
  expiredOrdersContract,
  orderTimelinesContract,
  orderErasureContract,
  orderQueriesContract,
  orderPagesContract,
  paymentRepositoryContract,
  paymentStandingContract,
  paymentOperationsContract,
  duePaymentsContract,
  paymentPagesContract,
  paymentQueriesContract,
  ledgerContract,
  userRepositoryContract,
  heldUsersContract,
  apiKeyRepositoryContract,
  sessionRepositoryContract,
  catalogQueriesContract,
  productFiltersContract,
  productPagesContract,
  accessQueriesContract,
  credentialQueriesContract,
  credentialChangesContract,
  eventLogContract,
  eventsOfSeveralContract,
  answerLogContract,
  keyVerifierContract,
  cancellingOrdersContract,
  userQueriesContract,
  personalDataQueriesContract,
  oneTimeTokensContract,
  mailRequestsContract,
  auditLogContract,
];

/** All that a storage provider promises. Yours needs a test file with one line: `storageContract(name, open)`. */
export const storageContract = (name: string, open: OpenStorage): void => {
  for (const contract of CONTRACTS) contract(name, open);
};
