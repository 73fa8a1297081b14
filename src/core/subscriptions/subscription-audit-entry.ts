import { type AuditEntry, changesOf } from '#core/audit/audit-entry.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Subscription } from './subscription.ts';
import { type SubscriptionView, subscriptionView } from './subscription-view.ts';

const SHOWN = [
  'status',
  'user_id',
  'plan_id',
  'quantity',
  'collection',
  'payment_method_id',
  'current_period_start',
  'current_period_end',
  'trial_end',
  'at_period_end',
  'next_plan_id',
  'next_quantity',
  'paused_at',
  'resumes_at',
  'discount_codes',
  'ended_at',
] as const satisfies readonly (keyof SubscriptionView)[];

type Change = Readonly<{ before: Subscription | null; after: Subscription }>;

/** The audit entry of a step; `before` is null for a new subscription. Of metadata, only that it changed. */
export const subscriptionAuditEntry = (actor: Actor, step: string, { before, after }: Change): AuditEntry => ({
  actor,
  action: `subscription.${step}`,
  resource: { type: 'subscription', id: after.id },
  ...changesOf(before === null ? {} : subscriptionView(before), subscriptionView(after), {
    shown: SHOWN,
    personal: ['tax_id', 'metadata'],
  }),
  at: after.updatedAt,
});
