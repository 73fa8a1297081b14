import type { IdGenerator } from '#core/shared/id.ts';
import type { Storage } from '#core/storage.ts';
import { MemoryAccessQueries } from './access/access-queries.ts';
import { MemoryCredentialChanges } from './access/credential-changes.ts';
import { MemoryCredentialQueries } from './access/credential-queries.ts';
import { MemoryAuditQueries } from './audit/audit-log.ts';
import { MemoryCatalogQueries } from './catalog/catalog-queries.ts';
import { MemoryEventFeed, MemoryEventQueries } from './events/event-feed.ts';
import { MemoryPublisherOffsets } from './events/publisher-offsets.ts';
import { MemoryIdempotencyQueries } from './idempotency/idempotency-store.ts';
import { MemoryOrderQueries } from './orders/order-queries.ts';
import { MemoryLedgerQueries, MemoryPaymentQueries } from './payments/payment-queries.ts';
import { MemoryStore } from './store/memory-store.ts';
import { MemorySignals } from './store/signals.ts';
import { MemoryUnitOfWork } from './unit-of-work.ts';
import { MemoryMailQueue } from './users/mail-requests.ts';
import { MemoryOneTimeTokenQueries } from './users/one-time-tokens.ts';
import { MemoryPersonalDataQueries } from './users/personal-data-queries.ts';
import { MemoryUserQueries } from './users/user-queries.ts';
import { MemoryDeliveryQueue } from './webhooks/delivery-queue.ts';
import { MemoryWebhookQueries } from './webhooks/webhook-queries.ts';

/** The storage that lives as long as the process. Every port reads and writes the same store. */
export const makeMemoryStorage = (ids: IdGenerator, store = new MemoryStore()): Storage => {
  const credentialChanges = new MemoryCredentialChanges();
  const signals = new MemorySignals();
  return {
    unitOfWork: new MemoryUnitOfWork({ store, ids, credentialChanges, signals }),
    idempotencyQueries: new MemoryIdempotencyQueries(store.idempotencyRecords),
    catalogQueries: new MemoryCatalogQueries(store),
    orderQueries: new MemoryOrderQueries(store),
    paymentQueries: new MemoryPaymentQueries(store),
    ledgerQueries: new MemoryLedgerQueries(store),
    accessQueries: new MemoryAccessQueries(store),
    credentialQueries: new MemoryCredentialQueries(store),
    credentialChanges,
    userQueries: new MemoryUserQueries(store),
    personalDataQueries: new MemoryPersonalDataQueries(store),
    oneTimeTokenQueries: new MemoryOneTimeTokenQueries(store.oneTimeTokens),
    mailQueue: new MemoryMailQueue(store.mailRequests),
    auditQueries: new MemoryAuditQueries(store.auditEntries),
    signals,
    eventFeed: new MemoryEventFeed(store),
    eventQueries: new MemoryEventQueries(store),
    publisherOffsets: new MemoryPublisherOffsets(),
    webhookQueries: new MemoryWebhookQueries(store),
    deliveryQueue: new MemoryDeliveryQueue(store, signals),
    start: () => {},
    check: async () => {},
    close: async () => {},
  };
};
