import type { Money } from '#core/shared/money.ts';
import type { NetLine } from './net-line.ts';
import type { TaxCategory } from './tax-category.ts';
import { type Content, decimalOf, oneLine } from './values.ts';

/** The lines of one category and rate. */
type Group = Readonly<{ category: TaxCategory; basis: Money; tax: Money }>;

/** What each category and rate is charged on, in the order of the lines. */
export const taxBreakdown = (lines: readonly (NetLine & Readonly<{ category: TaxCategory }>)[]): Content => {
  const groups = new Map<string, Group>();
  for (const { category, total, tax } of lines) {
    const key = `${category.code} ${category.percent}`;
    const group = groups.get(key);
    groups.set(key, {
      category,
      basis: group === undefined ? total : group.basis.add(total),
      tax: group === undefined ? tax : group.tax.add(tax),
    });
  }
  return [...groups.values()].map(({ category, basis, tax }) => ({
    'ram:CalculatedAmount': decimalOf(tax),
    'ram:TypeCode': 'VAT',
    'ram:ExemptionReason': oneLine(category.reason),
    'ram:BasisAmount': decimalOf(basis),
    'ram:CategoryCode': category.code,
    'ram:ExemptionReasonCode': category.reasonCode,
    'ram:RateApplicablePercent': category.percent === null ? null : String(category.percent),
  }));
};
