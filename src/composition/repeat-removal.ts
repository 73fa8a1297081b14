import { type Repeated, repeat } from '#adapters/system/repeat.ts';
import type { Log } from '#core/shared/log.ts';

const REMOVED_MS = 60_000;

/** Removes, every minute, piece by piece, all that is no longer kept; `removeSome` tells how many it removed. */
export const repeatRemoval = (what: string, removeSome: () => Promise<number>, log: Log): Repeated =>
  repeat(
    `removal of ${what}`,
    REMOVED_MS,
    async () => {
      while ((await removeSome()) > 0);
    },
    log,
  );
