import { auditOf } from '#core/audit/audited-fields.ts';
import { planView } from './plan-view.ts';

export const planAuditEntry = auditOf('plan', planView, {
  name: 'shown',
  status: 'shown',
  product_id: 'shown',
  pricing: 'shown',
  amount: 'shown',
  tiers: 'shown',
  setup_amount: 'shown',
  currency: 'shown',
  usage: 'shown',
  interval: 'shown',
  interval_count: 'shown',
  trial_days: 'shown',
  after_dunning: 'shown',
  tax_category: 'shown',
  metadata: 'personal',
  actions: 'omitted',
});
