import type { components } from '../api/schema.ts';
import { type Language, language } from '../text/language.ts';
import { numberToText, parseNumber } from '../text/parse-number.ts';

type Line = components['schemas']['InvoiceLineInput'];

export const LINE_INPUTS = ['description', 'quantity', 'unit_price', 'tax_rate'] as const;

/** A line of an invoice as it was typed, with the members that have no input. */
export type TypedLine = Readonly<Record<(typeof LINE_INPUTS)[number], string>> & Pick<Line, 'tax_category' | 'period'>;

/** A line as forms have it: JSON, so that lines compare like other texts. */
export const lineText = (line: Partial<Line>): string => {
  const { description = '', quantity, unit_price: price, tax_rate: rate, ...others } = line;
  const typed = { description, quantity: toText(quantity), unit_price: toText(price), tax_rate: toText(rate) };
  return JSON.stringify({ ...typed, ...others });
};

export const typedLine = (text: string): TypedLine => JSON.parse(text);

/** The line as the API takes it; what is no number is sent as it is, so that the API says what would be right. */
export const toLine = (text: string, typedIn: Language = language.value): Line => {
  const toNumber = (number: string): number => parseNumber(number.trim(), typedIn) as number;
  const { quantity, unit_price: price, tax_rate: rate, ...others } = typedLine(text);
  return {
    ...others,
    unit_price: toNumber(price),
    ...(quantity.trim() === '' ? {} : { quantity: toNumber(quantity) }),
    ...(rate.trim() === '' ? {} : { tax_rate: toNumber(rate) }),
  };
};

/** Whether the line has what the API requires of it. */
export const isCompleteLine = (text: string): boolean => {
  const { description, unit_price: price } = typedLine(text);
  return description.trim() !== '' && price.trim() !== '';
};

/** Such as `2 × Consulting: 95.50`. */
export const lineSummary = (text: string): string => {
  const { description, quantity, unit_price: price, tax_rate: rate } = typedLine(text);
  return `${quantity || '1'} × ${description}: ${price}${rate === '' ? '' : `, ${rate} %`}`;
};

/** A text that is no number is kept. */
const toText = (value: number | string | undefined): string =>
  typeof value === 'number' ? numberToText(value, language.value) : (value ?? '');
