import { Money } from '#core/shared/money.ts';
import { roundedQuotient } from '#core/shared/rounded-quotient.ts';
import type { IntervalUnit } from './billing-interval.ts';
import type { Plan } from './plan.ts';
import { PlanPrice } from './plan-price.ts';

/** How many of a unit are a month: a year has 12 months, 52 weeks or 365 days. */
const UNITS_PER_MONTH: Readonly<Record<IntervalUnit, readonly [dividend: bigint, divisor: bigint]>> = {
  day: [365n, 12n],
  week: [52n, 12n],
  month: [1n, 1n],
  year: [1n, 12n],
};

/**
 * What a quantity of a plan costs per month, rounded half up: its price without setup, discounts and tax. A plan that
 * charges for usage counts with what it costs without any.
 * @throws DomainError as `PlanPrice.total` does.
 */
export const monthlyAmount = (
  { price, usage, interval: { unit, count } }: Pick<Plan, 'price' | 'usage' | 'interval'>,
  quantity: number,
): Money => {
  const { minor, currency } = PlanPrice.total(price, usage === null ? quantity : 0);
  const [dividend, divisor] = UNITS_PER_MONTH[unit];
  return Money.ofMinor(roundedQuotient(minor * dividend, divisor * BigInt(count)), currency);
};
