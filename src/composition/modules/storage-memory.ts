import { ContainerModule } from 'inversify';
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
import { MemoryPaymentQueries } from '#adapters/memory/payment-queries.ts';
import { MemoryPersonalDataQueries } from '#adapters/memory/personal-data-queries.ts';
import { MemoryPublications } from '#adapters/memory/publications.ts';
import { MemorySignals } from '#adapters/memory/signals.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import { MemoryUnitOfWork } from '#adapters/memory/unit-of-work.ts';
import { MemoryUserQueries } from '#adapters/memory/user-queries.ts';
import { MemoryWebhookQueries } from '#adapters/memory/webhook-queries.ts';
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
    bind(TOKENS.answerQueries).toConstantValue(new MemoryAnswerQueries(store.answers));
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
    bind(TOKENS.publications).toConstantValue(new MemoryPublications());
    bind(TOKENS.credentialQueries).toConstantValue(new MemoryCredentialQueries(store));
  });
