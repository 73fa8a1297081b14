import type { Schemas } from '../../api/request.ts';
import type { Field } from '../../form/field.ts';
import { money, number } from '../../text/format.ts';
import { t, valueLabel } from '../../text/text.ts';

export type Plan = Schemas['Plan'];

/** What subscribers have agreed to, which stays. */
const terms = (): readonly Field[] => [
  {
    name: 'pricing',
    kind: 'choice',
    values: ['flat', 'per_unit', 'graduated', 'volume'],
    isRequired: true,
    hint: t().plans.pricingHint,
  },
  { name: 'amount', kind: 'decimal', hint: t().plans.amountHint },
  { name: 'tiers', kind: 'plan_tiers', hint: t().plans.tiersHint },
  { name: 'interval', kind: 'choice', values: ['day', 'week', 'month', 'year'], isRequired: true },
  { name: 'interval_count', kind: 'integer', hint: t().plans.intervalHint },
  { name: 'setup_amount', kind: 'decimal', hint: t().plans.setupHint },
  { name: 'currency', kind: 'text', hint: t().products.currencyHint },
  { name: 'usage', kind: 'choice', values: ['sum', 'max', 'last'], hint: t().plans.usageHint },
  { name: 'product_id', kind: 'text', hint: t().plans.productHint },
];

/** A new plan has all fields; later only those change that subscribers have not agreed to. */
export const planFields = (isNew: boolean): readonly Field[] => [
  { name: 'name', kind: 'text', isRequired: true },
  ...(isNew ? terms() : []),
  { name: 'usage_grace_hours', kind: 'integer', hint: t().plans.usageGraceHint },
  { name: 'trial_days', kind: 'integer' },
  { name: 'trial_once', kind: 'flag' },
  { name: 'max_per_customer', kind: 'integer', hint: t().plans.maxPerCustomerHint },
  { name: 'after_dunning', kind: 'choice', values: ['unpaid', 'cancel'] },
  { name: 'tax_category', kind: 'text', hint: t().pricing.taxCategoryHint },
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
