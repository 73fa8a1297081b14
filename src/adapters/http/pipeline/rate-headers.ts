import type { Caller } from './authenticate.ts';

/** The rate limit headers of a response (IETF draft-ietf-httpapi-ratelimit-headers). */
export const rateHeaders = ({ limit, rate }: Omit<Caller, 'actor'>): Record<string, string> =>
  limit === undefined || rate === undefined
    ? {}
    : {
        'RateLimit-Policy': `"default";q=${limit.calls};w=${limit.seconds}`,
        RateLimit: `"default";r=${rate.remaining};t=${rate.resetSeconds}`,
      };
