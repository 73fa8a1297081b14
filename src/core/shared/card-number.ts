/** Digits without separators or in groups as on cards; groups may belong to several candidates. */
const CANDIDATES =
  /(?<!\d)(?=(\d{13,19}|\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{1,7}|\d{4}(?:[ -]\d{4}){3}[ -]\d{1,3}|\d{4}[ -]\d{6}[ -]\d{4,5})(?!\d))/g;

const CANDIDATE = /\d{4}/;

const REDACTED = '[withheld]';

/** Whether a text contains a possible card number: 13 to 19 digits with a valid Luhn check digit. */
export const hasCardNumber = (text: string): boolean => {
  const plain = plainly(text);
  if (!CANDIDATE.test(plain)) return false;
  for (const [, candidate = ''] of plain.matchAll(CANDIDATES)) if (isChecked(candidate.replace(/\D/g, ''))) return true;
  return false;
};

/** The text, or a placeholder if it contains a possible card number. */
export const withoutCardNumber = (text: string): string => (hasCardNumber(text) ? REDACTED : text);

/** The text in ASCII, for digits and separators. */
const plainly = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text) && !text.includes('.')
    ? text
    : text
        .replace(/[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/g, '')
        .replace(/[.\u2010-\u2015\u2212\ufe58\ufe63\uff0d\uff0e]/g, '-')
        .replace(/\s/g, ' ')
        .replace(/[^\P{N}0-9]/gu, digitsOf);

/** Normalizes each character alone: normalizing a whole text takes quadratic time for long runs of combining marks. */
const digitsOf = (written: string): string => {
  const plain = written.normalize('NFKC');
  return /^[0-9]*$/.test(plain) || !/^\p{Nd}$/u.test(plain) ? plain : digitOf(plain);
};

/** Digits of every script are consecutive code points. */
const digitOf = (written: string): string => {
  const point = written.codePointAt(0) ?? 0;
  let digit = 0;
  while (digit < 9 && /\p{Nd}/u.test(String.fromCodePoint(point - digit - 1))) digit += 1;
  return String(digit);
};

const isChecked = (digits: string): boolean => {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits.at(-1 - index));
    const weighed = index % 2 === 0 ? digit : digit * 2;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0;
};
