import { MemoryAccessQueries } from '#adapters/memory/access-queries.ts';
import { MemoryAnswerQueries } from '#adapters/memory/answer-log.ts';
import { MemoryAuditQueries } from '#adapters/memory/audit-log.ts';
import { MemoryCatalogQueries } from '#adapters/memory/catalog-queries.ts';
import { MemoryCredentialChanges } from '#adapters/memory/credential-changes.ts';
import { MemoryCredentialQueries } from '#adapters/memory/credential-queries.ts';
import { MemoryMailQueue } from '#adapters/memory/mail-requests.ts';
import { MemoryOneTimeTokenQueries } from '#adapters/memory/one-time-tokens.ts';
import { MemoryOrderQueries } from '#adapters/memory/order-queries.ts';
import { MemoryLedgerQueries, MemoryPaymentQueries } from '#adapters/memory/payment-queries.ts';
import { MemoryPersonalDataQueries } from '#adapters/memory/personal-data-queries.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import { MemoryUnitOfWork } from '#adapters/memory/unit-of-work.ts';
import { MemoryUserQueries } from '#adapters/memory/user-queries.ts';
import type { StorageUnderTest } from '../contract/storage-under-test.ts';
import { ids } from './builders.ts';

/** A new storage in memory. */
export const openMemoryStorage = async (): Promise<StorageUnderTest> => {
  const store = new MemoryStore();
  const credentialChanges = new MemoryCredentialChanges();
  return {
    unitOfWork: new MemoryUnitOfWork({ store, ids, credentialChanges }),
    catalogQueries: new MemoryCatalogQueries(store),
    orderQueries: new MemoryOrderQueries(store),
    paymentQueries: new MemoryPaymentQueries(store),
    ledgerQueries: new MemoryLedgerQueries(store),
    accessQueries: new MemoryAccessQueries(store),
    userQueries: new MemoryUserQueries(store),
    personalDataQueries: new MemoryPersonalDataQueries(store),
    oneTimeTokenQueries: new MemoryOneTimeTokenQueries(store.oneTimeTokens),
    mailQueue: new MemoryMailQueue(store.mailRequests),
    auditQueries: new MemoryAuditQueries(store.auditEntries),
    credentialQueries: new MemoryCredentialQueries(store),
    credentialChanges,
    answerQueries: new MemoryAnswerQueries(store.answers),
    eventsOf: async (resourceId) => store.events.get(resourceId) ?? [],
    close: async () => {},
  };
};
