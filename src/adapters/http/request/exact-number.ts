/** Decimals with this many digits survive a round trip through a double. */
const SAFE_DIGITS = 15;

/** A decimal as its significant digits and exponent, so that equal numbers are equal texts. */
const normalise = (literal: string): string => {
  const [, whole = '', fraction = '', exponent = '0'] = /^-?(\d+)(?:\.(\d+))?(?:[eE](.+))?$/.exec(literal) ?? [];
  const digits = whole + fraction;
  let start = 0;
  let end = digits.length;
  while (start < end && digits[start] === '0') start += 1;
  while (end > start && digits[end - 1] === '0') end -= 1;
  if (start === end) return '0';
  return `${digits.slice(start, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
};

/** Whether a double represents a number of JSON exactly. */
export const isExact = (literal: string): boolean => {
  if (literal.length <= SAFE_DIGITS && !/e/i.test(literal)) return true;
  const value = Number(literal);
  return Number.isFinite(value) && normalise(literal) === normalise(String(value));
};
