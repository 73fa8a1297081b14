import type { Random } from '#core/shared/random.ts';

/** The pauses between one try and the next, in milliseconds. After the last of them a delivery is given up. */
export type RetrySchedule = readonly number[];

const JITTER = 0.2;

/** A receiver cannot ask for more peace than this. */
const MAX_RETRY_AFTER_MS = 24 * 3_600_000;

export const RetrySchedule = {
  /**
   * How long to wait after so many tries, up to a fifth longer by chance, so that those that failed together do not all
   * come back together, and no less than the receiver has asked for; undefined when there is no further try.
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
