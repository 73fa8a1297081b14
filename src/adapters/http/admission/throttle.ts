import { Actor } from '#core/shared/actor.ts';
import { emailKey } from '#core/shared/mail.ts';
import type { RateLimit, RateLimiter } from '#core/shared/rate-limiter.ts';
import { type Caller, rateLimited } from '../authorization/authenticate.ts';
import { homeNetwork } from '../server/client-network.ts';

/** The rate limit headers of a response (IETF draft-ietf-httpapi-ratelimit-headers). */
export const rateHeaders = ({ limit, rate }: Omit<Caller, 'actor'>): Record<string, string> =>
  limit === undefined || rate === undefined
    ? {}
    : {
        'RateLimit-Policy': `"default";q=${limit.calls};w=${limit.seconds}`,
        RateLimit: `"default";r=${rate.remaining};t=${rate.resetSeconds}`,
      };

/** Counts attempts in addition to requests. @throws HttpError `rate_limited`. */
export type Throttle = (attempt: string, who: string, limit?: RateLimit) => Promise<void>;

/** Uses the sign-in limit unless another is given; without any limit nothing is counted. */
export const makeThrottle =
  ({
    rateLimiter,
    signInLimit,
    digest,
  }: {
    rateLimiter: RateLimiter;
    signInLimit: RateLimit | undefined;
    /** A keyed digest, since rate limiters store the key, which may be an e-mail. */
    digest: (text: string) => string;
  }): Throttle =>
  async (attempt, who, limit = signInLimit) => {
    if (limit === undefined) return;
    const decision = await rateLimiter.take(`${attempt}:${digest(who)}`, limit);
    if (!decision.allowed) throw rateLimited(decision);
  };

/** Limits the mails that others can trigger to one e-mail. */
export const MAILS: RateLimit = { calls: 5, seconds: 3600 };

/** The keys under which attempts from an address and on an account are counted. */
export const addressKey = (address: string): string => `address ${homeNetwork(address)}`;
export const accountKey = (email: string): string => `e-mail ${emailKey(email)}`;

/** Counts once for each request, whose actor is its own: what is prepared may be repeated in it. */
const oncePerRequest = <T>(count: (actor: Actor, of: T) => Promise<void>): ((actor: Actor, of: T) => Promise<void>) => {
  const counted = new WeakSet<Actor>();
  return async (actor, of) => {
    if (counted.has(actor)) return;
    counted.add(actor);
    await count(actor, of);
  };
};

/** Counts a request of a visitor that writes carts and checkouts, for their address. @throws HttpError `rate_limited`. */
export type ThrottleGuest = (actor: Actor, address: string) => Promise<void>;

export const makeThrottleGuest = (throttle: Throttle, limit: RateLimit | undefined): ThrottleGuest =>
  oncePerRequest(async (actor, address) => {
    if (limit !== undefined && Actor.isVisitor(actor)) await throttle('guest cart', addressKey(address), limit);
  });

/** Counts a request of a visitor that orders, for their address and the e-mail. @throws HttpError `rate_limited`. */
export type ThrottleGuestOrder = (
  actor: Actor,
  guest: Readonly<{ address: string; email: string | null | undefined }>,
) => Promise<void>;

export const makeThrottleGuestOrder = (throttle: Throttle, limit: RateLimit | undefined): ThrottleGuestOrder =>
  oncePerRequest(async (actor, { address, email }) => {
    if (limit === undefined || !Actor.isVisitor(actor)) return;
    await throttle('guest order', addressKey(address), limit);
    if (email) await throttle('guest order', accountKey(email), limit);
  });

/** Counts a guess of the caller's password, if there is one. */
export const throttlePassword = async (
  throttle: Throttle,
  actor: Actor,
  password: string | undefined,
): Promise<void> => {
  if (password !== undefined) await throttle('password', Actor.userOf(actor));
};
