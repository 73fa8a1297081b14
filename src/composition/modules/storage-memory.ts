import { ContainerModule } from 'inversify';
import { MemoryAccessQueries } from '#adapters/memory/access/access-queries.ts';
import { MemoryCredentialChanges } from '#adapters/memory/access/credential-changes.ts';
import { MemoryCredentialQueries } from '#adapters/memory/access/credential-queries.ts';
import { MemoryAuditQueries } from '#adapters/memory/audit/audit-log.ts';
import { MemoryCatalogQueries } from '#adapters/memory/catalog/catalog-queries.ts';
import { MemoryEventFeed, MemoryEventQueries } from '#adapters/memory/events/event-feed.ts';
import { MemoryPublisherOffsets } from '#adapters/memory/events/publisher-offsets.ts';
import { MemoryIdempotencyQueries } from '#adapters/memory/idempotency/idempotency-store.ts';
import { MemoryOrderQueries } from '#adapters/memory/orders/order-queries.ts';
import { MemoryPaymentQueries } from '#adapters/memory/payments/payment-queries.ts';
import { MemoryStore } from '#adapters/memory/store/memory-store.ts';
import { MemorySignals } from '#adapters/memory/store/signals.ts';
import { MemoryUnitOfWork } from '#adapters/memory/unit-of-work.ts';
import { MemoryMailQueue } from '#adapters/memory/users/mail-requests.ts';
import { MemoryOneTimeTokenQueries } from '#adapters/memory/users/one-time-tokens.ts';
import { MemoryPersonalDataQueries } from '#adapters/memory/users/personal-data-queries.ts';
import { MemoryUserQueries } from '#adapters/memory/users/user-queries.ts';
import { MemoryDeliveryQueue } from '#adapters/memory/webhooks/delivery-queue.ts';
import { MemoryWebhookQueries } from '#adapters/memory/webhooks/webhook-queries.ts';
import { TOKENS } from '../tokens.ts';

/** The storage that lives as long as the process. */
export const memoryStorageModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const store = new MemoryStore();
    const credentialChanges = new MemoryCredentialChanges();
    const signals = new MemorySignals();
    bind(TOKENS.storage).toConstantValue({ check: async () => {}, close: async () => {} });
    bind(TOKENS.credentialChanges).toConstantValue(credentialChanges);
    bind(TOKENS.unitOfWork)
      .toResolvedValue((ids) => new MemoryUnitOfWork({ store, ids, credentialChanges, signals }), [TOKENS.ids])
      .inSingletonScope();
    bind(TOKENS.idempotencyQueries).toConstantValue(new MemoryIdempotencyQueries(store.answers));
    bind(TOKENS.catalogQueries).toConstantValue(new MemoryCatalogQueries(store));
    bind(TOKENS.orderQueries).toConstantValue(new MemoryOrderQueries(store));
    bind(TOKENS.paymentQueries).toConstantValue(new MemoryPaymentQueries(store));
    bind(TOKENS.accessQueries).toConstantValue(new MemoryAccessQueries(store));
    bind(TOKENS.userQueries).toConstantValue(new MemoryUserQueries(store));
    bind(TOKENS.personalDataQueries).toConstantValue(new MemoryPersonalDataQueries(store));
    bind(TOKENS.oneTimeTokenQueries).toConstantValue(new MemoryOneTimeTokenQueries(store.oneTimeTokens));
    bind(TOKENS.mailQueue).toConstantValue(new MemoryMailQueue(store.mailRequests));
    bind(TOKENS.auditQueries).toConstantValue(new MemoryAuditQueries(store.auditEntries));
    bind(TOKENS.signals).toConstantValue(signals);
    bind(TOKENS.eventFeed).toConstantValue(new MemoryEventFeed(store));
    bind(TOKENS.webhookQueries).toConstantValue(new MemoryWebhookQueries(store));
    bind(TOKENS.deliveryQueue).toConstantValue(new MemoryDeliveryQueue(store, signals));
    bind(TOKENS.eventQueries).toConstantValue(new MemoryEventQueries(store));
    bind(TOKENS.publisherOffsets).toConstantValue(new MemoryPublisherOffsets());
    bind(TOKENS.credentialQueries).toConstantValue(new MemoryCredentialQueries(store));
  });
