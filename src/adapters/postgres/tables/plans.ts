import { p } from '@mikro-orm/postgresql';
import type { Currency } from '#core/shared/currency.ts';
import type { StringMap } from '#core/shared/string-map.ts';
import type { IntervalUnit } from '#core/subscriptions/billing-interval.ts';
import { Plan, type PlanStatus } from '#core/subscriptions/plan.ts';
import type { DunningEnd } from '#core/subscriptions/plan-fields.ts';
import type { PlanPrice, PricingModel } from '#core/subscriptions/plan-price.ts';
import { PriceTier, type PriceTierFields } from '#core/subscriptions/price-tier.ts';
import type { UsageAggregation } from '#core/subscriptions/usage.ts';
import { amountOf } from './amount.ts';
import { amount, id, json, resourceColumns } from './column-types.ts';
import { type Row, table } from './table.ts';

export const PlanRow = table('plans', {
  ...resourceColumns<'plan'>(),
  name: p.text(),
  status: p.text().$type<PlanStatus>(),
  product_id: id<'prod'>().strictNullable(),
  pricing: p.text().$type<PricingModel>(),
  amount: amount().strictNullable(),
  // as the API shows them
  tiers: json<readonly PriceTierFields[]>().strictNullable(),
  setup_amount: amount(),
  currency: p.text().$type<Currency>(),
  usage: p.text().$type<UsageAggregation>().strictNullable(),
  interval: p.text().$type<IntervalUnit>(),
  interval_count: p.integer(),
  trial_days: p.integer(),
  after_dunning: p.text().$type<DunningEnd>(),
  tax_category: p.text().strictNullable(),
  metadata: json<StringMap>(),
  actions: json<readonly string[]>(),
});

export type PlanRow = Row<typeof PlanRow>;

export const toPlanRow = (plan: Plan): PlanRow => ({
  id: plan.id,
  version: plan.version,
  ...Plan.fieldsOf(plan),
  currency: plan.currency,
  status: plan.status,
  amount: 'amount' in plan.price ? plan.price.amount.toDecimal() : null,
  setup_amount: plan.setupAmount.toDecimal(),
  actions: Plan.actions(plan),
  created_at: plan.createdAt,
  updated_at: plan.updatedAt,
});

export const toPlan = (row: PlanRow): Plan => ({
  id: row.id,
  version: row.version,
  name: row.name,
  status: row.status,
  productId: row.product_id,
  currency: row.currency,
  price: priceOf(row),
  setupAmount: amountOf(row.setup_amount, row.currency),
  usage: row.usage,
  interval: { unit: row.interval, count: row.interval_count },
  trialDays: row.trial_days,
  afterDunning: row.after_dunning,
  taxCategory: row.tax_category,
  metadata: row.metadata,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const priceOf = ({ pricing: model, amount, tiers, currency }: PlanRow): PlanPrice =>
  model === 'flat' || model === 'per_unit'
    ? { model, amount: amountOf(amount ?? 0, currency) }
    : { model, tiers: PriceTier.parseStored(tiers ?? [], currency) };
