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
