import type { ServiceIdentifier } from 'inversify';
import type Koa from 'koa';
import type { Cursors } from '#adapters/http/cursor.ts';
import type { Metrics } from '#adapters/http/metrics.ts';
import type { Route } from '#adapters/http/route.ts';
import type { SandboxPagesDeps } from '#adapters/http/sandbox-pages.ts';
import type { Throttle } from '#adapters/http/throttle.ts';
import type { Repeated } from '#adapters/system/repeat.ts';
import type { Sealer } from '#adapters/system/sealer.ts';
import type { UndiciSender } from '#adapters/webhooks/undici-sender.ts';
import type { AccessQueries } from '#core/access/access-queries.ts';
import type { IsInRanges } from '#core/access/address-ranges.ts';
import type { CommonPasswords } from '#core/access/common-passwords.ts';
import type { CredentialChanges, CredentialQueries } from '#core/access/credential-queries.ts';
import type { KeyVerifier } from '#core/access/key-verifier.ts';
import type { PasswordHasher } from '#core/access/password-hasher.ts';
import type { RememberedCredentials } from '#core/access/remembered-credentials.ts';
import type { Tokens } from '#core/access/tokens.ts';
import type { AuditQueries } from '#core/audit/audit-log.ts';
import type { RecordRefusal } from '#core/audit/use-cases/record-refusal.ts';
import type { CatalogQueries } from '#core/catalog/catalog-queries.ts';
import type { EventFeed } from '#core/events/event-feed.ts';
import type { EventPublisher } from '#core/events/event-publisher.ts';
import type { EventQueries } from '#core/events/event-queries.ts';
import type { EventTail } from '#core/events/event-tail.ts';
import type { Publications } from '#core/events/publications.ts';
import type { OrderPayments } from '#core/orders/order-payments.ts';
import type { OrderQueries } from '#core/orders/order-queries.ts';
import type { RecordPayment } from '#core/orders/use-cases/record-payment.ts';
import type { Gateways } from '#core/payments/payment-gateway.ts';
import type { PaymentQueries } from '#core/payments/payment-queries.ts';
import type { AskGateway } from '#core/payments/use-cases/ask-gateway.ts';
import type { Operate } from '#core/payments/use-cases/operate.ts';
import type { ReceiveCallback } from '#core/payments/use-cases/receive-callback.ts';
import type { RecordCharge, RecordOutcome } from '#core/payments/use-cases/record-outcome.ts';
import type { SettlePayment } from '#core/payments/use-cases/settle-payment.ts';
import type { AnswerQueries } from '#core/shared/answers.ts';
import type { Clock } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
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
import type { EventTexts } from '#core/webhooks/event-texts.ts';
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
  tokens: token<Tokens>('Tokens'),
  passwords: token<PasswordHasher>('PasswordHasher'),
  commonPasswords: token<CommonPasswords>('CommonPasswords'),
  isInRanges: token<IsInRanges>('IsInRanges'),
  mailer: token<Mailer>('Mailer'),
  sealer: token<Sealer>('Sealer'),
  random: token<Random>('Random'),
  /** What answering needs, such as hearing of other processes: runs in whatever role. Any number of them. */
  attendant: token<Worker>('Attendant'),
  /** What is done in the background: runs in the roles `all` and `worker`. Any number of them. */
  worker: token<Worker>('Worker'),

  storage: token<StorageHandle>('StorageHandle'),
  unitOfWork: token<UnitOfWork>('UnitOfWork'),
  answerQueries: token<AnswerQueries>('AnswerQueries'),
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
  eventTail: token<EventTail>('EventTail'),
  /** Has a listener called whenever there may be new events, until what it returns is called. */
  onNews: token<(listener: () => void) => () => void>('OnNews'),
  eventTexts: token<EventTexts>('EventTexts'),
  webhookSender: token<UndiciSender>('WebhookSender'),
  deliverWebhooks: token<DeliverWebhooks>('DeliverWebhooks'),
  /** Gives events their places, where that takes a run. */
  eventPlacing: token<Repeated>('EventPlacing'),
  eventQueries: token<EventQueries>('EventQueries'),
  publications: token<Publications>('Publications'),
  webhookQueries: token<WebhookQueries>('WebhookQueries'),
  deliveryQueue: token<DeliveryQueue>('DeliveryQueue'),

  rememberedCredentials: token<RememberedCredentials>('RememberedCredentials'),
  keyVerifier: token<KeyVerifier>('KeyVerifier'),
  recordRefusal: token<RecordRefusal>('RecordRefusal'),
  ensureOwner: token<EnsureOwner>('EnsureOwner'),
  orderPayments: token<OrderPayments>('OrderPayments'),
  /** Those that are switched on, by their names; the first is the default. */
  gateways: token<Gateways>('Gateways'),
  recordPayment: token<RecordPayment>('RecordPayment'),
  askGateway: token<AskGateway>('AskGateway'),
  recordOutcome: token<RecordOutcome>('RecordOutcome'),
  recordCharge: token<RecordCharge>('RecordCharge'),
  operate: token<Operate>('Operate'),
  settlePayment: token<SettlePayment>('SettlePayment'),
  receiveCallback: token<ReceiveCallback>('ReceiveCallback'),

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
