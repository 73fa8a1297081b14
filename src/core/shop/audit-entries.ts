import { auditOf } from '#core/audit/audited-fields.ts';
import { shopView } from './shop.ts';
import { shopRulesView } from './shop-rules.ts';

export const shopAuditEntry = auditOf('shop', shopView, {
  name: 'shown',
  legal_name: 'shown',
  // address and e-mail of a sole trader
  address: 'personal',
  tax_id: 'shown',
  email: 'personal',
  logo_url: 'shown',
  time_zone: 'shown',
  invoice_prefix: 'shown',
  credit_note_prefix: 'shown',
  invoice_footer: 'shown',
  payment_terms_days: 'shown',
  invoice_retention_years: 'shown',
  withdrawal_notice: 'shown',
  search_languages: 'shown',
  search_synonyms: 'shown',
  version: 'shown',
});

export const shopRulesAuditEntry = auditOf('shop_rules', shopRulesView, {
  currency: 'shown',
  prices_include_tax: 'shown',
  tax_rounding: 'shown',
  tax_id_exemption: 'shown',
  order_expiry_minutes: 'shown',
  max_unpaid_orders_per_customer: 'shown',
  max_unpaid_stock_per_customer: 'shown',
  max_unpaid_guest_orders_per_email: 'shown',
  max_unpaid_guest_orders_per_address: 'shown',
  max_unpaid_guest_stock_per_email: 'shown',
  max_unpaid_guest_stock_per_address: 'shown',
  customer_permissions: 'shown',
  withdrawal_for: 'shown',
  withdrawal_days: 'shown',
  transport_days: 'shown',
  return_costs: 'shown',
  customer_sign_up: 'shown',
  mails: 'shown',
  mail_language: 'shown',
  // of a sole trader
  mail_from: 'personal',
  password_reset_url: 'shown',
  email_verification_url: 'shown',
  order_page_url: 'shown',
  billing_page_url: 'shown',
  cart_idle_minutes: 'shown',
  cart_page_url: 'shown',
  terms_page_url: 'shown',
  product_page_url: 'shown',
  dunning_schedule: 'shown',
  webhook_retry_schedule: 'shown',
  version: 'shown',
});
