import type { Timer } from '#core/imports/ports.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { ShopQueries } from '#core/shop/ports.ts';
import type { AnalyticsQueries, AnalyticsTx, Generation } from '../ports.ts';
import { stepGeneration } from '../steps/step-generation.ts';

/** Keeps the figures up to date. */
export type FollowChanges = Readonly<{
  /** Counts what has changed, and goes on with a generation that is built. */
  run(): Promise<void>;
  /** Ends a run after the current transaction. */
  finish(): void;
}>;

type Deps = Readonly<{
  unitOfWork: UnitOfWork<AnalyticsTx>;
  queries: AnalyticsQueries;
  shop: ShopQueries;
  systemClock: SystemClock;
  timer: Timer;
}>;

/**
 * The shortest time between two runs. What happens meanwhile is counted together, which costs a fraction of counting it
 * one by one, and figures are still less than a second old.
 */
const MIN_PAUSE_MS = 500;

export const makeFollowChanges = ({ unitOfWork, queries, shop, systemClock, timer }: Deps): FollowChanges => {
  let lastRun = new Date(0);
  let isStopping = false;

  const pause = async (): Promise<void> => {
    const left = lastRun.getTime() + MIN_PAUSE_MS - systemClock.now().getTime();
    if (left > 0 && !isStopping) await timer(left).elapsed;
    lastRun = systemClock.now();
  };

  /** The generations, with a new one if there is none for the shop's time zone. */
  const generations = async (): Promise<readonly Generation[]> => {
    const [found, { timeZone }] = await Promise.all([queries.generations(), shop.get()]);
    const newest = found.findLast(({ status }) => status !== 'retired');
    if (newest?.timeZone === timeZone) return found;
    await unitOfWork.run((tx) => tx.analytics.begin(timeZone));
    return queries.generations();
  };

  return {
    async run() {
      await pause();
      let isMore = true;
      while (isMore && !isStopping) {
        isMore = false;
        for (const generation of await generations())
          if ((await stepGeneration(unitOfWork, generation)) === 'more') isMore = true;
      }
    },

    finish() {
      isStopping = true;
    },
  };
};
