import { Money } from '#core/shared/money.ts';
import type { TimeSpan } from './period.ts';

/**
 * The part of a period's amount that is for a span within it, by milliseconds. What remains of the amount at an instant
 * is rounded half up, and a part is the difference of what remains at its two ends. So the parts of any partition of the
 * period add up to the amount, however often it is divided, and each is less than a minor unit from its exact value.
 * @throws RangeError if the span is not within the period.
 */
export const partOf = (amount: Money, period: TimeSpan, { start, end }: TimeSpan): Money =>
  remainingOf(amount, period, start).subtract(remainingOf(amount, period, end));

/** What an amount that is paid for a period is worth for the rest of it, rounded half up. @throws as `partOf` does. */
export const remainingOf = (amount: Money, { start, end }: TimeSpan, at: Date): Money => {
  if (at < start || at > end || start >= end) throw new RangeError('The instant must be within the period.');
  const rest = BigInt(end.getTime() - at.getTime());
  return Money.ofMinor(divideHalfUp(amount.minor * rest, BigInt(end.getTime() - start.getTime())), amount.currency);
};

/** What a change within a period costs: a credit for the old amount, not positive, and a charge for the new one. */
export type Proration = Readonly<{ credit: Money; charge: Money }>;

/** The credit and the charge for the rest of a period whose amount changes. @throws as `partOf` does. */
export const prorateChange = (
  { before, after }: Readonly<{ before: Money; after: Money }>,
  period: TimeSpan,
  at: Date,
): Proration => ({
  credit: remainingOf(before, period, at).times(-1n),
  charge: remainingOf(after, period, at),
});

/** Half away from zero, so that an amount and its negative stay equal. */
const divideHalfUp = (dividend: bigint, divisor: bigint): bigint =>
  dividend < 0n ? -divideHalfUp(-dividend, divisor) : (2n * dividend + divisor) / (2n * divisor);
