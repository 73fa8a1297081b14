import type { AccessTx } from '#core/access/ports.ts';
import type { IdempotencyTx } from '#core/shared/idempotency.ts';
import type { RulesTx } from '#core/shop/ports.ts';
import type { SubscriptionsTx } from '#core/subscriptions/ports.ts';
import type { WebhooksTx } from '#core/webhooks/ports.ts';
import type { OneTimeTokenRepository } from './one-time-token.ts';
import type { SavedViewsRepository } from './saved-views-repository.ts';
import type { UserRepository } from './user-repository.ts';

/** The part of a transaction that the use cases of users need. */
export type UsersTx = Readonly<{
  users: UserRepository;
  oneTimeTokens: OneTimeTokenRepository;
  savedViews: SavedViewsRepository;
}> &
  RulesTx &
  WebhooksTx &
  AccessTx;

/** The part of a transaction that erases a user, wherever personal data is stored. */
export type ErasureTx = UsersTx & SubscriptionsTx & IdempotencyTx;
