import type { SubscriptionMovementRepository } from '#core/subscriptions/subscription-movement-repository.ts';
import type { AnalyticsRepository } from './analytics-repository.ts';

/** The part of a transaction that the use cases of analytics need. */
export type AnalyticsTx = Readonly<{
  analytics: AnalyticsRepository;
  subscriptionMovements: SubscriptionMovementRepository;
}>;
