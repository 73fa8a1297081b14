import { Money } from '#core/shared/money.ts';
import { roundedQuotient } from '#core/shared/rounded-quotient.ts';
import type { TimeSpan } from '#core/shared/time-span.ts';

/**
 * What an amount that is paid for a period is worth for the rest of it, by milliseconds, rounded half up. A part of the
 * period is worth the difference of what remains at its two ends, so the parts of any partition add up to the amount, and
 * each is less than a minor unit from its exact value.
 * @throws RangeError if the instant is not within the period.
 */
export const remainingOf = (amount: Money, { start, end }: TimeSpan, at: Date): Money => {
  if (at < start || at > end || start >= end) throw new RangeError('The instant must be within the period.');
  const rest = BigInt(end.getTime() - at.getTime());
  return Money.ofMinor(roundedQuotient(amount.minor * rest, BigInt(end.getTime() - start.getTime())), amount.currency);
};
