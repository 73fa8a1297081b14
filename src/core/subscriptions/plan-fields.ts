import type { ProductId } from '#core/catalog/product-fields.ts';
import { amountAt, currencyOf, errorsOf, isFieldError } from '#core/shared/amount-field.ts';
import type { Currency } from '#core/shared/currency.ts';
import { type FieldError, invalid } from '#core/shared/domain-error.ts';
import type { MergePatch } from '#core/shared/merge-patch.ts';
import { Money } from '#core/shared/money.ts';
import { isSameValue } from '#core/shared/same-value.ts';
import { type StringMap, stringMapErrors } from '#core/shared/string-map.ts';
import { BillingInterval, type IntervalUnit } from './period.ts';
import type { PlanPrice, PricingModel } from './plan-price.ts';
import { PriceTier, type PriceTierFields } from './price-tier.ts';
import type { UsageAggregation } from './usage.ts';

/** What becomes of a subscription when no retry of a payment succeeded. */
export const DUNNING_ENDS = ['unpaid', 'cancel'] as const;

export type DunningEnd = (typeof DUNNING_ENDS)[number];

/** What a subscription costs, and how often. */
export type PlanTerms = Readonly<{
  name: string;
  /** The product that is subscribed to; null for none. */
  productId: ProductId | null;
  /** All amounts are in this currency. */
  currency: Currency;
  price: PlanPrice;
  /** Charged once, with the first period. */
  setupAmount: Money;
  /** Usage is billed instead of the quantity; null: the quantity. */
  usage: UsageAggregation | null;
  /** How long the invoice of a period’s usage waits for records that are late. */
  usageGraceHours: number;
  interval: BillingInterval;
  /** Of new subscriptions; 0: none. */
  trialDays: number;
  /** Whether a customer has one trial only: of this plan, or of all plans of its product. */
  trialOnce: boolean;
  /** How many subscriptions a customer may have that have not ended: to this plan, or to all plans of its product; null: any number. */
  maxPerCustomer: number | null;
  afterDunning: DunningEnd;
  /** Null for the standard rate. */
  taxCategory: string | null;
  metadata: StringMap;
}>;

/** A writer's fields in the API's names; omitted ones have their defaults. */
export type PlanFields = Readonly<{
  name: string;
  product_id?: ProductId | null;
  pricing: PricingModel;
  /** Major units; of `flat` and `per_unit`. */
  amount?: number | null;
  /** Of `graduated` and `volume`. */
  tiers?: readonly PriceTierFields[] | null;
  /** Major units; 0 if omitted. */
  setup_amount?: number | null;
  /** The store's currency if omitted. */
  currency?: string | null;
  usage?: UsageAggregation | null;
  /** 1 if omitted. */
  usage_grace_hours?: number | null;
  interval: IntervalUnit;
  /** 1 if omitted. */
  interval_count?: number | null;
  /** 0 if omitted. */
  trial_days?: number | null;
  /** True if omitted. */
  trial_once?: boolean | null;
  max_per_customer?: number | null;
  /** `unpaid` if omitted. */
  after_dunning?: DunningEnd | null;
  tax_category?: string | null;
  metadata?: StringMap | null;
}>;

/** As at Stripe. */
export const MAX_TRIAL_DAYS = 730;

/** Less than the shortest period, so that the usage of one period waits at a time. */
export const MAX_USAGE_GRACE_HOURS = 23;

/** What a subscription costs may not change: subscribers agreed to it. */
const FIXED_FIELDS = [
  'product_id',
  'pricing',
  'amount',
  'tiers',
  'setup_amount',
  'currency',
  'usage',
  'interval',
  'interval_count',
] as const satisfies readonly (keyof PlanFields)[];

/** An error for each field of a patch that would change what cannot be changed. */
export const fixedFieldErrors = (
  current: PlanFields,
  patch: MergePatch<PlanFields>,
  storeCurrency: Currency,
): FieldError[] => {
  const defaults: Partial<PlanFields> = { currency: storeCurrency, setup_amount: 0, interval_count: 1 };
  return FIXED_FIELDS.filter((field) => {
    const value = patch[field] === null ? defaults[field] : patch[field];
    return patch[field] !== undefined && !isSameValue(withFlatAmounts(value), current[field]);
  }).map((field) => ({ path: [field], code: 'plan.fixed', message: FIXED }));
};

const FIXED = 'cannot be changed: create another plan, and archive this one';

/** Tiers as a plan shows them. */
const withFlatAmounts = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((tier: PriceTierFields) => ({ ...tier, flat_amount: tier.flat_amount ?? 0 }))
    : value;

/** @throws DomainError `validation_failed` with every error of the fields. */
export const termsOf = (fields: PlanFields, storeCurrency: Currency): PlanTerms => {
  const { pricing, usage = null, interval: unit, interval_count: count } = fields;
  const currency = currencyOf(fields.currency ?? storeCurrency);
  if (isFieldError(currency)) throw invalid([currency]);
  const price = priceOf(fields, currency);
  const setupAmount = amountAt(['setup_amount'], fields.setup_amount ?? 0, currency);
  const countError = BillingInterval.countError(unit, count ?? 1);
  const errors = [
    ...('errors' in price ? price.errors : []),
    ...errorsOf([setupAmount]),
    ...(pricing === 'flat' && usage !== null ? [FLAT_USAGE] : []),
    ...(countError === undefined ? [] : [{ path: ['interval_count'], ...countError }]),
    ...stringMapErrors('metadata', fields.metadata ?? {}),
  ];
  if (errors.length > 0) throw invalid(errors);
  return {
    name: fields.name,
    productId: fields.product_id ?? null,
    currency,
    price: price as PlanPrice,
    setupAmount: setupAmount as Money,
    usage,
    usageGraceHours: fields.usage_grace_hours ?? 1,
    interval: { unit, count: count ?? 1 },
    trialDays: fields.trial_days ?? 0,
    trialOnce: fields.trial_once ?? true,
    maxPerCustomer: fields.max_per_customer ?? null,
    afterDunning: fields.after_dunning ?? 'unpaid',
    taxCategory: fields.tax_category ?? null,
    metadata: fields.metadata ?? {},
  };
};

const FLAT_USAGE: FieldError = {
  path: ['usage'],
  code: 'any.unknown',
  message: 'must be omitted with flat pricing, which costs the same for any usage',
};

const priceOf = (
  { pricing: model, amount, tiers }: PlanFields,
  currency: Currency,
): PlanPrice | Readonly<{ errors: readonly FieldError[] }> => {
  if (model === 'flat' || model === 'per_unit') {
    const parsed = amountAt(['amount'], amount ?? 0, currency);
    const errors = [
      ...requirement('amount', amount, model),
      ...exclusion('tiers', tiers, model),
      ...errorsOf([parsed]),
    ];
    return parsed instanceof Money && errors.length === 0 ? { model, amount: parsed } : { errors };
  }
  const parsed = PriceTier.parseAll(tiers ?? [], currency);
  const missing = requirement('tiers', tiers, model);
  const errors = [...exclusion('amount', amount, model), ...(missing.length > 0 ? missing : errorsOf(parsed))];
  return errors.length > 0 ? { errors } : { model, tiers: parsed as readonly PriceTier[] };
};

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

const requirement = (field: string, value: unknown, model: PricingModel): FieldError[] =>
  isGiven(value) ? [] : [{ path: [field], code: 'any.required', message: `is required for ${model} pricing` }];

const exclusion = (field: string, value: unknown, model: PricingModel): FieldError[] =>
  isGiven(value) ? [{ path: [field], code: 'any.unknown', message: `must be omitted with ${model} pricing` }] : [];
