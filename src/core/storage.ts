import type { AccessQueries } from './access/access-queries.ts';
import type { CredentialChanges, CredentialQueries } from './access/credential-queries.ts';
import type { AuditQueries } from './audit/audit-log.ts';
import type { CatalogQueries } from './catalog/catalog-queries.ts';
import type { EventFeed } from './events/event-feed.ts';
import type { EventQueries } from './events/event-queries.ts';
import type { PublisherOffsets } from './events/publisher-offsets.ts';
import type { OrderQueries } from './orders/order-queries.ts';
import type { LedgerQueries } from './payments/ledger.ts';
import type { PaymentQueries } from './payments/payment-queries.ts';
import type { IdempotencyQueries } from './shared/idempotency.ts';
import type { Signals } from './shared/signals.ts';
import type { UnitOfWork } from './unit-of-work.ts';
import type { MailQueue } from './users/mail-request.ts';
import type { OneTimeTokenQueries } from './users/one-time-token.ts';
import type { PersonalDataQueries } from './users/personal-data-queries.ts';
import type { UserQueries } from './users/user-queries.ts';
import type { DeliveryQueue } from './webhooks/delivery-queue.ts';
import type { WebhookQueries } from './webhooks/webhook-queries.ts';

/** All ports of a storage provider. What is written goes through `unitOfWork`; see `Transaction`. */
export type Storage = Readonly<{
  unitOfWork: UnitOfWork;
  idempotencyQueries: IdempotencyQueries;
  catalogQueries: CatalogQueries;
  orderQueries: OrderQueries;
  paymentQueries: PaymentQueries;
  ledgerQueries: LedgerQueries;
  accessQueries: AccessQueries;
  credentialQueries: CredentialQueries;
  credentialChanges: CredentialChanges;
  userQueries: UserQueries;
  personalDataQueries: PersonalDataQueries;
  oneTimeTokenQueries: OneTimeTokenQueries;
  mailQueue: MailQueue;
  auditQueries: AuditQueries;
  signals: Signals;
  eventFeed: EventFeed;
  eventQueries: EventQueries;
  publisherOffsets: PublisherOffsets;
  webhookQueries: WebhookQueries;
  deliveryQueue: DeliveryQueue;
  /** Starts to report signals and credential changes of other processes. Called once, after all subscriptions. */
  start(): void;
  /** @throws Error when the storage cannot be used now. */
  check(): Promise<void>;
  /** Stops what `start` has started and closes all connections. Called after everything that uses the storage has stopped. */
  close(): Promise<void>;
}>;
