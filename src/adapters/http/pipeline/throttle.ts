import type { RateLimit, RateLimiter } from '#core/shared/rate-limiter.ts';
import { emailKey } from '#core/users/user.ts';
import { clientNetwork } from '../server/client-network.ts';
import { rateLimited } from './authenticate.ts';

/** Counts what somebody tries, beside all their requests. @throws HttpRefusal `rate_limited`. */
export type Throttle = (attempt: string, who: string, limit?: RateLimit) => Promise<void>;

/** By the limit of sign-ins, unless another is given; where neither is, nothing is counted. */
export const makeThrottle =
  ({
    rateLimiter,
    signInLimit,
    digest,
  }: {
    rateLimiter: RateLimiter;
    signInLimit: RateLimit | undefined;
    /** A keyed digest: a rate limiter may keep what it counts by, and that may be somebody's e-mail. */
    digest: (text: string) => string;
  }): Throttle =>
  async (attempt, who, limit = signInLimit) => {
    if (limit === undefined) return;
    const decision = await rateLimiter.take(`${attempt}:${digest(who)}`, limit);
    if (!decision.allowed) throw rateLimited(decision);
  };

/** Names whoever tries by where they are, and by whom it is about. */
export const attemptFrom = (address: string): string => `address ${clientNetwork(address)}`;
export const attemptOn = (email: string): string => `e-mail ${emailKey(email)}`;
