import type { SystemClock } from './clock.ts';
import type { Changes } from './signals.ts';

/** When cached data was read, taken before the read. */
export type ReadStamp = Readonly<{ generation: number; expiresAt: number }>;

/** How long cached data may be used. */
export type CacheLifetime = Readonly<{
  stamp(): ReadStamp;
  /** Whether data with this stamp is as new as every reported change. */
  isFresh(stamp: ReadStamp): boolean;
}>;

/** Upper bound on how long a change stays unnoticed if its notification is lost. */
const MAX_AGE_MS = 60_000;

/** The same while changes of other processes are not reported. */
const MAX_AGE_DISCONNECTED_MS = 1_000;

export const makeCacheLifetime = ({
  changes,
  systemClock,
}: Readonly<{ changes: Changes; systemClock: SystemClock }>): CacheLifetime => {
  let generation = 0;
  let maxAgeMs = MAX_AGE_MS;
  changes.subscribe(({ kind }) => {
    generation += 1;
    if (kind !== 'changed') maxAgeMs = kind === 'connected' ? MAX_AGE_MS : MAX_AGE_DISCONNECTED_MS;
  });
  return {
    stamp: () => ({ generation, expiresAt: systemClock.now().getTime() + maxAgeMs }),
    isFresh: (stamp) => stamp.generation === generation && systemClock.now().getTime() < stamp.expiresAt,
  };
};

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
