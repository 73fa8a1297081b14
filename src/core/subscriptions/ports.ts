import type { PaymentsTx } from '#core/payments/ports.ts';
import type { PlanRepository } from './plan-repository.ts';
import type { SubscriptionMovementRepository } from './subscription-movement-repository.ts';
import type { SubscriptionRepository } from './subscription-repository.ts';
import type { UsageRepository } from './usage-repository.ts';

/** The part of a transaction that the use cases of subscriptions need. */
export type SubscriptionsTx = Readonly<{
  plans: PlanRepository;
  subscriptions: SubscriptionRepository;
  subscriptionMovements: SubscriptionMovementRepository;
  usage: UsageRepository;
}> &
  PaymentsTx;
