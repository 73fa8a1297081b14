import type { BillingMailPurpose } from '#core/mails/ports.ts';

/** What a text names: the invoice's number or the plan's name, the day on which a trial ends, and the shop's name. */
type Named = Readonly<{ invoice: string; plan: string; day: string; shop: string }>;

type PurposeMessages = Readonly<{
  subject: (named: Named) => string;
  text: (named: Named) => string;
  /** The text of the link. */
  link: string;
}>;

/** The texts of mails about invoices and subscriptions in one language. */
export type BillingMessages = Readonly<Record<BillingMailPurpose, PurposeMessages>> &
  Readonly<{ total: string; amountPaid: string; amountDue: string; contact: (email: string) => string }>;

export const en: BillingMessages = {
  invoice: {
    subject: ({ invoice, shop }) => `Your invoice ${invoice} of ${shop}`,
    text: ({ invoice }) => `Your invoice ${invoice} is attached to this mail.`,
    link: 'Show the invoice',
  },
  receipt: {
    subject: ({ invoice, shop }) => `Your receipt for the invoice ${invoice} of ${shop}`,
    text: ({ invoice }) => `Thank you! The invoice ${invoice} is paid.`,
    link: 'Show the invoice',
  },
  payment_failed: {
    subject: ({ invoice, shop }) => `The payment of your invoice ${invoice} of ${shop} failed`,
    text: ({ invoice }) =>
      `The payment of your invoice ${invoice} failed. Please pay it, or change your payment method, so that your subscription goes on.`,
    link: 'Pay or change the payment method',
  },
  trial_ending: {
    subject: ({ shop, day }) => `Your trial at ${shop} ends on ${day}`,
    text: ({ plan, day }) =>
      `Your trial of ${plan} ends on ${day}. Your subscription is billed from then on, unless you cancel it.`,
    link: 'Show the subscription',
  },
  total: 'Total',
  amountPaid: 'Paid',
  amountDue: 'Amount due',
  contact: (email) => `Questions? Write to ${email}.`,
};

export const de: BillingMessages = {
  invoice: {
    subject: ({ invoice, shop }) => `Ihre Rechnung ${invoice} von ${shop}`,
    text: ({ invoice }) => `Ihre Rechnung ${invoice} finden Sie im Anhang.`,
    link: 'Rechnung ansehen',
  },
  receipt: {
    subject: ({ invoice, shop }) => `Ihre Zahlung der Rechnung ${invoice} von ${shop}`,
    text: ({ invoice }) => `Vielen Dank! Die Rechnung ${invoice} ist bezahlt.`,
    link: 'Rechnung ansehen',
  },
  payment_failed: {
    subject: ({ invoice, shop }) => `Die Zahlung Ihrer Rechnung ${invoice} von ${shop} ist fehlgeschlagen`,
    text: ({ invoice }) =>
      `Die Zahlung Ihrer Rechnung ${invoice} ist fehlgeschlagen. Bitte bezahlen Sie sie oder ändern Sie Ihre Zahlungsart, damit Ihr Abonnement weiterläuft.`,
    link: 'Bezahlen oder Zahlungsart ändern',
  },
  trial_ending: {
    subject: ({ shop, day }) => `Ihre Probezeit bei ${shop} endet am ${day}`,
    text: ({ plan, day }) =>
      `Ihre Probezeit von ${plan} endet am ${day}. Danach wird Ihr Abonnement berechnet, wenn Sie es nicht kündigen.`,
    link: 'Abonnement ansehen',
  },
  total: 'Gesamtbetrag',
  amountPaid: 'Bezahlt',
  amountDue: 'Offener Betrag',
  contact: (email) => `Fragen? Schreiben Sie an ${email}.`,
};
