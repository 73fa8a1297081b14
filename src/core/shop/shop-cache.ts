import { makeCachedValue, makeCacheLifetime } from '#core/shared/cached-value.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import type { Changes } from '#core/shared/signals.ts';
import type { ShopQueries } from './ports.ts';
import { type Shop, searchRulesOf } from './shop.ts';

/**
 * Reads the shop, cached in the process: changes apply within a second. The same version is the same object, by which what
 * follows from it is kept.
 */
export const makeShopCache = ({
  queries,
  ...deps
}: Readonly<{ queries: ShopQueries; changes: Changes; systemClock: SystemClock }>): ShopQueries => {
  let shop: Shop | undefined;
  const read = async (): Promise<Shop> => {
    const found = await queries.get();
    if (shop?.version !== found.version) shop = found;
    return shop;
  };
  return { get: makeCachedValue(makeCacheLifetime(deps), read) };
};

/** The rules of a search in a list, read only if there is a text to search for. */
export const searchRulesFor = async (shop: ShopQueries, { q }: Readonly<{ q?: string | undefined }>) =>
  q === undefined ? undefined : searchRulesOf(await shop.get());
