import type { Random } from '#core/shared/random.ts';
import { type DeliveryOutcome, type DeliveryStatus, type DueDelivery, isReceived } from './delivery.ts';
import type { WebhookResponse } from './ports.ts';

/** The delays between attempts in milliseconds. After the last delay a delivery is given up. */
export type RetrySchedule = readonly number[];

const JITTER = 0.2;

/** Upper bound on `Retry-After`. */
const MAX_RETRY_AFTER_MS = 24 * 3_600_000;

export const RetrySchedule = {
  /**
   * The delay after a number of attempts: at least `Retry-After`, plus up to a fifth of random jitter to spread
   * retries; undefined after the last attempt.
   */
  delayAfter: (
    schedule: RetrySchedule,
    {
      attemptCount,
      retryAfterMs,
      random,
    }: Readonly<{ attemptCount: number; retryAfterMs: number | null; random: Random }>,
  ): number | undefined => {
    const delay = schedule[attemptCount - 1];
    if (delay === undefined) return undefined;
    const requested = Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
    return Math.max(delay, requested) * (1 + JITTER * random());
  },
};

/** Whether the receiver reports with 410 that the endpoint is gone. */
export const isGone = ({ status }: Pick<WebhookResponse, 'status'>): boolean => status === 410;

/** The status of a delivery after a response. */
export const outcomeOf = (
  { attemptCount }: Pick<DueDelivery, 'attemptCount'>,
  response: WebhookResponse,
  { schedule, random, at }: Readonly<{ schedule: RetrySchedule; random: Random; at: Date }>,
): DeliveryOutcome => {
  if (isReceived(response)) return { kind: 'succeeded' };
  const delay = isGone(response)
    ? undefined
    : RetrySchedule.delayAfter(schedule, {
        attemptCount: attemptCount + 1,
        retryAfterMs: response.retryAfterMs,
        random,
      });
  return delay === undefined ? { kind: 'failed' } : { kind: 'retry', at: new Date(at.getTime() + delay) };
};

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
