import type { TimeSpan } from '#core/shared/clock.ts';
import type { Money } from '#core/shared/money.ts';
import { cached, lastDayOf } from '../page/formats.ts';
import { cleanLines } from '../text/clean-text.ts';

/** An element's content: text, elements by name, or attributes with `@`. Null leaves the element out. */
export type Content = string | null | readonly Content[] | Readonly<{ [name: string]: Content }>;

/** A text on one line, with nothing that XML forbids; null without a character. */
export const oneLine = (text: string | null): string | null => {
  const line = cleanLines(text ?? '')
    .filter((each) => each !== '')
    .join(' ');
  return line === '' ? null : line;
};

export const severalLines = (text: string | null): string | null =>
  cleanLines(text ?? '')
    .join('\n')
    .trim() || null;

export const decimalOf = (amount: Money): string => amount.toDecimal();

const quantityFormat = new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 10 });

export const quantityOf = (quantity: number): Content => ({ '@unitCode': 'C62', '#': quantityFormat.format(quantity) });

const dayFormat = cached(
  (timeZone) => new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }),
);

/** A day of a time zone as `YYYYMMDD`. */
export const dayIn =
  (timeZone: string) =>
  (instant: Date): Content => ({
    'udt:DateTimeString': { '@format': '102', '#': dayFormat(timeZone).format(instant).replaceAll('-', '') },
  });

/** The first and the last day of a period in a time zone. */
export const periodOf = (period: TimeSpan | null, timeZone: string): Content =>
  period && {
    'ram:StartDateTime': dayIn(timeZone)(period.start),
    'ram:EndDateTime': dayIn(timeZone)(lastDayOf(period, timeZone)),
  };
