/** Amounts in some of the texts use commas, in others points. */
const DECIMAL_SIGNS: Readonly<Record<string, string>> = { en: '.', de: ',' };

const decimalSignOf = (language: string): string => DECIMAL_SIGNS[language] ?? '.';

/** A number for an input, with the decimal sign of the language, and with so many decimals at least. */
export const numberToText = (value: number, language: string, decimals = 0): string => {
  const text = String(value);
  const [, fraction = ''] = text.split('.');
  return (fraction.length < decimals ? value.toFixed(decimals) : text).replace('.', decimalSignOf(language));
};

/** An amount for an input: `139.90`. Where the currency is not known, whole amounts have no decimals. */
export const moneyToText = (value: number, language: string, currency?: string): string => {
  const decimals = currency === undefined ? (Number.isInteger(value) ? 0 : 2) : decimalsOf(currency);
  return numberToText(value, language, decimals);
};

const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/**
 * The number that a text means in the language, with or without thousands separators. The other language's decimal sign is
 * understood where it cannot separate thousands. A text that is no number is returned as it is: the API says what is right.
 */
export const parseNumber = (text: string, language: string): number | string => {
  const decimal = decimalSignOf(language);
  const group = decimal === '.' ? ',' : '.';
  const [whole = '', fraction, ...rest] = text.replace(/^[+-]/, '').split(decimal);
  const isGrouped = new RegExp(`^\\d{1,3}(?:\\${group}\\d{3})+$`).test(whole);
  const digits = isGrouped ? whole.replaceAll(group, '') : fraction === undefined ? whole.replace(group, '.') : whole;
  const isNumber = /^\d+(?:\.\d+)?$/.test(digits) && /^\d*$/.test(fraction ?? '') && rest.length === 0;
  if (!isNumber) return text;
  return Number(`${text.startsWith('-') ? '-' : ''}${digits}${fraction ? `.${fraction}` : ''}`);
};
