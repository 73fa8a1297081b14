import type { SubscriptionId } from './subscription.ts';
import type { SubscriptionMovement } from './subscription-movement.ts';

/** Writes and reads the movements of subscriptions. */
export interface SubscriptionMovementRepository {
  add(movements: readonly SubscriptionMovement[]): Promise<void>;
  /** That of the highest version; of several, that of the trial. */
  findLast(id: SubscriptionId): Promise<SubscriptionMovement | undefined>;
  /** All movements of some subscriptions, by the ids of these, the oldest of each first. */
  listOf(ids: readonly SubscriptionId[]): Promise<readonly SubscriptionMovement[]>;
}
