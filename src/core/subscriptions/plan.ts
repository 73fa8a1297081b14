import type { Currency } from '#core/shared/currency.ts';
import { invalid } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import { type MergePatch, mergePatch } from '#core/shared/merge-patch.ts';
import { newResource, type Resource } from '#core/shared/resource.ts';
import { fixedFieldErrors, type PlanFields, type PlanTerms, termsOf } from './plan-fields.ts';
import { PriceTier } from './price-tier.ts';

export type PlanId = Id<'plan'>;

/** An archived plan accepts no new subscriptions, and those that it has go on. */
export const PLAN_STATUSES = ['active', 'archived'] as const;

export type PlanStatus = (typeof PLAN_STATUSES)[number];

/** The terms of subscriptions. What they cost, and how often, never changes. */
export type Plan = Resource<'plan'> & PlanTerms & Readonly<{ status: PlanStatus }>;

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
    return { ...plan, ...terms, status, version: plan.version + 1, updatedAt: at };
  },

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
    interval: plan.interval.unit,
    interval_count: plan.interval.count,
    trial_days: plan.trialDays,
    after_dunning: plan.afterDunning,
    tax_category: plan.taxCategory,
    metadata: plan.metadata,
  }),
};
