import { makeCachedValue, makeCacheLifetime } from '#core/shared/cached-value.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import type { Changes } from '#core/shared/signals.ts';
import type { ShopQueries } from './ports.ts';

/** Reads the shop, cached in the process: changes apply within a second. */
export const makeShopCache = ({
  queries,
  ...deps
}: Readonly<{ queries: ShopQueries; changes: Changes; systemClock: SystemClock }>): ShopQueries => ({
  get: makeCachedValue(makeCacheLifetime(deps), () => queries.get()),
});
