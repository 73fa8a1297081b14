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
  pauseAfter: (
    schedule: RetrySchedule,
    { tries, retryAfterMs, random }: Readonly<{ tries: number; retryAfterMs: number | null; random: Random }>,
  ): number | undefined => {
    const pause = schedule[tries - 1];
    if (pause === undefined) return undefined;
    const asked = Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
    return Math.max(pause, asked) * (1 + JITTER * random());
  },
};
