/** So many calls in so many seconds, and bursts to as many. */
export type RateLimit = Readonly<{ calls: number; seconds: number }>;

/** What became of a call, in whole seconds, rounded up. */
export type RateDecision = Readonly<{
  allowed: boolean;
  /** Calls that would be allowed right now. */
  remaining: number;
  /** Until all calls are available again. */
  resetSeconds: number;
  /** Until one call is allowed; 0 if one is. */
  retrySeconds: number;
}>;

/** Counts calls by the generic cell rate algorithm: an even rate, with bursts to the limit's calls. */
export interface RateLimiter {
  /** Counts a call of somebody if it is within the limit. */
  take(who: string, limit: RateLimit): Promise<RateDecision> | RateDecision;
}

/** What to say of a call, by how many seconds' worth of calls are used after it; by a hair it is not to be one less. */
export const rateDecision = ({ calls, seconds }: RateLimit, used: number, allowed: boolean): RateDecision => {
  const interval = seconds / calls;
  const free = Math.max(0, seconds - used);
  return {
    allowed,
    remaining: allowed ? Math.floor(free / interval + 1e-6) : 0,
    resetSeconds: Math.max(0, Math.ceil(used)),
    retrySeconds: allowed ? 0 : Math.max(1, Math.ceil(interval - free)),
  };
};
