import { alreadyExists } from '#core/shared/domain-error.ts';
import { taxRateAuditEntry } from '../audit-entries.ts';
import { MAX_TAX_RATES, TaxRate, type TaxRateFields } from '../tax-rate.ts';
import { taxRateView } from '../tax-rate-view.ts';
import { type RuleKind, requireSpace } from './rule-kind.ts';

export const taxRateKind: RuleKind<TaxRate, TaxRateFields> = {
  prefix: 'txr',
  create: (id, fields, { at }) => TaxRate.create(id, fields, at),
  change: (rate, fields, { at }) => TaxRate.change(rate, fields, at),
  fieldsOf: TaxRate.fieldsOf,
  view: taxRateView,
  auditEntry: taxRateAuditEntry,
  repository: (tx) => tx.taxRates,
  requireFits: async (tx, rate, before) => {
    if (before === undefined) requireSpace(await tx.taxRates.count(), MAX_TAX_RATES, 'tax rates');
    const other = await tx.taxRates.findOverlapping(rate);
    if (other === undefined) return;
    const message =
      `must not overlap the tax rate ${other.id} (${other.name}), which has the same country, region, postal_prefix and ` +
      'tax_category: end one before the other begins';
    throw alreadyExists('valid_from', message);
  },
};
