import type { SystemClock } from '#core/shared/clock.ts';
import { Lease } from '#core/shared/lease.ts';
import type { Log } from '#core/shared/log.ts';
import { LEASE_MS } from './check-schedule.ts';

/** Starts the reconciliation of what is due; several processes may run it. @returns how many were started. */
export type ReconcileDue = (() => Promise<number>) & {
  /** Waits for the started reconciliations. */
  settled(): Promise<void>;
};

/** They run in parallel, so that a slow gateway does not delay others. */
const MAX_BATCH_SIZE = 50;

type Due<Id> = Readonly<{
  /** Leases what is due first, until a time. */
  claim: (at: Date, until: Date) => Promise<Id | undefined>;
  reconcile: (id: Id) => Promise<unknown>;
  systemClock: SystemClock;
  log: Log;
  /** What is reconciled, for log messages: `payment`. */
  what: string;
}>;

export const makeReconcileDue = <Id>({ claim, reconcile, systemClock, log, what }: Due<Id>): ReconcileDue => {
  const running = new Set<Promise<void>>();

  const settle = async (id: Id): Promise<void> => {
    try {
      await reconcile(id);
    } catch (error) {
      log.error({ err: error, [`${what.replace(' ', '_')}_id`]: id }, `${what} reconciliation failed; retrying`);
    }
  };

  const start = async (): Promise<number> => {
    let claimed = 0;
    while (running.size < MAX_BATCH_SIZE) {
      const at = systemClock.now();
      const id = await claim(at, Lease.end(at, LEASE_MS));
      if (id === undefined) break;
      claimed += 1;
      const settled = settle(id).finally(() => running.delete(settled));
      running.add(settled);
    }
    return claimed;
  };
  const settled = async (): Promise<void> => {
    await Promise.all(running);
  };
  return Object.assign(start, { settled });
};
