import type { Timer } from '#core/imports/ports.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { ShopQueries } from '#core/shop/ports.ts';
import type { AnalyticsQueries, AnalyticsTx } from '../ports.ts';
import { stepGeneration } from '../steps/step-generation.ts';

/**
 * Computes all figures anew, beside running writers, and then replaces the former ones. A rebuild that was begun before,
 * also by another process, is continued. @returns how many orders, invoices and subscriptions were counted.
 */
export type RebuildFigures = (onProgress: (counted: number, total: number) => void) => Promise<number>;

type Deps = Readonly<{
  unitOfWork: UnitOfWork<AnalyticsTx>;
  queries: AnalyticsQueries;
  shop: ShopQueries;
  timer: Timer;
}>;

/** While another process works on the same generation. */
const BUSY_PAUSE_MS = 100;

export const makeRebuildFigures =
  ({ unitOfWork, queries, shop, timer }: Deps): RebuildFigures =>
  async (onProgress) => {
    const { timeZone } = await shop.get();
    await unitOfWork.run((tx) => tx.analytics.begin(timeZone));
    const total = await queries.countSubjects();
    let counted = 0;
    for (;;) {
      const left = (await queries.generations()).find(({ status }) => status !== 'current');
      if (left === undefined) return counted;
      if (left.status === 'building') {
        counted = left.counted;
        onProgress(counted, total);
      }
      if ((await stepGeneration(unitOfWork, left)) === 'busy') await timer(BUSY_PAUSE_MS).elapsed;
    }
  };
