import type { MailLanguage } from '#core/mails/mail-language.ts';
import type { LinkState } from '#core/payments/links/use-cases/show-payment-link.ts';

type Texts = Readonly<{ title: string; text: string }>;

/** The texts of the page in one language. */
export type PayMessages = Readonly<{
  order: (number: number) => string;
  invoice: (number: string) => string;
  dueAt: (day: string) => string;
  itemsTitle: string;
  paidBefore: string;
  due: string;
  pay: (amount: string) => string;
  payBy: (title: string) => string;
  back: string;
  needsScript: string;
  noWay: string;
  waiting: string;
  continueAtBank: string;
  refresh: string;
  /** Back to the shop. */
  proceed: string;
  states: Readonly<Record<Exclude<LinkState, 'payable'>, Texts>>;
  unknown: Texts;
  /** Why nothing was charged. */
  alerts: Readonly<Record<'declined' | 'changed' | 'unreachable' | 'incomplete', string>>;
  tooMany: (minutes: number) => string;
}>;

const en: PayMessages = {
  order: (number) => `Pay order ${number}`,
  invoice: (number) => `Pay invoice ${number}`,
  dueAt: (day) => `The invoice is due on ${day}.`,
  itemsTitle: 'What you pay for',
  paidBefore: 'Already paid',
  due: 'To be paid now',
  pay: (amount) => `Pay ${amount}`,
  payBy: (title) => `Pay by ${title.toLowerCase()}`,
  back: 'Back',
  needsScript: 'Your browser must run scripts on this page, which are those of the payment provider.',
  noWay: 'This shop takes no payments on this page. Please ask it how you can pay.',
  waiting: 'You have begun to pay, and your bank waits for your confirmation.',
  continueAtBank: 'Continue at your bank',
  refresh: 'Check again',
  proceed: 'Continue',
  states: {
    processing: {
      title: 'Your payment is being confirmed',
      text: 'We are waiting for the confirmation of a payment. You need not pay again.',
    },
    paid: { title: 'Thank you, it is paid', text: 'We have received the payment. You need not do anything else.' },
    cancelled: { title: 'This order was cancelled', text: 'Nothing is to be paid for it.' },
    expired: {
      title: 'This order has expired',
      text: 'It was not paid in time, and its goods are no longer reserved. Please order again.',
    },
    void: { title: 'This invoice was cancelled', text: 'Nothing is to be paid for it.' },
    closed: { title: 'This cannot be paid', text: 'It cannot be paid on this page at present.' },
    inactive: {
      title: 'This link is not valid any more',
      text: 'The shop has withdrawn it. Please ask for another one.',
    },
  },
  unknown: {
    title: 'There is no such page',
    text: 'The link is incomplete or wrong. Please open it again as you got it.',
  },
  alerts: {
    declined: 'The bank declined the payment, and nothing was charged. Try again, or pay in another way.',
    changed: 'The amount has changed since you opened this page, and nothing was charged. Check it, and pay again.',
    unreachable: 'The payment provider cannot be reached, and nothing was charged. Please try again later.',
    incomplete: 'Choose how you want to pay.',
  },
  tooMany: (minutes) => `There were too many attempts, and nothing was charged. Try again in ${minutes} min.`,
};

const de: PayMessages = {
  order: (number) => `Bestellung ${number} bezahlen`,
  invoice: (number) => `Rechnung ${number} bezahlen`,
  dueAt: (day) => `Die Rechnung ist am ${day} fällig.`,
  itemsTitle: 'Wofür Sie bezahlen',
  paidBefore: 'Schon bezahlt',
  due: 'Jetzt zu zahlen',
  pay: (amount) => `${amount} bezahlen`,
  payBy: (title) => `Mit ${title} bezahlen`,
  back: 'Zurück',
  needsScript: 'Ihr Browser muss auf dieser Seite Skripte ausführen; es sind die des Zahlungsanbieters.',
  noWay: 'Dieser Shop nimmt auf dieser Seite keine Zahlungen an. Bitte fragen Sie ihn, wie Sie bezahlen können.',
  waiting: 'Sie haben eine Zahlung begonnen, und Ihre Bank wartet auf Ihre Bestätigung.',
  continueAtBank: 'Weiter zu Ihrer Bank',
  refresh: 'Erneut prüfen',
  proceed: 'Weiter',
  states: {
    processing: {
      title: 'Ihre Zahlung wird bestätigt',
      text: 'Wir warten auf die Bestätigung einer Zahlung. Sie müssen nicht noch einmal bezahlen.',
    },
    paid: {
      title: 'Vielen Dank, es ist bezahlt',
      text: 'Wir haben die Zahlung erhalten. Sie müssen nichts weiter tun.',
    },
    cancelled: { title: 'Diese Bestellung wurde storniert', text: 'Für sie ist nichts zu bezahlen.' },
    expired: {
      title: 'Diese Bestellung ist abgelaufen',
      text: 'Sie wurde nicht rechtzeitig bezahlt, und ihre Ware ist nicht mehr reserviert. Bitte bestellen Sie neu.',
    },
    void: { title: 'Diese Rechnung wurde storniert', text: 'Für sie ist nichts zu bezahlen.' },
    closed: { title: 'Dies kann nicht bezahlt werden', text: 'Es kann zurzeit auf dieser Seite nicht bezahlt werden.' },
    inactive: {
      title: 'Dieser Link gilt nicht mehr',
      text: 'Der Shop hat ihn zurückgezogen. Bitte fragen Sie nach einem neuen.',
    },
  },
  unknown: {
    title: 'Diese Seite gibt es nicht',
    text: 'Der Link ist unvollständig oder falsch. Bitte öffnen Sie ihn noch einmal so, wie Sie ihn erhalten haben.',
  },
  alerts: {
    declined:
      'Die Bank hat die Zahlung abgelehnt, und es wurde nichts abgebucht. Versuchen Sie es noch einmal oder auf andere Weise.',
    changed:
      'Der Betrag hat sich geändert, seit Sie diese Seite geöffnet haben, und es wurde nichts abgebucht. Prüfen Sie ihn, und bezahlen Sie erneut.',
    unreachable:
      'Der Zahlungsanbieter ist nicht erreichbar, und es wurde nichts abgebucht. Bitte versuchen Sie es später noch einmal.',
    incomplete: 'Wählen Sie, wie Sie bezahlen möchten.',
  },
  tooMany: (minutes) =>
    `Es gab zu viele Versuche, und es wurde nichts abgebucht. Versuchen Sie es in ${minutes} Min. noch einmal.`,
};

export const PAY_MESSAGES: Readonly<Record<MailLanguage, PayMessages>> = { en, de };
