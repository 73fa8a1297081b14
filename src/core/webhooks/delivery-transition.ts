import type { DeliveryOutcome, DeliveryStatus } from './delivery.ts';

/**
 * The state of a delivery when a result is recorded. It may have changed since the attempt began: it was given up
 * (`ended`), or requested again and now waits for an earlier delivery of its resource (`blocked`).
 */
export type DeliveryState = 'due' | 'blocked' | 'ended';

/** A status with the time of the next attempt; null unless pending. */
type Scheduled = Readonly<{ status: DeliveryStatus; nextAttemptAt: Date | null }>;

export type DeliveryTransitions = Readonly<Record<DeliveryState, Scheduled | 'unchanged'>>;

const succeeded: Scheduled = { status: 'succeeded', nextAttemptAt: null };
const failed: Scheduled = { status: 'failed', nextAttemptAt: null };

/**
 * What an attempt changes in each state. A storage applies the one of the state that it finds under the lock, so that
 * recording takes one round trip.
 */
export const transitionsAfter = (outcome: DeliveryOutcome): DeliveryTransitions => {
  switch (outcome.kind) {
    case 'succeeded':
      return { due: succeeded, blocked: succeeded, ended: succeeded };
    case 'failed':
      return { due: failed, blocked: failed, ended: 'unchanged' };
    case 'retry':
      return { due: { status: 'pending', nextAttemptAt: outcome.at }, blocked: 'unchanged', ended: 'unchanged' };
  }
};
