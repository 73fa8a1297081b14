import type { Address } from '#core/shared/address.ts';
import { createdFilters, describeList, idFilter, idsFilter, newestFirst } from '#core/shared/list.ts';
import { type ResourceView, versionView } from '#core/shared/resource.ts';
import type { StringMap } from '#core/shared/string-map.ts';
import type { IntervalUnit } from './period.ts';
import type { PlanId } from './plan.ts';
import { actionsOf, SUBSCRIPTION_STATUSES, type Subscription, type SubscriptionAction } from './subscription.ts';

/** A subscription as the API and its events show it. Times are RFC 3339 in UTC. */
export type SubscriptionView = ResourceView<Subscription, 'subscription'> &
  Readonly<{
    user_id: Subscription['userId'];
    plan_id: PlanId;
    quantity: number;
    interval: IntervalUnit;
    interval_count: number;
    status: Subscription['status'];
    currency: string;
    collection: Subscription['collection'];
    payment_method_id: Subscription['paymentMethodId'];
    next_action: Readonly<{ redirect_url: string }> | null;
    current_period_start: string;
    current_period_end: string;
    trial_end: string | null;
    at_period_end: Subscription['next'];
    next_plan_id: PlanId | null;
    next_quantity: number | null;
    paused_at: string | null;
    resumes_at: string | null;
    past_due_since: string | null;
    next_payment_attempt_at: string | null;
    discount_codes: readonly string[];
    tax_id: string | null;
    billing_address: Address | null;
    out_of_stock_since: string | null;
    latest_invoice_id: Subscription['latestInvoiceId'];
    ended_at: string | null;
    metadata: StringMap;
    actions: readonly SubscriptionAction[];
  }>;

export const subscriptionView = (subscription: Subscription): SubscriptionView => {
  const { plan, nextPlan, period, pause, dunning } = subscription;
  return {
    id: subscription.id,
    object: 'subscription',
    user_id: subscription.userId,
    plan_id: plan.planId,
    quantity: plan.quantity,
    interval: plan.interval.unit,
    interval_count: plan.interval.count,
    status: subscription.status,
    currency: subscription.currency,
    collection: subscription.collection,
    payment_method_id: subscription.paymentMethodId,
    next_action: subscription.redirectUrl === null ? null : { redirect_url: subscription.redirectUrl },
    current_period_start: period.start.toISOString(),
    current_period_end: period.end.toISOString(),
    trial_end: textOf(subscription.trialEnd),
    at_period_end: subscription.next,
    next_plan_id: nextPlan?.planId ?? null,
    next_quantity: nextPlan?.quantity ?? null,
    paused_at: textOf(pause?.since),
    resumes_at: textOf(pause?.until),
    past_due_since: textOf(dunning?.since),
    next_payment_attempt_at: textOf(dunning?.nextAttemptAt),
    discount_codes: subscription.discountCodes,
    tax_id: subscription.taxId,
    billing_address: subscription.billingAddress,
    out_of_stock_since: textOf(subscription.outOfStock?.since),
    latest_invoice_id: subscription.latestInvoiceId,
    ended_at: textOf(subscription.endedAt),
    metadata: subscription.metadata,
    actions: actionsOf(subscription),
    ...versionView(subscription),
  };
};

const textOf = (time: Date | null | undefined): string | null => time?.toISOString() ?? null;

export const subscriptionList = describeList<SubscriptionView>()({
  filters: {
    status: {
      kind: 'equals',
      field: 'status',
      format: { type: 'choice', values: SUBSCRIPTION_STATUSES },
      description: 'Subscriptions with this status.',
      example: 'active',
    },
    user_id: idFilter('user_id', 'usr', 'Subscriptions of this user.'),
    plan_id: idFilter('plan_id', 'plan', 'Subscriptions to this plan.'),
    ...idsFilter('Subscriptions', 'sub'),
    ...createdFilters('Subscriptions'),
  },
  ...newestFirst,
});
