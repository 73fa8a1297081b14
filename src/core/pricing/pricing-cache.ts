import { makeCachedValue, makeCacheLifetime, type ReadStamp } from '#core/shared/cached-value.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import type { Changes } from '#core/shared/signals.ts';
import type { Discount } from './discount.ts';
import type { PricingQueries } from './ports.ts';

/** What orders are priced by, cached in the process: changes apply within a second. */
export type PricingCache = Pick<PricingQueries, 'tables' | 'findDiscounts'>;

/** How many discounts with a code are cached: those that were used last. */
const MAX_CACHED_DISCOUNTS = 1_000;

type Deps = Readonly<{ queries: PricingCache; changes: Changes; systemClock: SystemClock }>;

export const makePricingCache = ({ queries, ...deps }: Deps): PricingCache => {
  const lifetime = makeCacheLifetime(deps);
  // in the order of their last use
  const discounts = new Map<string, Readonly<{ stamp: ReadStamp; discount: Discount }>>();

  const use = (code: string): Discount | undefined => {
    const entry = discounts.get(code);
    discounts.delete(code);
    if (entry === undefined || !lifetime.isFresh(entry.stamp)) return undefined;
    discounts.set(code, entry);
    return entry.discount;
  };

  const readDiscounts = async (codes: readonly string[]): Promise<readonly Discount[]> => {
    const stamp = lifetime.stamp();
    const found = await queries.findDiscounts(codes);
    for (const discount of found) {
      if (discount.code === null) continue;
      discounts.set(discount.code, { stamp, discount });
      if (discounts.size > MAX_CACHED_DISCOUNTS) discounts.delete(discounts.keys().next().value as string);
    }
    return found;
  };

  return {
    tables: makeCachedValue(lifetime, () => queries.tables()),

    async findDiscounts(codes) {
      const wanted = [...new Set(codes)];
      const cached = wanted.map(use).filter((discount) => discount !== undefined);
      const missing = wanted.filter((code) => !cached.some((discount) => discount.code === code));
      // unknown codes are not cached, so that guesses displace nothing
      const found = missing.length === 0 ? [] : await readDiscounts(missing);
      return [...cached, ...found].sort((a, b) => (a.id < b.id ? -1 : 1));
    },
  };
};
