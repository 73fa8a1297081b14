import type { BillingMessages } from './billing-messages.ts';

export const de: BillingMessages = {
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
