import { auditOf } from '#core/audit/audited-fields.ts';
import { shopView } from './shop-view.ts';

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
  version: 'shown',
});
