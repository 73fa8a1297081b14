/** What the erasure of a user ends, removes, and keeps without the person: how many of each. */
export type ErasureEffect = Readonly<{
  sessions_ended: number;
  api_keys_removed: number;
  webhooks_disabled: number;
  addresses_removed: number;
  payment_methods_removed: number;
  subscriptions_cancelled: number;
  invoice_drafts_removed: number;
  /** Issued invoices keep the buyer for the retention years. */
  invoices_kept: number;
  credit_notes_kept: number;
  orders_kept: number;
  payments_kept: number;
  returns_kept: number;
}>;
