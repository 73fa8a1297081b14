import type { ServiceIdentifier } from 'inversify';
import type Koa from 'koa';
import type { Cursors } from '#adapters/http/lists/cursor.ts';
import type { SandboxPagesDeps } from '#adapters/http/payments/sandbox-pages.ts';
import type { Route } from '#adapters/http/pipeline/route.ts';
import type { Throttle } from '#adapters/http/pipeline/throttle.ts';
import type { Metrics } from '#adapters/http/server/metrics.ts';
import type { BackgroundTask } from '#adapters/system/background-task.ts';
import type { Encryption } from '#adapters/system/encryption.ts';
import type { UndiciSender } from '#adapters/webhooks/undici-sender.ts';
import type { AccessQueries } from '#core/access/access-queries.ts';
import type { IsInRanges } from '#core/access/address-ranges.ts';
import type { BearerTokens } from '#core/access/bearer-tokens.ts';
import type { CommonPasswords } from '#core/access/common-passwords.ts';
import type { CredentialCache } from '#core/access/credential-cache.ts';
import type { CredentialChanges, CredentialQueries } from '#core/access/credential-queries.ts';
import type { KeyVerifier } from '#core/access/key-verifier.ts';
import type { PasswordHasher } from '#core/access/password-hasher.ts';
import type { AuditQueries } from '#core/audit/audit-log.ts';
import type { RecordRefusal } from '#core/audit/use-cases/record-refusal.ts';
import type { CatalogQueries } from '#core/catalog/catalog-queries.ts';
import type { EventFeed } from '#core/events/event-feed.ts';
import type { EventPublisher } from '#core/events/event-publisher.ts';
import type { EventQueries } from '#core/events/event-queries.ts';
import type { PublisherOffsets } from '#core/events/publisher-offsets.ts';
import type { RecentEvents } from '#core/events/recent-events.ts';
import type { OrderPayments } from '#core/orders/order-payments.ts';
import type { OrderQueries } from '#core/orders/order-queries.ts';
import type { RecordPayment } from '#core/orders/use-cases/record-payment.ts';
import type { Gateways } from '#core/payments/payment-gateway.ts';
import type { PaymentQueries } from '#core/payments/payment-queries.ts';
import type { ExecuteOperation } from '#core/payments/use-cases/execute-operation.ts';
import type { GatewayClient } from '#core/payments/use-cases/gateway-client.ts';
import type { ReceiveGatewayWebhook } from '#core/payments/use-cases/receive-gateway-webhook.ts';
import type { ReconcilePayment } from '#core/payments/use-cases/reconcile-payment.ts';
import type { RecordCharge, RecordOutcome } from '#core/payments/use-cases/record-outcome.ts';
import type { Clock } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { IdempotencyQueries } from '#core/shared/idempotency.ts';
import type { Log } from '#core/shared/log.ts';
import type { Mailer } from '#core/shared/mailer.ts';
import type { Random } from '#core/shared/random.ts';
import type { RateLimiter } from '#core/shared/rate-limiter.ts';
import type { Signals } from '#core/shared/signals.ts';
import type { UnitOfWork } from '#core/unit-of-work.ts';
import type { MailQueue } from '#core/users/mail-request.ts';
import type { OneTimeTokenQueries } from '#core/users/one-time-token.ts';
import type { PersonalDataQueries } from '#core/users/personal-data-queries.ts';
import type { EnsureOwner } from '#core/users/use-cases/ensure-owner.ts';
import type { UserQueries } from '#core/users/user-queries.ts';
import type { DeliveryQueue } from '#core/webhooks/delivery-queue.ts';
import type { EventBodies } from '#core/webhooks/event-bodies.ts';
import type { DeliverWebhooks } from '#core/webhooks/use-cases/deliver-webhooks.ts';
import type { WebhookQueries } from '#core/webhooks/webhook-queries.ts';
import type { Config } from './config.ts';

/** Something that runs beside the requests, for as long as the service does. */
export type Worker = Readonly<{ start(): void; stop(): Promise<void> }>;

/** What a storage provider gives beside the ports of the core. */
export type StorageHandle = Readonly<{
  /** Throws when the storage can't be used now. */
  check(): Promise<void>;
  /** Closes it, after everything that uses it has stopped. */
  close(): Promise<void>;
}>;

const token = <T>(name: string): ServiceIdentifier<T> => Symbol(name) as ServiceIdentifier<T>;

export const TOKENS = {
  config: token<Config>('Config'),
  log: token<Log>('Log'),
  clock: token<Clock>('Clock'),
  ids: token<IdGenerator>('IdGenerator'),
  tokens: token<BearerTokens>('Tokens'),
  passwords: token<PasswordHasher>('PasswordHasher'),
  commonPasswords: token<CommonPasswords>('CommonPasswords'),
  isInRanges: token<IsInRanges>('IsInRanges'),
  mailer: token<Mailer>('Mailer'),
  encryption: token<Encryption>('Sealer'),
  random: token<Random>('Random'),
  /** What answering needs, such as hearing of other processes: runs in whatever role. Any number of them. */
  processService: token<Worker>('Attendant'),
  /** What is done in the background: runs in the roles `all` and `worker`. Any number of them. */
  worker: token<Worker>('Worker'),

  storage: token<StorageHandle>('StorageHandle'),
  unitOfWork: token<UnitOfWork>('UnitOfWork'),
  idempotencyQueries: token<IdempotencyQueries>('AnswerQueries'),
  catalogQueries: token<CatalogQueries>('CatalogQueries'),
  orderQueries: token<OrderQueries>('OrderQueries'),
  paymentQueries: token<PaymentQueries>('PaymentQueries'),
  accessQueries: token<AccessQueries>('AccessQueries'),
  userQueries: token<UserQueries>('UserQueries'),
  personalDataQueries: token<PersonalDataQueries>('PersonalDataQueries'),
  oneTimeTokenQueries: token<OneTimeTokenQueries>('OneTimeTokenQueries'),
  mailQueue: token<MailQueue>('MailQueue'),
  auditQueries: token<AuditQueries>('AuditQueries'),
  credentialQueries: token<CredentialQueries>('CredentialQueries'),
  credentialChanges: token<CredentialChanges>('CredentialChanges'),
  rateLimiter: token<RateLimiter>('RateLimiter'),
  signals: token<Signals>('Signals'),
  eventFeed: token<EventFeed>('EventFeed'),
  /** Tells this process from others on the same storage. */
  processName: token<string>('ProcessName'),
  /** What is given all events, for any number of those who have some. */
  eventPublishers: token<EventPublisher[]>('EventPublishers'),
  recentEvents: token<RecentEvents>('EventTail'),
  /** Has a listener called whenever there may be new events, until what it returns is called. */
  onNews: token<(listener: () => void) => () => void>('OnNews'),
  eventBodies: token<EventBodies>('EventTexts'),
  webhookSender: token<UndiciSender>('WebhookSender'),
  deliverWebhooks: token<DeliverWebhooks>('DeliverWebhooks'),
  /** Gives events their places, where that takes a run. */
  eventSequencing: token<BackgroundTask>('EventPlacing'),
  eventQueries: token<EventQueries>('EventQueries'),
  publisherOffsets: token<PublisherOffsets>('Publications'),
  webhookQueries: token<WebhookQueries>('WebhookQueries'),
  deliveryQueue: token<DeliveryQueue>('DeliveryQueue'),

  credentialCache: token<CredentialCache>('RememberedCredentials'),
  keyVerifier: token<KeyVerifier>('KeyVerifier'),
  recordRefusal: token<RecordRefusal>('RecordRefusal'),
  ensureOwner: token<EnsureOwner>('EnsureOwner'),
  orderPayments: token<OrderPayments>('OrderPayments'),
  /** Those that are switched on, by their names; the first is the default. */
  gateways: token<Gateways>('Gateways'),
  recordPayment: token<RecordPayment>('RecordPayment'),
  gatewayClient: token<GatewayClient>('AskGateway'),
  recordOutcome: token<RecordOutcome>('RecordOutcome'),
  recordCharge: token<RecordCharge>('RecordCharge'),
  execute: token<ExecuteOperation>('Operate'),
  reconcilePayment: token<ReconcilePayment>('SettlePayment'),
  receiveGatewayWebhook: token<ReceiveGatewayWebhook>('ReceiveCallback'),

  cursors: token<Cursors>('Cursors'),
  throttle: token<Throttle>('Throttle'),
  metrics: token<Metrics>('Metrics'),
  /** Where payers of the sandbox decide, if it is switched on. */
  sandboxPages: token<SandboxPagesDeps | undefined>('SandboxPages'),
  /** A capability's routes, for any number of capabilities. */
  routes: token<Route[]>('Routes'),
  /** Whether the service is stopping. */
  isStopping: token<() => boolean>('IsStopping'),
  app: token<Koa>('App'),
};
