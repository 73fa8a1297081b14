import { auditOf } from '#core/audit/audited-fields.ts';
import { type DomainEvent, eventsOf } from '#core/shared/domain-event.ts';
import { type Plan, planView } from './plan.ts';
import type { Subscription } from './subscription.ts';
import { subscriptionView } from './subscription-view.ts';

const planEvents = eventsOf('plan', planView);

export const planCreated = (plan: Plan): DomainEvent => planEvents.created(plan);

export const planUpdated = (before: Plan, after: Plan): DomainEvent => planEvents.changed('updated', before, after);

export const planDeleted = (plan: Plan, at: Date): DomainEvent => planEvents.deleted(plan, at);

const events = eventsOf('subscription', subscriptionView);

export const subscriptionCreated = (subscription: Subscription): DomainEvent => events.created(subscription);

/** What a step means. A subscription that becomes unpaid, or is paid again, is updated. */
export const subscriptionChanged = (before: Subscription, after: Subscription): DomainEvent => {
  const isNow = (status: Subscription['status']): boolean => after.status === status && before.status !== status;
  if (isNow('cancelled')) return events.changed('cancelled', before, after);
  if (isNow('paused')) return events.changed('paused', before, after);
  if (before.status === 'paused' && before.pause?.until === null && after.pause === null) {
    return events.changed('resumed', before, after);
  }
  if (before.period.end.getTime() === after.period.start.getTime()) return events.changed('renewed', before, after);
  if (before.outOfStock === null && after.outOfStock !== null) return events.changed('out_of_stock', before, after);
  if (isNow('past_due')) return events.changed('past_due', before, after);
  const isEnding = !before.isTrialEndAnnounced && after.isTrialEndAnnounced;
  return isEnding ? events.changed('trial_ending', before, after) : events.changed('updated', before, after);
};

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
  usage_grace_hours: 'shown',
  interval: 'shown',
  interval_count: 'shown',
  trial_days: 'shown',
  trial_once: 'shown',
  max_per_customer: 'shown',
  after_dunning: 'shown',
  tax_category: 'shown',
  metadata: 'personal',
  actions: 'omitted',
});

export const subscriptionAuditEntry = auditOf('subscription', subscriptionView, {
  user_id: 'shown',
  plan_id: 'shown',
  quantity: 'shown',
  interval: 'omitted',
  interval_count: 'omitted',
  status: 'shown',
  currency: 'omitted',
  collection: 'shown',
  payment_method_id: 'shown',
  next_action: 'omitted',
  current_period_start: 'shown',
  current_period_end: 'shown',
  trial_end: 'shown',
  at_period_end: 'shown',
  next_plan_id: 'shown',
  next_quantity: 'shown',
  paused_at: 'shown',
  resumes_at: 'shown',
  past_due_since: 'omitted',
  next_payment_attempt_at: 'omitted',
  discount_codes: 'shown',
  tax_id: 'personal',
  billing_address: 'personal',
  out_of_stock_since: 'omitted',
  latest_invoice_id: 'omitted',
  ended_at: 'shown',
  metadata: 'personal',
  actions: 'omitted',
});
