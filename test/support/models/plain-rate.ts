/** A part of a whole, of numbers with up to three decimals: a fraction, rounded to four decimals, halves away from zero. */
export const plainRate = (part: number, whole: number): number | null => {
  if (whole === 0) return null;
  const exact = (value: number): bigint => BigInt(Math.round(Math.abs(value) * 1000));
  const halves = (exact(part) * 20_000n) / exact(whole);
  const rounded = (halves + 1n) / 2n;
  return Number(part < 0 ? -rounded : rounded) / 10_000;
};
