/** GTIN-8, 12, 13 and 14 end with a digit that makes the weighted sum of all a multiple of ten. */
export const hasCheckDigit = (digits: string): boolean => {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
};

const LENGTHS = [8, 12, 13, 14];

/** In 13 digits: numbers that a shop gives its own goods, and coupons. */
const RESTRICTED = /^(?:02|04|05|2|98|99)/;

/** The barcode if it is a Global Trade Item Number, which names the product everywhere; null otherwise. */
export const gtinOf = (barcode: string | null): string | null => {
  const digits = barcode?.replace(/[ -]/g, '') ?? '';
  if (!/^\d+$/.test(digits) || !LENGTHS.includes(digits.length) || !hasCheckDigit(digits)) return null;
  // the first digit of 14 says how it is packed; 8 digits have a list of their own
  const isRestricted = digits.length > 8 && RESTRICTED.test(digits.padStart(14, '0').slice(1));
  return isRestricted || /^0+$/.test(digits) ? null : digits;
};
