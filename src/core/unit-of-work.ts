import type { ApiKeyRepository } from './access/api-key-repository.ts';
import type { SessionRepository } from './access/session-repository.ts';
import type { AuditLog } from './audit/audit-log.ts';
import type { CategoryRepository } from './catalog/category-repository.ts';
import type { ProductRepository } from './catalog/product-repository.ts';
import type { OrderRepository } from './orders/order-repository.ts';
import type { PaymentRepository } from './payments/payment-repository.ts';
import type { EventLog } from './shared/domain-event.ts';
import type { IdempotencyStore } from './shared/idempotency.ts';
import type { MailRequests } from './users/mail-request.ts';
import type { OneTimeTokenRepository } from './users/one-time-token.ts';
import type { UserRepository } from './users/user-repository.ts';
import type { DeliveryRepository } from './webhooks/delivery-repository.ts';
import type { WebhookEndpointRepository } from './webhooks/webhook-endpoint-repository.ts';

/** Everything that a transaction can write, all or nothing. */
export type Transaction = Readonly<{
  products: ProductRepository;
  categories: CategoryRepository;
  orders: OrderRepository;
  payments: PaymentRepository;
  users: UserRepository;
  oneTimeTokens: OneTimeTokenRepository;
  mailRequests: MailRequests;
  apiKeys: ApiKeyRepository;
  sessions: SessionRepository;
  webhooks: WebhookEndpointRepository;
  deliveries: DeliveryRepository;
  events: EventLog;
  audit: AuditLog;
  idempotency: IdempotencyStore;
}>;

/**
 * The writes of a use case within a transaction. It may run again after a serialization failure, so it touches only the
 * transaction and calls nothing outside the storage. An exception of a repository ends it: a work that catches one must
 * throw.
 */
export type Work<T> = (tx: Transaction) => Promise<T>;

/** The only way to write. */
export interface UnitOfWork {
  /**
   * Runs the work in one transaction and commits it; an exception rolls it back. A repository may report a conflict,
   * such as a duplicate, at the call or at the commit.
   * @throws DomainError `conflict` after too many concurrent changes, `unavailable` when the storage is down.
   */
  run<T>(work: Work<T>): Promise<T>;

  /** Runs the work with all its checks, returns its result and rolls it back. */
  dryRun<T>(work: Work<T>): Promise<T>;
}
