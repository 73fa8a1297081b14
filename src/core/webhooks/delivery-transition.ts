import type { DeliveryOutcome, DeliveryStatus } from './delivery.ts';

/**
 * The state of a delivery when the result of an attempt is recorded. `due`: pending and not waiting, the normal case.
 * `blocked`: pending, but requested again since the attempt began, so that it waits for an earlier delivery of its
 * resource. `ended`: succeeded or failed meanwhile.
 */
export type StateAtRecording = 'due' | 'blocked' | 'ended';

/** The new status with the time of the next attempt; null unless pending. */
type StatusChange = Readonly<{ status: DeliveryStatus; nextAttemptAt: Date | null }>;

export type DeliveryTransitions = Readonly<Record<StateAtRecording, StatusChange | 'unchanged'>>;

const succeeded: StatusChange = { status: 'succeeded', nextAttemptAt: null };
const failed: StatusChange = { status: 'failed', nextAttemptAt: null };

/**
 * The change for every possible state. The storage locks the row, finds its state and applies that change, so no read is
 * needed before the write.
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
