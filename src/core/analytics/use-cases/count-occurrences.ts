// Why: docs/decisions/0046-what-is-counted-once.md

import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import { StartCache } from '../interval.ts';
import { OCCURRENCES_GENERATION, Occurrence } from '../occurrence.ts';
import type { AnalyticsTx } from '../ports.ts';
import { Rollup } from '../rollup.ts';

/** How many occurrences a transaction counts at most. */
const MAX_OCCURRENCES = 5_000;

/** Counts some of what was recorded, each once: it is removed in the same transaction. @returns how many. */
export type CountOccurrences = () => Promise<number>;

export const makeCountOccurrences =
  ({ unitOfWork }: Readonly<{ unitOfWork: UnitOfWork<AnalyticsTx> }>): CountOccurrences =>
  () =>
    unitOfWork.run(async ({ analytics }) => {
      const occurrences = await analytics.takeOccurrences(MAX_OCCURRENCES);
      if (occurrences.length === 0) return 0;
      const entries = occurrences.map(Occurrence.entryOf);
      // hours and quarter hours are the same in all time zones
      const changes = Rollup.changes({ before: [], after: entries }, new StartCache('UTC'));
      await analytics.count(OCCURRENCES_GENERATION, { entries: new Map(), replaced: [], changes, labels: [] });
      return occurrences.length;
    });
