import { p } from '@mikro-orm/postgresql';
import type { Address } from '#core/shared/address.ts';
import type { Currency } from '#core/shared/currency.ts';
import type { Lease } from '#core/shared/lease.ts';
import type { IntervalUnit } from '#core/subscriptions/period.ts';
import type { Reservation } from '#core/subscriptions/period-goods.ts';
import type { SubscribedPlan } from '#core/subscriptions/subscribed-plan.ts';
import { actionsOf, type Subscription, type SubscriptionAction } from '#core/subscriptions/subscription.ts';
import { nextStepOf } from '#core/subscriptions/subscription-schedule.ts';
import { amountOf } from './amount.ts';
import { id, json, resourceColumns, textArray, timestamp } from './column-types.ts';
import { copiedColumns } from './copied-columns.ts';
import {
  type StoredCharge,
  type StoredPart,
  type StoredSpan,
  toCharge,
  toPart,
  toSpan,
  toStoredCharge,
  toStoredPart,
  toStoredSpan,
} from './period-charges.ts';
import { type Row, table } from './table.ts';

/** What usage was billed with; an amount in the subscription's currency, as text. */
type StoredUsageCharge = Readonly<{ plan: SubscribedPlan; span: StoredSpan; amount: string }>;

const copied = copiedColumns({
  ...resourceColumns<'sub'>(),
  user_id: id<'usr'>(),
  client: p.text().strictNullable(),
  status: p.text().$type<Subscription['status']>(),
  is_pending: p.boolean(),
  redirect_url: p.text().strictNullable(),
  currency: p.text().$type<Currency>(),
  collection: p.text().$type<Subscription['collection']>(),
  payment_method_id: id<'pm'>().strictNullable(),
  anchor: timestamp(),
  usage_since: timestamp(),
  usage_due_at: timestamp().strictNullable(),
  is_setup_billed: p.boolean(),
  trial_end: timestamp().strictNullable(),
  trial_of: textArray().$type<Subscription['trialOf']>(),
  is_trial_end_announced: p.boolean(),
  next_plan: json<SubscribedPlan>().strictNullable(),
  discount_codes: json<readonly string[]>(),
  tax_id: p.text().strictNullable(),
  billing_address: json<Address>().strictNullable(),
  latest_invoice_id: id<'inv'>().strictNullable(),
  expires_at: timestamp().strictNullable(),
  charge_at: timestamp().strictNullable(),
  reservations: json<readonly Reservation[]>(),
  paid_goods: p.integer(),
  goods_client: p.text().strictNullable(),
  ended_at: timestamp().strictNullable(),
  metadata: json<Subscription['metadata']>(),
});

export const SubscriptionRow = table('subscriptions', {
  ...copied.columns,
  plan_id: id<'plan'>(),
  quantity: p.integer(),
  interval: p.text().$type<IntervalUnit>(),
  interval_count: p.integer(),
  is_metered: p.boolean(),
  current_period_start: timestamp(),
  current_period_end: timestamp(),
  charges: json<readonly StoredCharge[]>(),
  unbilled: json<readonly StoredPart[]>(),
  usage_charges: json<readonly StoredUsageCharge[]>(),
  at_period_end: p.text().$type<Subscription['next']>(),
  // those of next_plan
  next_plan_id: id<'plan'>().strictNullable(),
  next_quantity: p.integer().strictNullable(),
  paused_at: timestamp().strictNullable(),
  resumes_at: timestamp().strictNullable(),
  past_due_since: timestamp().strictNullable(),
  next_payment_attempt_at: timestamp().strictNullable(),
  out_of_stock_since: timestamp().strictNullable(),
  next_stock_attempt_at: timestamp().strictNullable(),
  actions: json<readonly SubscriptionAction[]>(),
  // in business time; the lease is in system time
  next_step_at: timestamp().strictNullable(),
  lease_owner: p.text().strictNullable(),
  leased_until: timestamp().strictNullable(),
  // in system time, after failures
  postponed_until: timestamp().strictNullable(),
  failure_count: p.integer().default(0),
});

export type SubscriptionRow = Row<typeof SubscriptionRow>;

/** As it is stored after a step, without failures. */
export const toSubscriptionRow = (subscription: Subscription, lease?: Lease): SubscriptionRow => ({
  ...copied.toColumns(subscription),
  plan_id: subscription.plan.planId,
  quantity: subscription.plan.quantity,
  interval: subscription.plan.interval.unit,
  interval_count: subscription.plan.interval.count,
  is_metered: subscription.plan.isMetered,
  current_period_start: subscription.period.start,
  current_period_end: subscription.period.end,
  charges: subscription.charges.map(toStoredCharge),
  unbilled: subscription.unbilled.map(toStoredPart),
  usage_charges: subscription.usageCharges.map(({ plan, span, amount }) => ({
    plan,
    span: toStoredSpan(span),
    amount: amount.toDecimal(),
  })),
  at_period_end: subscription.next,
  next_plan_id: subscription.nextPlan?.planId ?? null,
  next_quantity: subscription.nextPlan?.quantity ?? null,
  paused_at: subscription.pause?.since ?? null,
  resumes_at: subscription.pause?.until ?? null,
  past_due_since: subscription.dunning?.since ?? null,
  next_payment_attempt_at: subscription.dunning?.nextAttemptAt ?? null,
  out_of_stock_since: subscription.outOfStock?.since ?? null,
  next_stock_attempt_at: subscription.outOfStock?.nextAttemptAt ?? null,
  actions: actionsOf(subscription),
  next_step_at: nextStepOf(subscription)?.at ?? null,
  lease_owner: lease?.owner ?? null,
  leased_until: lease?.until ?? null,
  postponed_until: null,
  failure_count: 0,
});

export const toSubscription = (row: SubscriptionRow): Subscription => ({
  ...copied.toProperties(row),
  plan: {
    planId: row.plan_id,
    quantity: row.quantity,
    interval: { unit: row.interval, count: row.interval_count },
    isMetered: row.is_metered,
  },
  period: { start: row.current_period_start, end: row.current_period_end },
  charges: row.charges.map(toCharge(row.currency)),
  unbilled: row.unbilled.map(toPart),
  usageCharges: row.usage_charges.map(({ plan, span, amount }) => ({
    plan,
    span: toSpan(span),
    amount: amountOf(amount, row.currency),
  })),
  next: row.at_period_end,
  pause: row.paused_at === null ? null : { since: row.paused_at, until: row.resumes_at },
  dunning:
    row.past_due_since === null ? null : { since: row.past_due_since, nextAttemptAt: row.next_payment_attempt_at },
  outOfStock:
    row.out_of_stock_since === null || row.next_stock_attempt_at === null
      ? null
      : { since: row.out_of_stock_since, nextAttemptAt: row.next_stock_attempt_at },
});
