import type { Actor } from '#core/shared/actor.ts';
import type { Transaction } from '#core/storage.ts';
import type { PaymentMethod } from './payment-method.ts';

/** Follows the choice of a default payment method in the transaction in which it changes. */
export type DefaultMethodListener = (
  tx: Transaction,
  actor: Actor,
  chosen: Pick<PaymentMethod, 'id' | 'userId'>,
) => Promise<void>;
