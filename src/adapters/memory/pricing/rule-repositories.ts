import type { ShippingMethodRepository, TaxRateRepository } from '#core/pricing/ports.ts';
import { Validity } from '#core/pricing/rule-scope.ts';
import type { ShippingMethod } from '#core/pricing/shipping-method.ts';
import { TaxRate } from '#core/pricing/tax-rate.ts';
import type { TableChanges } from '../store/memory-table.ts';
import { ruleRepository } from './rule-repository.ts';

export const makeTaxRateRepository = (
  taxRates: TableChanges<TaxRate['id'], TaxRate>,
  noteChange: (id: string) => void,
): TaxRateRepository => ({
  ...ruleRepository(taxRates, { name: 'tax rate', noteChange }),

  count: async () => [...taxRates.values()].length,

  async findOverlapping(taxRate) {
    const key = TaxRate.scopeKey(taxRate);
    return [...taxRates.values()].find(
      (other) => other.id !== taxRate.id && TaxRate.scopeKey(other) === key && Validity.overlap(other, taxRate),
    );
  },
});

export const makeShippingMethodRepository = (
  methods: TableChanges<ShippingMethod['id'], ShippingMethod>,
  noteChange: (id: string) => void,
): ShippingMethodRepository => ({
  ...ruleRepository(methods, { name: 'shipping method', noteChange }),

  count: async () => [...methods.values()].length,
});
