import type { englishHistory } from './en-history.ts';

/** The German texts of the timelines of invoices and subscriptions, and of the list of returns. */
export const germanHistory: typeof englishHistory = {
  returns: { empty: 'Es gibt keine Retoure. Retouren werden auf den Seiten der Bestellungen angelegt.' },
  history: {
    limited: 'Von jeder Art werden nur die neuesten angezeigt, höchstens {count}.',
    payment: 'Zahlung über {amount}',
    paymentFailed: 'Eine Zahlung über {amount} ist fehlgeschlagen',
    creditNote: 'Gutschrift',
    invoice: 'Rechnung',
    noPayments: 'Es gibt keine Zahlung.',
    types: {
      'invoice.created': 'Angelegt',
      'invoice.updated': 'Geändert',
      'invoice.finalized': 'Abgeschlossen',
      'invoice.sent': 'Gesendet',
      'invoice.paid': 'Bezahlt',
      'invoice.payment_failed': 'Eine Zahlung ist fehlgeschlagen',
      'invoice.overdue': 'Überfällig',
      'invoice.uncollectible': 'Als uneinbringlich markiert',
      'invoice.voided': 'Storniert',
      'subscription.created': 'Angelegt',
      'subscription.updated': 'Geändert',
      'subscription.renewed': 'Verlängert',
      'subscription.past_due': 'Überfällig',
      'subscription.cancelled': 'Gekündigt',
      'subscription.paused': 'Pausiert',
      'subscription.resumed': 'Fortgesetzt',
      'subscription.trial_ending': 'Die Testphase endet bald',
      'subscription.trial_ended': 'Die Testphase ist beendet',
      'subscription.out_of_stock': 'Nicht auf Lager',
    },
  },
};
