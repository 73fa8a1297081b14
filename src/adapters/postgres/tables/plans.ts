import { p } from '@mikro-orm/postgresql';
import type { Currency } from '#core/shared/currency.ts';
import type { StringMap } from '#core/shared/string-map.ts';
import type { IntervalUnit } from '#core/subscriptions/period.ts';
import { Plan, type PlanStatus } from '#core/subscriptions/plan.ts';
import type { DunningEnd } from '#core/subscriptions/plan-fields.ts';
import type { PlanPrice, PricingModel } from '#core/subscriptions/plan-price.ts';
import { PriceTier, type PriceTierFields } from '#core/subscriptions/price-tier.ts';
import type { UsageAggregation } from '#core/subscriptions/usage.ts';
import { amountOf } from './amount.ts';
import { amount, id, json, resourceColumns } from './column-types.ts';
import { copiedColumns } from './copied-columns.ts';
import { type Row, table } from './table.ts';

const copied = copiedColumns({
  ...resourceColumns<'plan'>(),
  name: p.text(),
  status: p.text().$type<PlanStatus>(),
  product_id: id<'prod'>().strictNullable(),
  currency: p.text().$type<Currency>(),
  usage: p.text().$type<UsageAggregation>().strictNullable(),
  usage_grace_hours: p.integer(),
  trial_days: p.integer(),
  trial_once: p.boolean(),
  max_per_customer: p.integer().strictNullable(),
  after_dunning: p.text().$type<DunningEnd>(),
  tax_category: p.text().strictNullable(),
  metadata: json<StringMap>(),
});

export const PlanRow = table('plans', {
  ...copied.columns,
  pricing: p.text().$type<PricingModel>(),
  amount: amount().strictNullable(),
  // as the API shows them
  tiers: json<readonly PriceTierFields[]>().strictNullable(),
  setup_amount: amount(),
  interval: p.text().$type<IntervalUnit>(),
  interval_count: p.integer(),
  actions: json<readonly string[]>(),
});

export type PlanRow = Row<typeof PlanRow>;

export const toPlanRow = (plan: Plan): PlanRow => ({
  ...copied.toColumns(plan),
  ...Plan.fieldsOf(plan),
  amount: 'amount' in plan.price ? plan.price.amount.toDecimal() : null,
  setup_amount: plan.setupAmount.toDecimal(),
  actions: Plan.actions(plan),
});

export const toPlan = (row: PlanRow): Plan => ({
  ...copied.toProperties(row),
  price: priceOf(row),
  setupAmount: amountOf(row.setup_amount, row.currency),
  interval: { unit: row.interval, count: row.interval_count },
});

const priceOf = ({ pricing: model, amount, tiers, currency }: PlanRow): PlanPrice =>
  model === 'flat' || model === 'per_unit'
    ? { model, amount: amountOf(amount ?? 0, currency) }
    : { model, tiers: PriceTier.parseStored(tiers ?? [], currency) };
