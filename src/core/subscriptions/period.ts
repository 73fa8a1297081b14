import type { TimeSpan } from '#core/shared/clock.ts';
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

// Why: docs/decisions/0037-periods-of-subscriptions.md

/** A billing period. */
export type Period = TimeSpan &
  Readonly<{ /** 0 starts at the anchor; those before it are negative. */ index: number }>;

const MS_PER_DAY = 86_400_000;

/**
 * The period of an index. Each bound is computed from the anchor, never from the bound before, so that months keep the
 * anchor's day: 31 January, 28 February, 31 March. A month without that day ends a period on its last day. All bounds
 * have the anchor's time of day in UTC, which daylight saving does not move.
 */
export const periodAt = (anchor: Date, interval: BillingInterval, index: number): Period => ({
  index,
  start: boundAt(anchor, interval, index),
  end: boundAt(anchor, interval, index + 1),
});

/** The period that an instant is in, in constant time. */
export const periodContaining = (anchor: Date, interval: BillingInterval, instant: Date): Period => {
  const index = estimatedIndex(anchor, interval, instant);
  const isTooLate = boundAt(anchor, interval, index) > instant;
  return periodAt(anchor, interval, isTooLate ? index - 1 : index);
};

const boundAt = (anchor: Date, interval: BillingInterval, index: number): Date => {
  const months = monthsOf(interval);
  if (months === undefined) return new Date(anchor.getTime() + index * millisecondsOf(interval));
  const month = anchor.getUTCMonth() + index * months;
  const day = Math.min(anchor.getUTCDate(), daysIn(anchor.getUTCFullYear(), month));
  const bound = new Date(anchor);
  bound.setUTCMonth(month, day);
  return bound;
};

/** The index of the period that an instant is in, or the one after it if the instant is before its bound's day. */
const estimatedIndex = (anchor: Date, interval: BillingInterval, instant: Date): number => {
  const months = monthsOf(interval);
  return months === undefined
    ? Math.floor((instant.getTime() - anchor.getTime()) / millisecondsOf(interval))
    : Math.floor((monthNumber(instant) - monthNumber(anchor)) / months);
};

/** Undefined for units that are always equally long in UTC. */
const monthsOf = ({ unit, count }: BillingInterval): number | undefined => {
  if (unit === 'month') return count;
  return unit === 'year' ? 12 * count : undefined;
};

const millisecondsOf = ({ unit, count }: BillingInterval): number => count * MS_PER_DAY * (unit === 'week' ? 7 : 1);

const monthNumber = (date: Date): number => 12 * date.getUTCFullYear() + date.getUTCMonth();

/** @param month From 0; beyond 11 it is in a later year. */
const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
