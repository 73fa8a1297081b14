import type { CacheLifetime, ReadStamp } from './cache-lifetime.ts';

/** Returns a value that is read again only when it may have changed. Concurrent calls share one read. */
export const makeCachedValue = <T>(lifetime: CacheLifetime, read: () => Promise<T>): (() => Promise<T>) => {
  let cached: Readonly<{ stamp: ReadStamp; value: Promise<T> }> | undefined;
  return () => {
    if (cached !== undefined && lifetime.isFresh(cached.stamp)) return cached.value;
    const entry = { stamp: lifetime.stamp(), value: read() };
    cached = entry;
    entry.value.catch(() => {
      if (cached === entry) cached = undefined;
    });
    return entry.value;
  };
};
