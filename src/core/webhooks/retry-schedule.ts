import type { Random } from '#core/shared/random.ts';

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
