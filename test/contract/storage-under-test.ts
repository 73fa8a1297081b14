import type { AccessQueries } from '#core/access/access-queries.ts';
import type { CredentialChanges, CredentialQueries } from '#core/access/credential-queries.ts';
import type { AuditQueries } from '#core/audit/audit-log.ts';
import type { CatalogQueries } from '#core/catalog/catalog-queries.ts';
import type { EventFeed } from '#core/events/event-feed.ts';
import type { EventQueries } from '#core/events/event-queries.ts';
import type { PublisherOffsets } from '#core/events/publisher-offsets.ts';
import type { OrderQueries } from '#core/orders/order-queries.ts';
import type { LedgerQueries } from '#core/payments/ledger.ts';
import type { PaymentQueries } from '#core/payments/payment-queries.ts';
import type { Id } from '#core/shared/id.ts';
import type { IdempotencyQueries } from '#core/shared/idempotency.ts';
import type { Signals } from '#core/shared/signals.ts';
import type { UnitOfWork } from '#core/unit-of-work.ts';
import type { MailQueue } from '#core/users/mail-request.ts';
import type { OneTimeTokenQueries } from '#core/users/one-time-token.ts';
import type { PersonalDataQueries } from '#core/users/personal-data-queries.ts';
import type { UserQueries } from '#core/users/user-queries.ts';
import type { DeliveryQueue } from '#core/webhooks/delivery-queue.ts';
import type { WebhookQueries } from '#core/webhooks/webhook-queries.ts';

/** An event as the storage keeps it. */
export type StoredEvent = Readonly<{
  id: string;
  type: string;
  sequence: number;
  resourceVersion: number;
  data: unknown;
  previous: unknown;
  occurredAt: Date;
}>;

/** A storage provider's ports, opened on a storage, and what the suites need beside them. */
export type StorageUnderTest = Readonly<{
  unitOfWork: UnitOfWork;
  catalogQueries: CatalogQueries;
  orderQueries: OrderQueries;
  paymentQueries: PaymentQueries;
  ledgerQueries: LedgerQueries;
  accessQueries: AccessQueries;
  userQueries: UserQueries;
  personalDataQueries: PersonalDataQueries;
  oneTimeTokenQueries: OneTimeTokenQueries;
  mailQueue: MailQueue;
  auditQueries: AuditQueries;
  credentialQueries: CredentialQueries;
  /** Sees changes already when the storage has been opened. */
  credentialChanges: CredentialChanges;
  idempotencyQueries: IdempotencyQueries;
  signals: Signals;
  eventFeed: EventFeed;
  eventQueries: EventQueries;
  publisherOffsets: PublisherOffsets;
  webhookQueries: WebhookQueries;
  deliveryQueue: DeliveryQueue;
  /** A resource's events by their sequence; no port reads them. */
  eventsOf(resourceId: Id): Promise<readonly StoredEvent[]>;
  close(): Promise<void>;
}>;

/** Opens a new and empty storage. */
export type OpenStorage = () => Promise<StorageUnderTest>;

/** Opens a new and empty storage twice, as two processes that share it do. */
export type OpenSharedStorage = () => Promise<readonly [StorageUnderTest, StorageUnderTest]>;

/** A storage of the enclosing suite's own: opened before its first test, closed after its last. */
export const useStorage = (open: OpenStorage): (() => StorageUnderTest) => {
  let storage: StorageUnderTest | undefined;
  before(async () => {
    storage = await open();
  });
  after(() => storage?.close());
  return () => {
    if (storage === undefined) throw new Error('The storage is open only while the tests run.');
    return storage;
  };
};

/** As `useStorage`, for a storage that two processes share. */
export const useSharedStorage = (open: OpenSharedStorage): (() => readonly [StorageUnderTest, StorageUnderTest]) => {
  let pair: readonly [StorageUnderTest, StorageUnderTest] | undefined;
  before(async () => {
    pair = await open();
  });
  after(async () => {
    for (const storage of pair ?? []) await storage.close();
  });
  return () => {
    if (pair === undefined) throw new Error('The storages are open only while the tests run.');
    return pair;
  };
};
