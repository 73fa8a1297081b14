import type { Actor } from '#core/shared/actor.ts';
import type { Participant } from '#core/shared/unit-of-work.ts';
import type { PaymentsTx } from '../ports.ts';
import type { PaymentMethod } from './payment-method.ts';

/** Follows the choice of a default payment method in the transaction in which it changes. */
export type DefaultMethodListener = Participant<
  PaymentsTx,
  [actor: Actor, chosen: Pick<PaymentMethod, 'id' | 'userId'>],
  void
>;
