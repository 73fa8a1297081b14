import type { MailLanguage } from '#core/mails/mail-language.ts';

type Named = Readonly<{ number: string; shop: string }>;

type PurposeMessages = Readonly<{ subject: (named: Named) => string; text: (named: Named) => string }>;

/** The texts of mails with payment links in one language. */
type PaymentLinkMessages = Readonly<{
  order: PurposeMessages;
  invoice: PurposeMessages;
  total: string;
  due: string;
  dueAt: string;
  pay: string;
  contact: (email: string) => string;
}>;

export const PAYMENT_LINK_MESSAGES: Readonly<Record<MailLanguage, PaymentLinkMessages>> = {
  en: {
    order: {
      subject: ({ number, shop }) => `Pay your order ${number} at ${shop}`,
      text: ({ number }) => `Thank you for your order ${number}. You can pay it on the page below. It contains:`,
    },
    invoice: {
      subject: ({ number, shop }) => `Pay the invoice ${number} of ${shop}`,
      text: ({ number }) => `You can pay the invoice ${number} on the page below.`,
    },
    total: 'Total',
    due: 'To be paid',
    dueAt: 'Due on',
    pay: 'Pay now',
    contact: (email) => `Questions? Write to ${email}.`,
  },
  de: {
    order: {
      subject: ({ number, shop }) => `Bezahlen Sie Ihre Bestellung ${number} bei ${shop}`,
      text: ({ number }) =>
        `Vielen Dank für Ihre Bestellung ${number}. Sie können sie auf der Seite unten bezahlen. Sie enthält:`,
    },
    invoice: {
      subject: ({ number, shop }) => `Bezahlen Sie die Rechnung ${number} von ${shop}`,
      text: ({ number }) => `Sie können die Rechnung ${number} auf der Seite unten bezahlen.`,
    },
    total: 'Gesamtbetrag',
    due: 'Zu zahlen',
    dueAt: 'Fällig am',
    pay: 'Jetzt bezahlen',
    contact: (email) => `Fragen? Schreiben Sie an ${email}.`,
  },
};
