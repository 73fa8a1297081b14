import { MemoryAccessQueries } from '#adapters/memory/access/access-queries.ts';
import { MemoryCredentialChanges } from '#adapters/memory/access/credential-changes.ts';
import { MemoryCredentialQueries } from '#adapters/memory/access/credential-queries.ts';
import { MemoryAuditQueries } from '#adapters/memory/audit/audit-log.ts';
import { MemoryCatalogQueries } from '#adapters/memory/catalog/catalog-queries.ts';
import { MemoryEventFeed, MemoryEventQueries } from '#adapters/memory/events/event-feed.ts';
import { MemoryPublisherOffsets } from '#adapters/memory/events/publisher-offsets.ts';
import { MemoryIdempotencyQueries } from '#adapters/memory/idempotency/idempotency-store.ts';
import { MemoryOrderQueries } from '#adapters/memory/orders/order-queries.ts';
import { MemoryLedgerQueries, MemoryPaymentQueries } from '#adapters/memory/payments/payment-queries.ts';
import { MemoryStore } from '#adapters/memory/store/memory-store.ts';
import { MemorySignals } from '#adapters/memory/store/signals.ts';
import { MemoryUnitOfWork } from '#adapters/memory/unit-of-work.ts';
import { MemoryMailQueue } from '#adapters/memory/users/mail-requests.ts';
import { MemoryOneTimeTokenQueries } from '#adapters/memory/users/one-time-tokens.ts';
import { MemoryPersonalDataQueries } from '#adapters/memory/users/personal-data-queries.ts';
import { MemoryUserQueries } from '#adapters/memory/users/user-queries.ts';
import { MemoryDeliveryQueue } from '#adapters/memory/webhooks/delivery-queue.ts';
import { MemoryWebhookQueries } from '#adapters/memory/webhooks/webhook-queries.ts';
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
    publisherOffsets: new MemoryPublisherOffsets(),
    idempotencyQueries: new MemoryIdempotencyQueries(store.answers),
    webhookQueries: new MemoryWebhookQueries(store),
    deliveryQueue: new MemoryDeliveryQueue(store, signals),
    eventsOf: async (resourceId) => store.events.get(resourceId) ?? [],
    close: async () => {},
  };
};
