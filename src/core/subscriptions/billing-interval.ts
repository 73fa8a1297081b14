import type { FieldError } from '#core/shared/domain-error.ts';

export const INTERVAL_UNITS = ['day', 'week', 'month', 'year'] as const;

export type IntervalUnit = (typeof INTERVAL_UNITS)[number];

/** How long a billing period is: so many calendar units, in UTC. */
export type BillingInterval = Readonly<{ unit: IntervalUnit /** At least 1. */; count: number }>;

/** The greatest count of each unit: three years, as at Stripe. */
export const MAX_INTERVAL_COUNT: Readonly<Record<IntervalUnit, number>> = {
  day: 3 * 365,
  week: 3 * 52,
  month: 3 * 12,
  year: 3,
};

export const BillingInterval = {
  /** Why a whole number cannot be the count of a unit; undefined if it can. */
  countError: (unit: IntervalUnit, count: number): Omit<FieldError, 'path'> | undefined => {
    const max = MAX_INTERVAL_COUNT[unit];
    if (count < 1) return { code: 'number.min', message: 'must be at least 1' };
    return count > max
      ? { code: 'number.max', message: `must be at most ${max} for an interval of a ${unit}` }
      : undefined;
  },

  isSame: (one: BillingInterval, other: BillingInterval): boolean =>
    one.unit === other.unit && one.count === other.count,
};
