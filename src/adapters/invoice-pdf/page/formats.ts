import type { PrintedDocument } from '#core/invoices/printed-document.ts';
import type { MailLanguage } from '#core/mails/mail-language.ts';
import type { TimeSpan } from '#core/shared/clock.ts';
import { Currency } from '#core/shared/currency.ts';
import type { Money } from '#core/shared/money.ts';
import { Rate } from '#core/shared/rate-limiter.ts';
import { ZonedTime } from '#core/shared/zoned-time.ts';

/** Numbers, dates and amounts as a document writes them. */
export type Formats = Readonly<{
  /** With all of the currency's digits and without its code: `1,234.50`. */
  amount(amount: Money): string;
  /** With the currency's code: `1,234.50 USD`. */
  money(amount: Money): string;
  quantity(quantity: number): string;
  /** With up to four decimals: `19 %`. */
  rate(rate: Rate): string;
  /** Of an instant, in the document's time zone: `31 Jan 2026`. */
  date(instant: Date): string;
  /** The first and the last day, in the document's time zone. */
  period(period: TimeSpan): string;
}>;

const LOCALES = { en: 'en-GB', de: 'de-DE' } as const;

/** How each locale's business letters write a day: `31 Jan 2026` and `31.01.2026`. */
const MONTHS = { 'en-GB': 'short', 'de-DE': '2-digit' } as const;

/** An instant of the last day of a period: that before its end, so that the next period has another day. */
export const lastDayOf = ({ start, end }: TimeSpan, timeZone: string): Date => {
  const midnight = ZonedTime.startOfDay(timeZone, ZonedTime.dayOf(timeZone, end));
  return new Date(Math.max(start.getTime(), midnight.getTime() - 1));
};

/** Keeps what was made for a key: formats of `Intl` are slow to make. */
export const cached = <T>(make: (key: string) => T): ((key: string) => T) => {
  const made = new Map<string, T>();
  return (key) => {
    const cached = made.get(key) ?? make(key);
    made.set(key, cached);
    return cached;
  };
};

const numberFormat = cached((key) => {
  const [locale, minimum, maximum] = key.split(' ');
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: Number(minimum),
    maximumFractionDigits: Number(maximum),
  });
});

type Locale = (typeof LOCALES)[MailLanguage];

const dateFormat = cached((key) => {
  const [locale, timeZone] = key.split(' ') as [Locale, string];
  return new Intl.DateTimeFormat(locale, { day: '2-digit', month: MONTHS[locale], year: 'numeric', timeZone });
});

export const formatsOf = ({ language, currency, timeZone }: PrintedDocument): Formats => {
  const locale = LOCALES[language];
  const digits = Currency.exponent(currency);
  // from decimal text, which is exact
  const amount = (money: Money) =>
    numberFormat(`${locale} ${digits} ${digits}`).format(money.toDecimal() as `${number}`);
  const date = (instant: Date) => dateFormat(`${locale} ${timeZone}`).format(instant);
  return {
    amount,
    money: (money) => `${amount(money)} ${currency}`,
    quantity: (quantity) => numberFormat(`${locale} 0 6`).format(quantity),
    rate: (rate) => `${numberFormat(`${locale} 0 4`).format(Rate.toPercent(rate))} %`,
    date,
    period: (period) => `${date(period.start)} – ${date(lastDayOf(period, timeZone))}`,
  };
};
