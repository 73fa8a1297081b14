import { type BackgroundTask, runPeriodically } from '#adapters/system/background-task.ts';
import type { Clock } from '#core/shared/clock.ts';
import type { Log } from '#core/shared/log.ts';

type Kept = Readonly<{
  days: number;
  /** Removes some of what is from before a time, and tells how many. */
  from: Readonly<{ removeBefore(time: Date): Promise<number> }>;
}>;

const REMOVED_MS = 60_000;
const DAY_MS = 24 * 3_600_000;

/** Removes, every minute, piece by piece, all that was kept for its days. */
export const periodicRemoval = (
  what: string,
  { days, from }: Kept,
  { clock, log }: Readonly<{ clock: Clock; log: Log }>,
): BackgroundTask =>
  runPeriodically(
    `removal of ${what}`,
    REMOVED_MS,
    async () => {
      const end = new Date(clock.now().getTime() - days * DAY_MS);
      while ((await from.removeBefore(end)) > 0);
    },
    log,
  );
