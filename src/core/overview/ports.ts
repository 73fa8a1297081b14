import { MAX_COUNTED } from '#core/shared/gauge.ts';
import type { Id } from '#core/shared/id.ts';
import type { OverviewCountName } from './overview-counts.ts';

/** Where a count ends: more than the overview says. */
export const COUNT_LIMIT = MAX_COUNTED + 1;

/** Counts for the overview. */
export interface OverviewQueries {
  /**
   * The number of items that the list of a count shows, up to `COUNT_LIMIT`; of webhooks those of an owner, or of all.
   * It includes every commit before the call.
   */
  count(name: OverviewCountName, webhookOwnerId: Id<'usr'> | undefined): Promise<number>;
}
