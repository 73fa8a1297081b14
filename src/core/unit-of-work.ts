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

/** Everything that can be written, together or not at all. */
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
 * What a use case does once it has a transaction. It may run more than once (after a serialisation failure, say), so it
 * touches nothing but the transaction and makes no call outside the storage. A refusal by a repository ends it: a work
 * that catches one throws one.
 */
export type Work<T> = (tx: Transaction) => Promise<T>;

/** The only way to write. */
export interface UnitOfWork {
  /**
   * Does the work in one transaction and commits it. Whatever the work throws undoes all of it.
   * A repository may report a conflict (a duplicate, say) at the call or at the commit.
   * @throws DomainError `conflict` when others' writes kept getting in the way, `unavailable` when the storage is.
   */
  run<T>(work: Work<T>): Promise<T>;

  /** Does the work with all its checks, gives its result, and keeps nothing. */
  dryRun<T>(work: Work<T>): Promise<T>;
}
