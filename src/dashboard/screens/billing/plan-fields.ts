import type { Schemas } from '../../api/request.ts';
import type { Field } from '../../form/field.ts';
import type { RowColumn } from '../../form/rows.ts';
import { currencyField } from '../../form/rule-fields.ts';
import { money, number } from '../../text/format.ts';
import { t, valueLabel } from '../../text/text.ts';

export type Plan = Schemas['Plan'];

const isTiered = (pricing: unknown): boolean => pricing === 'graduated' || pricing === 'volume';

const tierColumns = (): readonly RowColumn[] => [
  {
    ...{ name: 'up_to', kind: 'number', label: t().form.upTo },
    ...{ startLabel: t().form.above, placeholder: t().form.noLimit },
  },
  { name: 'unit_amount', kind: 'money', label: t().plans.unitPrice },
  { name: 'flat_amount', kind: 'money', label: t().plans.flatPrice, isOptional: true },
];

/** What subscribers have agreed to, which stays. */
const terms = (): readonly Field[] => [
  {
    name: 'pricing',
    kind: 'choice',
    values: ['flat', 'per_unit', 'graduated', 'volume'],
    isRequired: true,
    hint: t().plans.pricingHint,
  },
  { name: 'amount', kind: 'money', isRequired: true, isShown: ({ pricing }) => !isTiered(pricing) },
  {
    ...{ name: 'tiers', kind: 'rows', isRequired: true, columns: tierColumns(), hint: t().plans.tiersHint },
    isShown: ({ pricing }) => isTiered(pricing),
  },
  { name: 'interval', kind: 'choice', values: ['day', 'week', 'month', 'year'], isRequired: true },
  { name: 'interval_count', kind: 'integer', hint: t().plans.intervalHint },
  { name: 'setup_amount', kind: 'money', hint: t().plans.setupHint },
  currencyField(),
  { name: 'usage', kind: 'choice', values: ['sum', 'max', 'last'], hint: t().plans.usageHint },
  { name: 'product_id', kind: 'id', prefix: 'prod', hint: t().plans.productHint },
];

/** A new plan has all fields; later only those change that subscribers have not agreed to. */
export const planFields = (isNew: boolean): readonly Field[] => [
  { name: 'name', kind: 'text', isRequired: true },
  ...(isNew ? terms() : []),
  { name: 'usage_grace_hours', kind: 'integer', hint: t().plans.usageGraceHint },
  { name: 'trial_days', kind: 'integer' },
  { name: 'max_per_customer', kind: 'integer', hint: t().plans.maxPerCustomerHint },
  { name: 'after_dunning', kind: 'choice', values: ['unpaid', 'cancel'] },
  { name: 'tax_category', kind: 'text', hint: t().pricing.taxCategoryHint },
  { name: 'trial_once', kind: 'flag' },
  { name: 'metadata', kind: 'map' },
];

/** Such as `€12.00, per unit`, or each tier. */
export const priceOf = ({ pricing, amount, tiers, currency }: Plan): string => {
  const way = valueLabel(pricing);
  if (tiers === null) return `${money(amount ?? 0, currency)}, ${way}`;
  const steps = tiers.map(({ up_to: upTo, unit_amount: unit, flat_amount: flat }) => {
    const price = [money(unit, currency), ...(flat ? [money(flat, currency)] : [])].join(' + ');
    return `${upTo === null ? '…' : number(upTo)}: ${price}`;
  });
  return `${steps.join('; ')} (${way})`;
};

/** Such as `3 × month`. */
export const intervalOf = ({ interval, interval_count: count }: Pick<Plan, 'interval' | 'interval_count'>): string =>
  count === 1 ? valueLabel(interval) : `${number(count)} × ${valueLabel(interval)}`;
