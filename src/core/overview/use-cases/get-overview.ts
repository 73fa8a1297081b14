import { Scope } from '#core/access/scope.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { MAX_COUNTED } from '#core/shared/gauge.ts';
import { endpointOwnerFilterOf } from '#core/webhooks/endpoint-access.ts';
import {
  type CountedList,
  countedAt,
  OVERVIEW_COUNT_NAMES,
  OVERVIEW_COUNTS,
  type OverviewCountName,
  type OverviewQueries,
} from '../overview-counts.ts';

/** A count; `exact` is false if there are more. */
export type OverviewCount = Readonly<{ count: number; exact: boolean }>;

/** A count with the list that shows what it counts. */
type ListedCount = OverviewCount & Readonly<{ counted: CountedList }>;

/** The counts of the lists that the caller may read. */
export type GetOverview = (actor: Actor) => Promise<ReadonlyMap<OverviewCountName, ListedCount>>;

export const makeGetOverview =
  ({ queries, clock }: Readonly<{ queries: OverviewQueries; clock: BusinessClock }>): GetOverview =>
  async (actor) => {
    const names = OVERVIEW_COUNT_NAMES.filter((name) => Scope.covers(actor.scopes, OVERVIEW_COUNTS[name].scope));
    const at = clock.now();
    const webhookOwnerId = endpointOwnerFilterOf(actor);
    const counts = await Promise.all(
      names.map(async (name): Promise<[OverviewCountName, ListedCount]> => {
        const count = await queries.count(name, { at, webhookOwnerId });
        return [
          name,
          { count: Math.min(count, MAX_COUNTED), exact: count <= MAX_COUNTED, counted: countedAt(name, at) },
        ];
      }),
    );
    return new Map(counts);
  };
