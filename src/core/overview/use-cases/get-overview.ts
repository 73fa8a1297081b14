import { Scope } from '#core/access/scope.ts';
import type { Actor } from '#core/shared/actor.ts';
import { MAX_COUNTED } from '#core/shared/gauge.ts';
import { endpointOwnerFilterOf } from '#core/webhooks/endpoint-access.ts';
import {
  OVERVIEW_COUNT_NAMES,
  OVERVIEW_COUNTS,
  type OverviewCountName,
  type OverviewQueries,
} from '../overview-counts.ts';

/** A count; `exact` is false if there are more. */
export type OverviewCount = Readonly<{ count: number; exact: boolean }>;

/** The counts of the lists that the caller may read. */
export type GetOverview = (actor: Actor) => Promise<ReadonlyMap<OverviewCountName, OverviewCount>>;

export const makeGetOverview =
  ({ queries }: { queries: OverviewQueries }): GetOverview =>
  async (actor) => {
    const names = OVERVIEW_COUNT_NAMES.filter((name) => Scope.covers(actor.scopes, OVERVIEW_COUNTS[name].scope));
    const owner = endpointOwnerFilterOf(actor);
    const counts = await Promise.all(
      names.map(async (name): Promise<[OverviewCountName, OverviewCount]> => {
        const count = await queries.count(name, owner);
        return [name, { count: Math.min(count, MAX_COUNTED), exact: count <= MAX_COUNTED }];
      }),
    );
    return new Map(counts);
  };
