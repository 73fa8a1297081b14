/** English labels of what the erasure of a user ends, removes and keeps. */
export const englishErasure = {
  subscriptions_cancelled: 'Subscriptions cancelled',
  payment_methods_removed: 'Payment methods removed',
  carts_removed: 'Carts removed',
  checkouts_removed: 'Checkouts removed',
  addresses_removed: 'Addresses removed',
  invoice_drafts_removed: 'Drafts of invoices deleted',
  sessions_ended: 'Sessions ended',
  api_keys_removed: 'API keys removed',
  webhooks_disabled: 'Webhooks disabled',
  orders_kept: 'Orders',
  invoices_kept: 'Invoices, until the retention period ends',
  credit_notes_kept: 'Credit notes, until the retention period ends',
  payments_kept: 'Payments',
  returns_kept: 'Returns',
  withdrawals_kept: 'Withdrawals',
};
