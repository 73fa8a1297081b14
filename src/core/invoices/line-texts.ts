import type { MailLanguage } from '#core/mails/mail-language.ts';
import type { CreditNoteReason } from './credit-note.ts';

/** What lines of documents say that the shop makes by itself. */
type LineTexts = Readonly<{
  shipping: (method: string) => string;
  /** What a credit note is for, by its reason. */
  credit: Readonly<Record<CreditNoteReason, (invoiceNumber: string) => string>>;
  /** After the name of a plan. */
  setup: string;
  usage: string;
  lateUsage: string;
  unusedTime: string;
  /** Of a credit for unused time that is charged again. */
  creditedTime: string;
  remainingTime: string;
}>;

/** In the languages of documents. A line never changes, so it has the language of the time at which it was made. */
export const LINE_TEXTS: Readonly<Record<MailLanguage, LineTexts>> = {
  en: {
    shipping: (method) => `Shipping: ${method}`,
    credit: {
      refund: (number) => `Refund of invoice ${number}`,
      correction: (number) => `Correction of invoice ${number}`,
      goodwill: (number) => `Goodwill for invoice ${number}`,
    },
    setup: 'setup',
    usage: 'usage',
    lateUsage: 'usage that was reported late',
    unusedTime: 'unused time',
    creditedTime: 'unused time, charged again',
    remainingTime: 'remaining time',
  },
  de: {
    shipping: (method) => `Versand: ${method}`,
    credit: {
      refund: (number) => `Erstattung zur Rechnung ${number}`,
      correction: (number) => `Korrektur der Rechnung ${number}`,
      goodwill: (number) => `Kulanz zur Rechnung ${number}`,
    },
    setup: 'Einrichtung',
    usage: 'Verbrauch',
    lateUsage: 'nachgemeldeter Verbrauch',
    unusedTime: 'nicht genutzte Zeit',
    creditedTime: 'nicht genutzte Zeit, wieder berechnet',
    remainingTime: 'restliche Zeit',
  },
};
