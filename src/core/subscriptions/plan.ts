import type { ProductId } from '#core/catalog/product-fields.ts';
import type { Currency } from '#core/shared/currency.ts';
import { invalid } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import { createdFilters, describeList, idFilter, idsFilter, newestFirst } from '#core/shared/list.ts';
import { type MergePatch, mergePatch } from '#core/shared/merge-patch.ts';
import { newResource, nextVersion, type Resource, type ResourceView, versionView } from '#core/shared/resource.ts';
import type { StringMap } from '#core/shared/string-map.ts';
import { INTERVAL_UNITS, type IntervalUnit } from './period.ts';
import { type DunningEnd, fixedFieldErrors, type PlanFields, type PlanTerms, termsOf } from './plan-fields.ts';
import type { PricingModel } from './plan-price.ts';
import { PriceTier, type PriceTierFields } from './price-tier.ts';
import type { UsageAggregation } from './usage.ts';

export type PlanId = Id<'plan'>;

/** An archived plan accepts no new subscriptions, and those that it has go on. */
export const PLAN_STATUSES = ['active', 'archived'] as const;

export type PlanStatus = (typeof PLAN_STATUSES)[number];

/** The terms of subscriptions. What they cost, and how often, never changes. */
export type Plan = Resource<'plan'> & PlanTerms & Readonly<{ status: PlanStatus }>;

/** What customers have one trial of: the product of a plan, or the plan itself. */
export type TrialKey = ProductId | PlanId;

/** Null resets a field to its default. */
export type PlanPatch = MergePatch<PlanFields> & Readonly<{ status?: PlanStatus }>;

type Context = Readonly<{ storeCurrency: Currency; at: Date }>;

export const Plan = {
  /** @throws DomainError `validation_failed` with every error of the fields. */
  create: (id: PlanId, fields: PlanFields, { storeCurrency, at }: Context): Plan => ({
    ...newResource(id, at),
    status: 'active',
    ...termsOf(fields, storeCurrency),
  }),

  /** @throws DomainError `validation_failed` with every error of the patch, such as another price. */
  change: (plan: Plan, { status = plan.status, ...patch }: PlanPatch, { storeCurrency, at }: Context): Plan => {
    const current = Plan.fieldsOf(plan);
    const errors = fixedFieldErrors(current, patch, storeCurrency);
    if (errors.length > 0) throw invalid(errors);
    const terms = termsOf(mergePatch(current, patch) as PlanFields, storeCurrency);
    return nextVersion(plan, { ...terms, status }, at);
  },

  trialKey: ({ id, productId }: Pick<Plan, 'id' | 'productId'>): TrialKey => productId ?? id,

  /** The steps that the status allows, each a change of the status. */
  actions: ({ status }: Pick<Plan, 'status'>): readonly string[] => (status === 'active' ? ['archive'] : ['activate']),

  /** The fields as a writer would send them, defaults included. */
  fieldsOf: (plan: Plan) => ({
    name: plan.name,
    product_id: plan.productId,
    pricing: plan.price.model,
    amount: 'amount' in plan.price ? plan.price.amount.toNumber() : null,
    tiers: 'tiers' in plan.price ? plan.price.tiers.map(PriceTier.fieldsOf) : null,
    setup_amount: plan.setupAmount.toNumber(),
    currency: plan.currency,
    usage: plan.usage,
    usage_grace_hours: plan.usageGraceHours,
    interval: plan.interval.unit,
    interval_count: plan.interval.count,
    trial_days: plan.trialDays,
    trial_once: plan.trialOnce,
    max_per_customer: plan.maxPerCustomer,
    after_dunning: plan.afterDunning,
    tax_category: plan.taxCategory,
    metadata: plan.metadata,
  }),
};

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
    usage_grace_hours: number;
    interval: IntervalUnit;
    interval_count: number;
    trial_days: number;
    trial_once: boolean;
    max_per_customer: number | null;
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

export const planList = describeList<PlanView>()({
  filters: {
    status: {
      kind: 'equals',
      field: 'status',
      format: { type: 'choice', values: PLAN_STATUSES },
      description: 'Plans with this status.',
      example: 'active',
    },
    product_id: idFilter('product_id', 'prod', 'Plans of this product.'),
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
