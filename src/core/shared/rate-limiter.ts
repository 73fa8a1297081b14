import type { FieldError } from './domain-error.ts';
import { Money, roundedQuotient } from './money.ts';

/** A percentage in parts per million, a whole number of 0 to 1,000,000: 19 % is 190000. */
export type Rate = number & { readonly __brand: 'Rate' };

const PARTS_PER_PERCENT = 10_000;

/** How far a percentage may be from a whole number of parts: decimals are not exact in binary. */
const TOLERANCE = 1e-6;

/** Why a number is not a percentage. */
type RateError = Omit<FieldError, 'path'>;

export const Rate = {
  /** The rate of a percentage of 0 to 100 with at most 4 decimals, or its error. */
  ofPercent: (percent: number): Rate | RateError => {
    if (!(percent >= 0)) return { code: 'number.min', message: 'must be at least 0' };
    if (percent > 100) return { code: 'number.max', message: 'must be at most 100' };
    const parts = Math.round(percent * PARTS_PER_PERCENT);
    if (Math.abs(percent * PARTS_PER_PERCENT - parts) > TOLERANCE) {
      return { code: 'number.precision', message: 'must have at most 4 decimals' };
    }
    return parts as Rate;
  },

  /** The rate as a percentage: 19 for 190000. */
  toPercent: (rate: Rate): number => rate / PARTS_PER_PERCENT,

  /** The part of an amount, half a minor unit rounded away from zero: 19 % of 100.00 are 19.00. */
  of: (rate: Rate, { minor, currency }: Money): Money =>
    Money.ofMinor(roundedQuotient(minor * BigInt(rate), WHOLE), currency),

  /** The part that an amount contains if it was added at the rate: 119.00 contain 19.00 at 19 %. */
  within: (rate: Rate, { minor, currency }: Money): Money =>
    Money.ofMinor(roundedQuotient(minor * BigInt(rate), WHOLE + BigInt(rate)), currency),
};

const WHOLE = 1_000_000n;

/** A number of calls per period, also the burst size. */
export type RateLimit = Readonly<{ calls: number; seconds: number }>;

/** The notation of a rate limit: calls/seconds. */
export const RATE_NOTATION = /^([1-9]\d{0,8})\/([1-9]\d{0,5})$/;

/** A rate limit as a text: `6000/60` is 6000 calls per 60 seconds. */
export const RateLimit = {
  /** Undefined for any other text. */
  parse: (text: string): RateLimit | undefined => {
    const [, calls, seconds] = RATE_NOTATION.exec(text) ?? [];
    return calls === undefined ? undefined : { calls: Number(calls), seconds: Number(seconds) };
  },

  format: ({ calls, seconds }: RateLimit): string => `${calls}/${seconds}`,

  /** Whether a limit allows no larger burst and no higher steady rate than another. */
  isWithin: (limit: RateLimit, other: RateLimit): boolean =>
    limit.calls <= other.calls && limit.calls * other.seconds <= other.calls * limit.seconds,
};

/** The decision on a call; times in whole seconds, rounded up. */
export type RateDecision = Readonly<{
  allowed: boolean;
  /** Calls that are allowed right now. */
  remaining: number;
  /** Until the full budget is available. */
  resetSeconds: number;
  /** Until the next call is allowed; 0 if it is now. */
  retrySeconds: number;
}>;

/** Counts calls by the generic cell rate algorithm: a steady rate with bursts up to the limit. */
export interface RateLimiter {
  /** Counts a call under a key if it is within the limit. */
  take(who: string, limit: RateLimit): Promise<RateDecision> | RateDecision;
  /** Whether a call under a key would be within the limit now; `remaining` includes it. Counts nothing. */
  peek(who: string, limit: RateLimit): Promise<RateDecision> | RateDecision;
}

/** The decision on a call that is not counted, by the used part of the period in seconds. */
export const peekedDecision = (limit: RateLimit, used: number): RateDecision =>
  rateDecision(limit, used, used + limit.seconds / limit.calls <= limit.seconds + 1e-6);

/** The decision by the used part of the period, in seconds; the tolerance absorbs rounding errors. */
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
