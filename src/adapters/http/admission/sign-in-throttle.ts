import type { RateLimit, RateLimiter } from '#core/shared/rate-limiter.ts';
import { siteNetwork } from '../server/client-network.ts';
import { accountKey, addressKey, type Throttle } from './throttle.ts';

/** Limits guesses of passwords without letting anybody lock the owner of an account out. */
export type SignInThrottle = Readonly<{
  /** Counts an attempt. @throws HttpError `rate_limited`. */
  attempt: (email: string, address: string) => Promise<void>;
  /** Spares the client's network from the limit that all networks share. */
  succeeded: (email: string, address: string) => Promise<void>;
}>;

/** All networks together may try an e-mail so many times more often than one. */
const SHARED_FACTOR = 10;

/** A network is known for so long after a sign-in. The rate limiter stores it as a budget of one call. */
const KNOWN: RateLimit = { calls: 1, seconds: 30 * 24 * 3600 };

type Deps = Readonly<{
  throttle: Throttle;
  rateLimiter: RateLimiter;
  signInLimit: RateLimit | undefined;
  digest: (text: string) => string;
}>;

export const makeSignInThrottle = ({ throttle, rateLimiter, signInLimit, digest }: Deps): SignInThrottle => {
  const pair = (email: string, address: string): string => `${accountKey(email)} ${siteNetwork(address)}`;
  const known = (email: string, address: string): string => `sign-in known:${digest(pair(email, address))}`;
  return {
    async attempt(email, address) {
      if (signInLimit === undefined) return;
      await throttle('sign-in', addressKey(address));
      await throttle('sign-in', pair(email, address));
      if (!(await rateLimiter.peek(known(email, address), KNOWN)).allowed) return;
      const shared = { ...signInLimit, calls: signInLimit.calls * SHARED_FACTOR };
      await throttle('sign-in', accountKey(email), shared);
    },

    async succeeded(email, address) {
      if (signInLimit !== undefined) await rateLimiter.take(known(email, address), KNOWN);
    },
  };
};
