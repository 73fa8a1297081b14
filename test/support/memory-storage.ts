import { MemoryAccessQueries } from '#adapters/memory/access-queries.ts';
import { MemoryAnswerQueries } from '#adapters/memory/answer-log.ts';
import { MemoryAuditQueries } from '#adapters/memory/audit-log.ts';
import { MemoryCatalogQueries } from '#adapters/memory/catalog-queries.ts';
import { MemoryCredentialChanges } from '#adapters/memory/credential-changes.ts';
import { MemoryCredentialQueries } from '#adapters/memory/credential-queries.ts';
import { MemoryDeliveryQueue } from '#adapters/memory/delivery-queue.ts';
import { MemoryEventFeed, MemoryEventQueries } from '#adapters/memory/event-feed.ts';
import { MemoryMailQueue } from '#adapters/memory/mail-requests.ts';
import { MemoryOneTimeTokenQueries } from '#adapters/memory/one-time-tokens.ts';
import { MemoryOrderQueries } from '#adapters/memory/order-queries.ts';
import { MemoryLedgerQueries, MemoryPaymentQueries } from '#adapters/memory/payment-queries.ts';
import { MemoryPersonalDataQueries } from '#adapters/memory/personal-data-queries.ts';
import { MemoryPublications } from '#adapters/memory/publications.ts';
import { MemorySignals } from '#adapters/memory/signals.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import { MemoryUnitOfWork } from '#adapters/memory/unit-of-work.ts';
import { MemoryUserQueries } from '#adapters/memory/user-queries.ts';
import { MemoryWebhookQueries } from '#adapters/memory/webhook-queries.ts';
import type { StorageUnderTest } from '../contract/storage-under-test.ts';
import { ids } from './builders.ts';

/** A new storage in memory. */
export const openMemoryStorage = async (): Promise<StorageUnderTest> => {
  const store = new MemoryStore();
  const credentialChanges = new MemoryCredentialChanges();
  const signals = new MemorySignals();
  return {
    unitOfWork: new MemoryUnitOfWork({ store, ids, credentialChanges, signals }),
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
    signals,
    eventFeed: new MemoryEventFeed(store),
    eventQueries: new MemoryEventQueries(store),
    publications: new MemoryPublications(),
    answerQueries: new MemoryAnswerQueries(store.answers),
    webhookQueries: new MemoryWebhookQueries(store),
    deliveryQueue: new MemoryDeliveryQueue(store, signals),
    eventsOf: async (resourceId) => store.events.get(resourceId) ?? [],
    close: async () => {},
  };
};
