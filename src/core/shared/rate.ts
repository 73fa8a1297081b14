import type { FieldError } from './domain-error.ts';
import { Money } from './money.ts';
import { roundedQuotient } from './rounded-quotient.ts';

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
