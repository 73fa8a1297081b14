import { Currency } from '#core/shared/currency.ts';
import type { Money } from '#core/shared/money.ts';

/** The languages of mails about orders and billing. */
export const MAIL_LANGUAGES = ['en', 'de'] as const;

export type MailLanguage = (typeof MAIL_LANGUAGES)[number];

/** An amount with all of its currency's digits, as a language writes it: `1,234.50 USD`. */
export const amountText = (amount: Money, language: MailLanguage): string => {
  const digits = Currency.exponent(amount.currency);
  const format = new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  // from decimal text, which is exact
  return `${format.format(amount.toDecimal() as `${number}`)} ${amount.currency}`;
};

/** A day in a time zone, as a language writes it: `1 December 2026`. */
export const dateText = (at: Date, language: MailLanguage, timeZone: string): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { dateStyle: 'long', timeZone }).format(at);

/** A time in a time zone, as a language writes it: `1 December 2026 at 10:03:27 CET`. */
export const timeText = (at: Date, language: MailLanguage, timeZone: string): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone,
  }).format(at);

/** A percentage with up to four decimals: `19 %`. */
export const percentText = (percent: number, language: MailLanguage): string =>
  `${new Intl.NumberFormat(language, { maximumFractionDigits: 4 }).format(percent)} %`;
