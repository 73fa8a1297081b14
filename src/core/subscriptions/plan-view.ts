import type { ProductId } from '#core/catalog/product-fields.ts';
import { createdFilters, describeList, idsFilter, newestFirst } from '#core/shared/list.ts';
import { type ResourceView, versionView } from '#core/shared/resource.ts';
import type { StringMap } from '#core/shared/string-map.ts';
import { INTERVAL_UNITS, type IntervalUnit } from './billing-interval.ts';
import { PLAN_STATUSES, Plan, type PlanStatus } from './plan.ts';
import type { DunningEnd } from './plan-fields.ts';
import type { PricingModel } from './plan-price.ts';
import type { PriceTierFields } from './price-tier.ts';
import type { UsageAggregation } from './usage.ts';

/** A plan as the API and its events show it. */
export type PlanView = ResourceView<Plan, 'plan'> &
  Readonly<{
    name: string;
    status: PlanStatus;
    product_id: ProductId | null;
    pricing: PricingModel;
    /** Null for prices with tiers. */
    amount: number | null;
    /** Null for prices without tiers. */
    tiers: readonly PriceTierFields[] | null;
    setup_amount: number;
    currency: string;
    usage: UsageAggregation | null;
    interval: IntervalUnit;
    interval_count: number;
    trial_days: number;
    after_dunning: DunningEnd;
    tax_category: string | null;
    metadata: StringMap;
    actions: readonly string[];
  }>;

export const planView = (plan: Plan): PlanView => ({
  id: plan.id,
  object: 'plan',
  ...Plan.fieldsOf(plan),
  status: plan.status,
  actions: Plan.actions(plan),
  ...versionView(plan),
});

/** The filters of the list of plans. */
export const planList = describeList<PlanView>()({
  filters: {
    status: {
      kind: 'equals',
      field: 'status',
      format: { type: 'choice', values: PLAN_STATUSES },
      description: 'Plans with this status.',
      example: 'active',
    },
    product_id: {
      kind: 'equals',
      field: 'product_id',
      format: { type: 'id', prefix: 'prod' },
      description: 'Plans of this product.',
    },
    currency: {
      kind: 'equals',
      field: 'currency',
      format: { type: 'currency' },
      description: 'Plans in this currency.',
    },
    interval: {
      kind: 'equals',
      field: 'interval',
      format: { type: 'choice', values: INTERVAL_UNITS },
      description: 'Plans whose periods are counted in this unit.',
      example: 'month',
    },
    ...idsFilter('Plans', 'plan'),
    ...createdFilters('Plans'),
  },
  ...newestFirst,
});
