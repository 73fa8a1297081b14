import type { englishErasure } from './en-erasure.ts';

/** German labels of what the erasure of a user ends, removes and keeps. */
export const germanErasure: typeof englishErasure = {
  subscriptions_cancelled: 'Gekündigte Abos',
  payment_methods_removed: 'Entfernte Zahlungsarten',
  carts_removed: 'Entfernte Warenkörbe',
  checkouts_removed: 'Entfernte Bestellvorgänge',
  addresses_removed: 'Entfernte Adressen',
  invoice_drafts_removed: 'Gelöschte Rechnungsentwürfe',
  sessions_ended: 'Beendete Sitzungen',
  api_keys_removed: 'Entfernte API-Schlüssel',
  webhooks_disabled: 'Abgeschaltete Webhooks',
  orders_kept: 'Bestellungen',
  invoices_kept: 'Rechnungen (bis zum Ende der Aufbewahrungsfrist)',
  credit_notes_kept: 'Gutschriften (bis zum Ende der Aufbewahrungsfrist)',
  payments_kept: 'Zahlungen',
  returns_kept: 'Retouren',
  withdrawals_kept: 'Widerrufe',
};
