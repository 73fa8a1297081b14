import type { RateDecision, RateLimit } from '#core/shared/rate-limiter.ts';

/** The rate limit headers of a response (IETF draft-ietf-httpapi-ratelimit-headers). */
export const rateHeaders = (limit: RateLimit | undefined, rate: RateDecision | undefined): Record<string, string> =>
  limit === undefined || rate === undefined
    ? {}
    : {
        'RateLimit-Policy': `"default";q=${limit.calls};w=${limit.seconds}`,
        RateLimit: `"default";r=${rate.remaining};t=${rate.resetSeconds}`,
      };
