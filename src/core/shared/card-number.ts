/** How card numbers are written. */
const FORMATS = {
  ungrouped: /\d{13,19}/,
  groupsOfFour: /\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{1,7}/,
  fiveGroups: /\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{1,3}/,
  groupsOfFourSixFive: /\d{4}[ -]\d{6}[ -]\d{4,5}/,
};

/**
 * Every format is tried at every group: digits before or after a card number, such as a date or a CVC, may look like a
 * group of it. So a match is a lookahead, which the next match may overlap. No match is longer than 23 characters, so
 * the time is proportional to the length of the text.
 */
const PATTERNS = Object.values(FORMATS).map(({ source }) => new RegExp(`(?<!\\d)(?=(${source})(?!\\d))`, 'g'));

/** Every card number has four digits in a row. */
const FOUR_DIGITS = /\d{4}/;

const REDACTED = '[withheld]';

/** Whether a text contains a possible card number: 13 to 19 digits with a valid Luhn check digit. */
export const hasCardNumber = (text: string): boolean => {
  const normalized = normalizeDigits(text);
  return FOUR_DIGITS.test(normalized) && PATTERNS.some((pattern) => hasMatch(pattern, normalized));
};

const hasMatch = (pattern: RegExp, text: string): boolean => {
  for (const [, match = ''] of text.matchAll(pattern)) if (passesLuhn(match.replace(/\D/g, ''))) return true;
  return false;
};

/** The text, or a placeholder if it contains a possible card number. */
export const withoutCardNumber = (text: string): string => (hasCardNumber(text) ? REDACTED : text);

/** The text with ASCII digits, and with a space or a hyphen for each separator. In printable ASCII only dots differ. */
const normalizeDigits = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text)
    ? text.replaceAll('.', '-')
    : text
        .replace(/[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/g, '')
        .replace(/[.\u2010-\u2015\u2212\ufe58\ufe63\uff0d\uff0e]/g, '-')
        .replace(/\s/g, ' ')
        .replace(/(?![0-9])\p{N}/gu, digitsOf);

/** The digits of every numeric character seen so far, of which Unicode has less than 2,000. */
const knownDigits = new Map<string, string>();

const digitsOf = (character: string): string => {
  const digits = knownDigits.get(character) ?? findDigits(character);
  knownDigits.set(character, digits);
  return digits;
};

/** Normalizes each character alone: normalizing a whole text takes quadratic time for long runs of combining marks. */
const findDigits = (character: string): string => {
  const normalized = character.normalize('NFKC');
  return /^[0-9]*$/.test(normalized) || !/^\p{Nd}$/u.test(normalized) ? normalized : digitOf(normalized);
};

/** The digits of a script are consecutive code points, so the number of digits before a digit is its value. */
const digitOf = (character: string): string => {
  const point = character.codePointAt(0) ?? 0;
  let digit = 0;
  while (digit < 9 && /\p{Nd}/u.test(String.fromCodePoint(point - digit - 1))) digit += 1;
  return String(digit);
};

const passesLuhn = (digits: string): boolean => {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits.at(-1 - index));
    const weighted = index % 2 === 0 ? digit : digit * 2;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
};
