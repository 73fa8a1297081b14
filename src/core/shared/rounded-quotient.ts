/** A quotient, rounded to the nearest whole number, halves away from zero. The divisor is positive. */
export const roundedQuotient = (dividend: bigint, divisor: bigint): bigint =>
  (2n * dividend + (dividend < 0n ? -divisor : divisor)) / (2n * divisor);
